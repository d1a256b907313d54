import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { totpCode } from '../../server/identity/second-factor.ts'
import { json } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared, logIn } from './watched-page.ts'

const HOLD_MS = 1_500
const NEXT = 'a harbour with forty lanterns'

describeInBrowser('an account in a browser', () => {
  const stage = setStage()

  it('stays logged in through thirty reloads in a minute, in two tabs at the same time', async () => {
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

  it('changes the password, enables two-factor authentication, logs in with its code, and ends another session', async () => {
    const { identity } = stage.server.platform
    const added = await identity.addUser({ username: 'mate', roles: ['TRADER'], tier: 'PRO' })
    const generated = added.ok ? (added.value.generatedPassword ?? '') : ''
    const watched = await stage.open()
    const { page } = watched
    await logIn(page, generated, 'mate')
    await page.getByRole('link', { name: 'Change it under Account' }).click()
    const card = (name: string) => page.getByRole('region', { name, exact: true })
    const password = card('Password')
    await password.getByText('This password was generated.').waitFor()
    const change = async (current: string, next: string): Promise<void> => {
      await password.getByLabel('Current password').fill(current)
      await password.getByLabel('New password', { exact: true }).fill(next)
      await password.getByLabel('Confirm new password').fill(next)
      await password.getByRole('button', { name: 'Change password' }).click()
    }
    await change(generated, 'football1')
    await password.getByText('The new password is common').waitFor()
    await change(generated, NEXT)
    await password.getByText('Password changed.').waitFor()
    await page.getByRole('link', { name: 'Change it under Account' }).waitFor({ state: 'detached' })

    const factor = card('Two-factor authentication')
    await factor.getByLabel('Password').fill(NEXT)
    await factor.getByRole('button', { name: 'Set up' }).click()
    await factor.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const secret = (
      await factor
        .getByText(/^Secret: /)
        .locator('code')
        .innerText()
    ).trim()
    await expectWell(page)
    await factor.getByLabel('Authenticator code').fill(totpCode(secret, Date.now()))
    await factor.getByRole('button', { name: 'Enable' }).click()
    const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
    await expect.poll(() => codes.count(), SOON).toBe(10)
    const recovery = await codes.first().innerText()

    const { page: elsewhere } = await stage.open()
    await logIn(elsewhere, NEXT, 'mate')
    await elsewhere.getByText('Enter the code of your authenticator app').waitFor()
    await elsewhere.getByLabel('Code').fill(recovery)
    await elsewhere.getByRole('button', { name: 'Log in' }).click()
    await elsewhere.getByRole('banner').getByText('PAPER').waitFor()

    await page.reload()
    const other = card('Sessions').getByRole('row').filter({ hasText: 'and code' })
    await other.getByRole('button', { name: 'End' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(NEXT)
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await elsewhere.getByLabel('User').waitFor()
    expect(findUndeclared(watched.calls)).toEqual([])
    expect([watched.refused, watched.foreign, watched.failures]).toEqual([[], [], []])
  })

  it.each(everyNth(APPEARANCES, 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page } = await stage.visit('/account', appearance)
      await page.getByRole('region', { name: 'Sessions', exact: true }).getByText('this session').waitFor()
      await expectWell(page)
    },
  )

  it('stops everything from a page that waits for its refresh quota', async () => {
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
