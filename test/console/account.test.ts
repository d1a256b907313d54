import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { json } from '../support/platform.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'

const HOLD_MS = 1_500

describeInBrowser('an account in a browser', () => {
  const stage = setStage()

  it('stays logged in through thirty reloads in a minute, in two tabs at once', async () => {
    const { page } = await stage.enter()
    const other = await page.context().newPage()
    const reload = async (): Promise<void> => {
      await Promise.all([page, other].map((tab) => tab.goto(stage.server.platform.url, { waitUntil: 'commit' })))
    }
    for (let i = 0; i < 15; i++) await reload()
    await page.goto(stage.server.platform.url)
    await page.getByRole('banner').getByText('PAPER').waitFor()
    await other.getByRole('banner').getByText('PAPER').waitFor()
  })

  it('stops everything from the page that waits for its quota of refreshes', async () => {
    const { page } = await stage.enter()
    const refuse = async (route: Route): Promise<void> => {
      if (route.request().postData()?.includes('EMERGENCY_STOP')) return route.continue()
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '60', 'content-type': 'application/problem+json' },
        body: JSON.stringify({ status: 429, code: 'QUOTA_EXCEEDED', detail: 'The quota is used up.', retryable: true }),
      })
    }
    await page.route('**/api/auth/refresh', refuse)
    await page.reload()
    await page.getByText('The console cannot be opened yet').waitFor()
    const stop = page.getByRole('button', { name: 'EMERGENCY STOP' })
    await stop.hover()
    await page.mouse.down()
    await page.waitForTimeout(HOLD_MS + 200)
    await page.mouse.up()
    await page.getByText('The emergency stop is engaged').waitFor()
    const token = await stage.server.token({ role: 'VIEWER' })
    const state = async () => (await json(await stage.server.get('/api/autotrading/status', token))).state
    await expect.poll(state, SOON).toBe('HALTED')
  })
})
