import type { Locator, Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { everyNth } from '../support/runs.ts'
import { cutOff, describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findBarriers, findUndeclared, logIn, logOut } from './watched-page.ts'

const HOLD_MS = 1_500
/** A stop that is not answered for so long, as on a busy machine, is sent again. */
const UNANSWERED_MS = 2_500
const TRIES_MAX = 10
/** Half of what Web Vitals call good. */
const SHIFT_MAX = 0.05
const WATCH_SHIFTS = `globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifted += value
  }).observe({ type: 'layout-shift', buffered: true })`

const isInSight = async (element: Locator): Promise<boolean> => {
  const box = await element.boundingBox()
  const height = element.page().viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

describeInBrowser('the console in a browser', () => {
  const stage = setStage()
  const readRegion = (page: Page, name: string): Promise<string> => page.getByRole('region', { name }).innerText()

  it('explains a failed login and its remedy', async () => {
    const { page } = await stage.open()
    await logIn(page, 'wrong')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(/No user has this name and password\.\s+Check user name and password\./)
  })

  it('opens once the connection is back, when it was lost during the login', async () => {
    const { page } = await stage.open()
    const stream = await cutOff(page.context())
    await page.reload()
    await stream.cut()
    await logIn(page)
    await page.getByText('The console cannot be opened yet').waitFor()
    await page.getByRole('button', { name: 'EMERGENCY STOP' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    stream.mend()
    await page.getByRole('banner').getByText('PAPER').waitFor()
  })

  it('opens with the operator’s overview, and keeps it up to date', async () => {
    const { page } = await stage.enter()
    const banner = page.getByRole('banner')
    await banner.getByText('PAPER').waitFor()
    await banner.getByText(/^(RUNNING|DEGRADED)$/).waitFor()
    await banner.getByText('LIVE', { exact: true }).waitFor()
    expect(await readRegion(page, 'Balance, USDT')).toMatch(/Equity\s+[\d,]+\.\d\d/)
    const before = await readRegion(page, 'Action required')
    await expect.poll(() => readRegion(page, 'Action required'), SOON).not.toBe(before)
  })

  it('reports a lost connection, keeps its data, and resumes automatically', async () => {
    const { page } = await stage.open()
    const stream = await cutOff(page.context())
    await page.reload()
    await logIn(page)
    const live = page.getByRole('banner').getByText('LIVE', { exact: true })
    await live.waitFor()
    await stream.cut()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const banner = page.getByText('Disconnected')
    await banner.waitFor()
    expect(await isInSight(banner)).toBe(true)
    expect(await readRegion(page, 'Balance, USDT')).toMatch(/Equity\s+[\d,]+\.\d\d/)
    stream.mend()
    await live.waitFor()
  })

  it('stores no token where a script could read it, and keeps the session through a reload', async () => {
    const { page } = await stage.enter()
    expect(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }, document.cookie]')).toEqual([{}, {}, ''])
    await page.reload()
    await page.getByRole('banner').getByText('PAPER').waitFor()
    await logOut(page)
    await page.getByLabel('Password').waitFor()
    await page.reload()
    await page.getByLabel('Password').waitFor()
  })

  it('forgets a token entered in the API reference when the page is left, and stores it nowhere', async () => {
    const { page } = await stage.enter()
    const token = await stage.server.token({ role: 'VIEWER' })
    const authorize = page.locator('button.authorize').first()
    const isAuthorized = page.locator('button.authorize.locked')
    const readStores = `(async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      const requests = files.flat().map(({ url }) => url)
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(), requests])
    })()`
    await page.goto(`${stage.server.platform.url}/api-docs`)
    await authorize.click()
    await page.locator('.auth-container input').fill(token)
    await page.locator('.auth-container button[type=submit]').click()
    await isAuthorized.first().waitFor()
    expect(JSON.parse(await page.evaluate(readStores))).toEqual([{}, {}, '', [], []])
    await page.goto(stage.server.platform.url)
    await logOut(page)
    await page.getByLabel('Password').waitFor()
    await page.goto(`${stage.server.platform.url}/api-docs`)
    await authorize.waitFor()
    expect(await isAuthorized.count()).toBe(0)
    expect(JSON.parse(await page.evaluate(readStores))).toEqual([{}, {}, '', [], []])
  })

  it('opens automatically after login was rate-limited', async () => {
    const { page } = await stage.enter()
    const refuse = (route: Route): Promise<void> =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
        body: JSON.stringify({
          status: 429,
          code: 'QUOTA_EXCEEDED',
          detail: 'Too many login attempts.',
          retryable: true,
        }),
      })
    await page.route('**/api/auth/refresh', refuse)
    await page.reload()
    await page.getByText('The console cannot be opened yet').waitFor()
    await page.unroute('**/api/auth/refresh', refuse)
    await page.getByRole('banner').getByText('PAPER').waitFor()
  })

  it('opens in a browser that stores nothing', async () => {
    const { page } = await stage.open()
    await page.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError') } })",
    )
    await page.reload()
    await logIn(page)
    await page.getByRole('banner').getByText('PAPER').waitFor()
  })

  it.each(everyNth(APPEARANCES, 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page } = await stage.open(appearance)
      await page.getByLabel('Password').waitFor()
      await expectWell(page)
      await logIn(page)
      await page.getByRole('heading', { name: 'Exposure' }).waitFor()
      await expectWell(page)
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      await page.locator('#security-rbac-truth strong').waitFor()
      await page.locator('#security-rbac-truth').getByText('Security', { exact: true }).click()
      await page.locator('#security-rbac-truth').getByText('JSON').click()
      await expectWell(page)
    },
  )

  it.each([
    ['/', 'Entry blockers', APPEARANCES[0]],
    ['/market', 'Recent trades', APPEARANCES[0]],
    ['/limits', 'Loss at stops', APPEARANCES[1]],
  ] as const)('hardly shifts its layout while %s loads', async (path, last, appearance) => {
    const { page } = await stage.enter('admin', appearance)
    await page.addInitScript(WATCH_SHIFTS)
    await page.goto(stage.server.platform.url + path)
    await page.getByRole('region', { name: last }).getByRole('time').first().waitFor({ state: 'attached' })
    await page.getByRole('banner').getByText('LIVE', { exact: true }).waitFor()
    expect(await page.evaluate('shifted')).toBeLessThan(SHIFT_MAX)
  })

  it('reports on every screen that a stop did not reach the server', async () => {
    const { page } = await stage.enter('admin', APPEARANCES[1])
    await page.route('**/api/emergency-stop', (route) => route.abort())
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.keyboard.press('Alt+Shift+KeyX')
    await page.keyboard.down('Space')
    const notice = page.getByRole('alert')
    await notice.getByText('EMERGENCY STOP requested…').waitFor()
    await page.keyboard.up('Space')
    await notice.getByText('No response yet; sending it again. On the host: plimsoll stop').waitFor()
    expect(await isInSight(notice)).toBe(true)
    await page.route('**/api/emergency-stop', (route) => route.fulfill({ status: 500 }))
    await notice.getByText(/failed: the engine is (RUNNING|DEGRADED)\. Hold the button again\./).waitFor()
    expect(await isInSight(notice)).toBe(true)
    await expectWell(page)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await notice.waitFor({ state: 'detached' })
  })

  it('pauses at a click, and reports the result', async () => {
    const { page, calls } = await stage.enter()
    const pause = page.getByRole('button', { name: 'PAUSE' })
    await pause.click()
    await page.getByText(/Autotrading is paused: PAUSED\./).waitFor()
    await page.getByRole('banner').getByText('PAUSED').waitFor()
    expect(await pause.isDisabled()).toBe(true)
    expect(calls).toContain('POST /api/autotrading/pause')
  })

  it('stops when the button was held, not before, and shows the progress of the hold', async () => {
    const { page, calls, refused, foreign, failures } = await stage.enter()
    const button = page.getByRole('button', { name: 'EMERGENCY STOP' })
    await button.click()
    await page.keyboard.press('Alt+Shift+KeyX')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    expect(calls).not.toContain('POST /api/emergency-stop')
    await page.keyboard.down('Space')
    const heldMs = performance.now() + HOLD_MS
    const panel = page.getByRole('region', { name: 'Emergency stop' })
    await panel.waitFor({ timeout: HOLD_MS * 5 })
    await page.keyboard.up('Space')
    await panel.getByText('COMPLETE', { exact: true }).waitFor()
    expect(await panel.innerText()).toMatch(/DONE\s+Entries are blocked\.[\s\S]*plimsoll stop clear/)
    await page.getByRole('banner').getByText('HALTED').waitFor()
    const { length: sent } = calls.filter((call) => call === 'POST /api/emergency-stop')
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(1 + Math.floor((performance.now() - heldMs) / UNANSWERED_MS))
    expect(await findBarriers(page)).toEqual([])

    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('shows the waiting time after too many failed attempts', async () => {
    const { page } = await stage.open()
    const wait = page.getByRole('button', { name: /^Try again in \d+ s$/ })
    const answered = page.getByRole('button', { name: /^(Log in|Try again in \d+ s)$/ })
    for (let tries = 0; tries < TRIES_MAX && !(await wait.isVisible()); tries++) {
      await logIn(page, 'wrong')
      await answered.waitFor()
    }
    expect(await wait.isDisabled()).toBe(true)
    expect(await page.getByRole('alert').innerText()).toMatch(/Too many failed logins/)
  })
})
