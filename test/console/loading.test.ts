import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, setStage } from './stage.ts'

/** Keeps a page from the idle moment in which it fetches the scripts of the other screens. */
const NEVER_IDLE = 'window.requestIdleCallback = () => 0'

/** Returns the names of the scripts that a page has fetched, without their digests. */
const fetched = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('head > link[rel=modulepreload]')].map(
    ({ href }) => /([\\w-]+)-[\\w-]{8}\\.js$/.exec(href)[1],
  ).sort()`)

describeInBrowser('the scripts of the console', () => {
  const stage = setStage({ symbols: 'BTCUSDT', autotrading: 'off' })

  it.each([
    ['/market', ['candle-chart', 'chart', 'start']],
    ['/limits', ['limits', 'shared', 'start']],
    ['/performance', ['chart', 'equity-chart', 'performance', 'shared', 'start']],
  ])('are fetched for %s before those of other screens', async (path, scripts) => {
    const { page } = await stage.enter()
    await page.addInitScript(NEVER_IDLE)
    await page.goto(stage.server.platform.url + path)
    await page.locator('h1').waitFor({ state: 'attached' })
    if (scripts.includes('chart')) await page.locator('canvas').first().waitFor()
    expect(await fetched(page)).toEqual(scripts)
  })

  it('are fetched for the account switch of a fleet without those of the screens', async () => {
    const { page } = await stage.enter()
    await page.addInitScript(NEVER_IDLE)
    await page.addInitScript("sessionStorage.setItem('plimsoll.account', 'main')")
    const answered = page.waitForResponse('**/api/fleet')
    await page.goto(`${stage.server.platform.url}/market`)
    await answered
    expect(await fetched(page)).toEqual(['candle-chart', 'chart', 'shared', 'start'])
  })
})
