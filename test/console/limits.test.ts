import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { PASSWORD } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { aTrader, type Trader } from '../support/trader.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared } from './watched-page.ts'

const SYMBOL = 'BTCUSDT'

const getRegion = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

describeInBrowser('the limits of an account', () => {
  const stage = setStage({ autotrading: 'off', timeframes: '1d', constitution: undefined })
  let trader: Trader

  beforeAll(async () => {
    trader = await aTrader(stage.server)
  })

  it('state that nothing is open, in the sentence and below it', async () => {
    const { page } = await stage.visit('/limits')
    await page.getByText(/^Daily loss left: [\d,.]+ of 200.00 USDT; no position is open\.$/).waitFor()
    await getRegion(page, 'Loss at stops').getByText('No open positions, and no orders that could open one.').waitFor()
  })

  it('show how much of them a position uses, and what it loses at its stop', async () => {
    await vi.waitFor(async () => {
      const { body } = await trader.call('POST', '/trading/order', {
        symbol: SYMBOL,
        type: 'MARKET',
        side: 'BUY',
        qty: '0.01',
      })
      expect(body).toHaveProperty('filledQty')
    }, SOON)
    const { page, calls, refused, foreign, failures } = await stage.visit('/limits')
    await page.getByText(/the open position loses another [\d.]+ USDT if its stop is hit\.$/).waitFor()
    await getRegion(page, 'Loss at stops')
      .getByRole('row', { name: /^BTCUSDT long/ })
      .waitFor()
    const gross = getRegion(page, 'Account limits').getByRole('listitem').filter({ hasText: 'Gross exposure' })
    expect(await gross.innerText()).toMatch(
      /[1-9][\d.]* USDT of 20,000\.00 USDT\s+.* left · default · G14 gross exposure/,
    )
    await page.getByLabel('Limit', { exact: true }).selectOption('Leverage')
    await page.getByText('{ "limits": { "maxLeverage": 3 } }').waitFor()
    await page.getByText('plimsoll start --constitution constitution.json').waitFor()
    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('link to the candidates that a gate refused', async () => {
    const { page } = await stage.visit('/limits')
    await page.getByRole('link', { name: 'G20 daily loss' }).click()
    await page.waitForURL(/\/autotrading\?gate=G20$/)
    await getRegion(page, 'Candidates, newest first').getByText('No candidates match these filters.').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor()
  })

  it('are available to a read-only role', async () => {
    const { identity } = stage.server.platform
    await identity.addUser({ username: 'viewer', roles: ['VIEWER'], tier: 'STANDARD', password: PASSWORD })
    const { page, failures } = await stage.enter('viewer')
    await page.getByRole('navigation').getByRole('link', { name: 'Limits' }).click()
    await getRegion(page, 'Account limits').getByRole('heading', { name: 'Gross exposure' }).waitFor()
    expect(failures).toEqual([])
  })

  it.each(everyNth(APPEARANCES, 2))(
    'are accessible and fit, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page, failures } = await stage.visit('/limits', appearance)
      await getRegion(page, 'Account limits').getByRole('heading', { name: 'Gross exposure' }).waitFor()
      await getRegion(page, 'Constitution').getByText('built-in defaults').waitFor()
      await expectWell(page)
      expect(failures).toEqual([])
    },
  )
})
