import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { everyNth } from '../support/runs.ts'
import { aTrader, type Trader } from '../support/trader.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared } from './watched-page.ts'

const SYMBOL = 'BTCUSDT'

const getRegion = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

describeInBrowser('the performance of an account', () => {
  const stage = setStage({ autotrading: 'off', timeframes: '1d' })
  let trader: Trader

  const isPlaced = (order: object): Promise<void> =>
    vi.waitFor(async () => {
      const { body } = await trader.call('POST', '/trading/order', { symbol: SYMBOL, type: 'MARKET', ...order })
      expect(body).toHaveProperty('filledQty')
    }, SOON)

  beforeAll(async () => {
    trader = await aTrader(stage.server)
  })

  it('is empty before a position has been closed', async () => {
    const { page } = await stage.visit('/performance')
    await getRegion(page, 'Closed positions').getByText('No positions were closed in this period.').waitFor()
    await getRegion(page, 'Results by group').getByText('No positions were closed in this period.').waitFor()
  })

  it('includes a closed position in the total, in its day and in its groups', async () => {
    await isPlaced({ side: 'BUY', qty: '0.01' })
    await isPlaced({ side: 'SELL', qty: '0.01', reduceOnly: true })
    const closed = (await trader.get('/trading/positions?status=CLOSED')).items[0]
    const net = Number(closed.realizedPnl) - Number(closed.feesPaid) - Number(closed.fundingPaid)

    const { page, calls, refused, foreign, failures } = await stage.visit('/performance')
    const result = getRegion(page, 'Closed positions')
    await result.getByText('1 closed position: with fewer than 30, ratios are mostly noise.').waitFor()
    const summary = page.locator('dl').filter({ hasText: 'Net PnL, USDT' })
    expect(await summary.innerText()).toContain(Math.abs(net).toFixed(2))
    const groups = getRegion(page, 'Results by group').getByRole('table')
    await groups.getByRole('row', { name: /^No strategy/ }).waitFor()
    await page.getByLabel('Group by').selectOption('Symbol')
    expect(await groups.getByRole('row', { name: /^BTCUSDT/ }).innerText()).toMatch(/\s1\s+(0|100)%/)
    await page.getByLabel('Group by').selectOption('Source')
    await groups.getByRole('row', { name: /^Manual and API/ }).waitFor()

    const days = getRegion(page, 'Net result by day, USDT')
    const day = days.getByTitle(/ USDT from 1 closed position$/)
    await day.waitFor()
    await days.getByRole('button', { name: 'Previous month' }).click()
    await day.waitFor({ state: 'detached' })
    await days.getByRole('button', { name: 'Next month' }).click()
    await day.waitFor()
    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('draws the equity history and its live values, and has it as a table', async () => {
    const { page } = await stage.visit('/performance')
    await page
      .getByRole('img', { name: /^Equity and drawdown over 30 days/ })
      .locator('canvas')
      .first()
      .waitFor()
    await page.getByText('Show as table').click()
    await getRegion(page, 'Equity').getByRole('row').filter({ hasText: '10,000.00' }).first().waitFor()
    await page.getByLabel('Period', { exact: true }).selectOption('7 days')
    await page.getByRole('img', { name: /over 7 days/ }).waitFor()
  })

  it.each(everyNth(APPEARANCES.toReversed(), 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page, failures } = await stage.visit('/performance', appearance)
      await getRegion(page, 'Results by group').getByRole('table').waitFor()
      await page.locator('canvas').first().waitFor()
      await expectWell(page)
      expect(failures).toEqual([])
    },
  )
})
