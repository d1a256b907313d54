import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PASSWORD } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { describeInBrowser, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared, goTo } from './watched-page.ts'

const getRegion = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

describeInBrowser('the strategies', () => {
  const stage = setStage({ timeframes: '1m', strategies: 'S01,S06' })

  it('show state, rule, parameters and last signals, and the command that turns one off', async () => {
    const { page, calls, refused, foreign, failures } = await stage.visit('/strategies?strategy=S06')
    const card = getRegion(page, 'S06 Bollinger reversion')
    await card.getByText('Buys a close back above the lower Bollinger band').waitFor()
    await card.getByText('its signals are traded when they pass every gate').waitFor()
    await card.getByText('plimsoll strategies quarantine S06 --reason "loses money"').waitFor()
    expect(await getRegion(page, 'Parameters').innerText()).toMatch(/1m\s+bandBars\s+20\s+bandDeviations\s+2/)
    const result = getRegion(page, 'Result')
    await result.getByText('This strategy closed no positions in this period.').waitFor()
    await result.getByText(/^Last \d+ signals?: \d+ gained, \d+ lost, \d+ open|^No signals yet\.$/).waitFor()
    await getRegion(page, 'Calibration')
      .getByText(/outcomes/)
      .first()
      .waitFor()
    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('show the command that turns on one that is off', async () => {
    const { page } = await stage.visit('/strategies')
    const list = getRegion(page, 'Strategies by result')
    await list.getByRole('row', { name: /^Basis reversion S12 .* Off/ }).waitFor()
    await list.getByRole('link', { name: 'Basis reversion' }).focus()
    await page.keyboard.press('Enter')
    const card = getRegion(page, 'S12 Basis reversion')
    await card.getByText('plimsoll start --strategies S01,S06,S12').waitFor()
    await getRegion(page, 'Parameters').getByText('Parameters are listed while the strategy is on.').waitFor()
    expect(await page.getByRole('list', { name: 'More about S12' }).innerText()).toMatch(/^Performance\s+Backtests$/)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Copy: turn on')
  })

  it('report that a strategy does not exist', async () => {
    const { page } = await stage.visit('/strategies?strategy=S99')
    await page.getByText('There is no strategy S99.').waitFor()
  })

  it('link to the other screens, filtered by the strategy', async () => {
    const { page, failures } = await stage.visit('/strategies?strategy=S01')
    const more = page.getByRole('list', { name: 'More about S01' })
    for (const [name, title] of Object.entries({
      Performance: 'Performance',
      Backtests: 'Research',
      Signals: 'Signals',
      Candidates: 'Autotrading',
    })) {
      await more.getByRole('link', { name }).click()
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      expect(new URL(page.url()).searchParams.get('strategy')).toBe('S01')
      if (name !== 'Backtests') {
        expect(await page.getByLabel('Strategy', { exact: true }).inputValue()).toBe('S01')
      }
      await page.goBack()
    }
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Strategies', level: 1 }).waitFor()
    expect(failures).toEqual([])
  })

  it('are available to a read-only role', async () => {
    const { identity } = stage.server.platform
    await identity.addUser({ username: 'viewer', roles: ['VIEWER'], tier: 'STANDARD', password: PASSWORD })
    const { page, failures } = await stage.enter('viewer')
    await goTo(page, 'Strategies')
    await getRegion(page, 'Strategies by result').getByRole('link', { name: 'Donchian breakout' }).waitFor()
    expect(failures).toEqual([])
  })

  it.each(everyNth(APPEARANCES.toReversed(), 2))(
    'are accessible and fit, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page, failures } = await stage.visit('/strategies?strategy=S01', appearance)
      await getRegion(page, 'S01 Donchian breakout').getByText('Turn it off').waitFor()
      await getRegion(page, 'Result')
        .getByText(/^Last \d+ signals?:|^No signals yet\.$/)
        .waitFor()
      await expectWell(page)
      expect(failures).toEqual([])
    },
  )
})
