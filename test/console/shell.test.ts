import type { Page } from 'playwright-core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { SCREENS } from '../../console/src/screens.ts'
import { PASSWORD } from '../support/platform.ts'
import { aDirectory, startServer } from '../support/process.ts'
import { everyNth } from '../support/runs.ts'
import { cutOff, describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findBarriers, logIn, logOut, putOn } from './watched-page.ts'

/** Maximum height of the sticky bar. */
const BAR_MAX = 80
/** The code a connection is closed with whose token is good no more. */
const UNAUTHENTICATED = 4401
/** Maximum height of the panel of a finished stop, above the content. */
const PANEL_MAX = 844 / 4

const FADES_WHERE_CUT = `(() => {
  const list = document.querySelector('section[aria-label="Sessions"]')
  return (list.scrollWidth > list.clientWidth) === (getComputedStyle(list).maskImage !== 'none')
})()`

const rightEdge = (box: { x: number; width: number } | null): number => (box ? box.x + box.width : Number.NaN)

describeInBrowser('around the screens', () => {
  const stage = setStage({ symbols: 'BTCUSDT,ETHUSDT' })
  beforeAll(async () => {
    await stage.server.platform.identity.addUser({
      username: 'vera',
      roles: ['VIEWER'],
      tier: 'STANDARD',
      password: PASSWORD,
    })
  })

  const opened = (page: Page, name: string) => page.getByRole('dialog', { name })

  it('shows a VIEWER no actions, and explains which screens are not available to them', async () => {
    const { page, calls } = await stage.enter('vera')
    for (const name of ['PAUSE', 'EMERGENCY STOP']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    }
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(0)
    await page.keyboard.press('?')
    await opened(page, 'Keyboard').getByText('Go to Health').waitFor()
    expect(await opened(page, 'Keyboard').innerText()).not.toMatch(/Audit|Pause|EMERGENCY/)
    await page.keyboard.press('Escape')
    await page.goto(`${stage.server.platform.url}/audit`)
    await page.getByText('This screen requires the role ADMIN; vera has VIEWER.').waitFor()
    expect(calls.filter((call) => /audit$|order|pause|stop/.test(call))).toEqual([])
  })

  it.each([
    ['is gone, as after an upgrade', (body: string) => ({ status: 404, body })],
    ['is not the one that the page was built with', (body: string) => ({ status: 200, body: `${body};` })],
  ])('reports that a screen needs a reload when its file %s', async (_case, answer) => {
    const { page, failures } = await stage.open()
    await page.route(/\/assets\/signals-/, async (route) => {
      const response = await route.fetch()
      const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-store' }
      return route.fulfill({ headers, ...answer(await response.text()) })
    })
    await page.reload()
    await logIn(page)
    await page.getByRole('link', { name: 'Signals' }).click()
    await page.getByText('Signals cannot be shown').waitFor()
    await page.getByText(/^Its file could not be loaded: .* Reload the page\.$/).waitFor()
    await page.unroute(/\/assets\/signals-/)
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.getByRole('heading', { name: 'Signals', exact: true }).waitFor()
    expect(failures).toEqual([])
  })

  it('remains in use when the file of a part that is loaded later is missing', async () => {
    const { page, failures } = await stage.open()
    await page.route(/\/assets\/event-alarms-/, (route) => route.abort())
    await page.reload()
    await logIn(page)
    await page.getByText('This part of the page cannot be shown').waitFor()
    await page.getByRole('banner').getByText('PAPER').waitFor()
    await page.getByRole('button', { name: 'EMERGENCY STOP' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(failures).toEqual([])
  })

  it('is loaded again when its main file was missing', async () => {
    const { page } = await stage.open()
    await page.route(/\/assets\/start-/, (route) => route.abort())
    await page.reload()
    await page.getByText('The console could not be loaded. Trying again…').waitFor()
    await page.unroute(/\/assets\/start-/)
    await page.getByLabel('Password').waitFor()
  })

  it('keeps the emergency stop when the console fails', async () => {
    const { page, calls } = await stage.open()
    const stream = await cutOff(page.context())
    await page.reload()
    await logIn(page)
    await page.getByRole('banner').getByText('PAPER').waitFor()
    await page.route('**/api/emergency-stop', (route) => route.abort())
    stream.send({ type: 'snapshot', channel: 'autotrading.status', seq: 1, prevSeq: 0, data: {} })
    await page.getByText('The console cannot be shown').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'EMERGENCY STOP' }).focus()
    await page.keyboard.down('Space')
    await expect.poll(() => calls, SOON).toContain('POST /api/emergency-stop')
    await page.keyboard.up('Space')
    await page.getByRole('button', { name: 'Reload page' }).click()
    await page.getByRole('banner').getByText('PAPER').waitFor()
  })

  it('returns to the login page with the reason when the host ends the session', async () => {
    const { page } = await stage.enter('vera')
    stage.server.platform.identity.disableUser('vera')
    onTestFinished(() => void stage.server.platform.identity.enableUser('vera'))
    await page.getByText(/^You have been logged out: ./).waitFor()
    await page.getByLabel('Password').waitFor()
  })

  it('continues with another token when its own expires', async () => {
    const { page, calls } = await stage.open()
    const stream = await cutOff(page.context())
    await page.goto(stage.server.platform.url)
    await logIn(page)
    const live = page.getByRole('banner').getByText('LIVE', { exact: true })
    await live.waitFor()
    const renewals = () => calls.filter((call) => call.endsWith('/auth/refresh')).length
    const before = renewals()
    const renewed = page.waitForResponse(/\/auth\/refresh$/)
    stream.send({ type: 'event', data: { event: 'auth.expiring' } })
    await (await renewed).finished()
    expect(renewals()).toBe(before + 1)
    expect(await page.getByText('Disconnected').count()).toBe(0)
    await stream.cut(UNAUTHENTICATED)
    stream.mend()
    await expect.poll(renewals, SOON).toBe(before + 2)
    await live.waitFor()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByText('this session').waitFor()
  })

  it('can be used by keyboard alone', async () => {
    const { page, refused, foreign, failures } = await stage.open()
    await page.getByLabel('User').focus()
    await page.keyboard.type('admin')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByText('PAPER').waitFor()
    for (const { letter, title, component } of SCREENS) {
      if (component === 'Fleet') continue
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await page.locator('nav a[aria-current=page]', { hasText: title }).waitFor()
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Screen or symbol' }).waitFor()
    await page.keyboard.type('usdt')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'ETHUSDT', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/market?symbol=ETHUSDT')
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('shows one of several accounts, with the roles on it, and the state of all', async () => {
    const { page, failures } = await stage.open()
    const accounts: (string | undefined)[] = []
    await page.route(/\/api\/auth\/(login|refresh)$/, async (route) => {
      const response = await route.fetch()
      return route.fulfill({ response, json: { ...(await response.json()), inFleet: true } })
    })
    await page.route('**/api/fleet', async (route) => {
      accounts.push(route.request().headers()['plimsoll-account'])
      const fleet = await (await route.fetch()).json()
      const [main] = fleet.accounts
      const stop = { stopId: 'stp_1', code: 'EMERGENCY_STOP', reason: 'the test', at: fleet.asOf }
      const hedge = { ...main, account: 'hedge', roles: ['VIEWER'], state: 'HALTED', dayNet: '-12.5', stop }
      return route.fulfill({ json: { ...fleet, accounts: [hedge, main] } })
    })
    await logIn(page)
    const chosen = page.getByRole('combobox', { name: 'Account' })
    await chosen.waitFor()
    expect(await chosen.inputValue()).toBe('main')
    await page.getByRole('link', { name: 'Fleet' }).click()
    const row = page.getByRole('row', { name: 'hedge' })
    await row.getByText('HALTED').waitFor()
    expect(await row.innerText()).toMatch(/ENGAGED\s+the test[\s\S]*12\.50/)
    await page.getByRole('button', { name: 'STOP ALL 2 ACCOUNTS' }).waitFor()
    await row.getByRole('button', { name: 'hedge' }).click()
    await page.locator('select[aria-label="Account"]:has(option[value="hedge"]:checked)').waitFor()
    expect(await page.getByRole('button', { name: /^EMERGENCY STOP/ }).count()).toBe(0)
    expect([accounts[0], accounts.at(-1)]).toEqual([undefined, 'hedge'])
    expect(failures).toEqual([])
  })

  it('ignores single-key shortcuts in text fields, and when they are turned off', async () => {
    const { page } = await stage.enter()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('?gm')
    expect(await page.getByRole('combobox').inputValue()).toBe('?gm')
    expect(await opened(page, 'Keyboard').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    const single = page.getByLabel('Single-key shortcuts')
    await expect
      .poll(async () => {
        await page.keyboard.press('?')
        return single.isVisible()
      }, SOON)
      .toBe(true)
    await single.uncheck()
    await page.keyboard.press('Alt+Shift+KeyX')
    expect(await opened(page, 'Keyboard').count()).toBe(0)
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^EMERGENCY STOP/)
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    expect(await opened(page, 'Keyboard').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('reports when the server has not ended the session, and ends a forgotten one later', async () => {
    const { page } = await stage.enter()
    await page.route('**/api/auth/logout', (route) => route.abort())
    await logOut(page)
    await page.getByText('Logout failed').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Logout failed').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget this session here' }).click()
    await page.getByLabel('Password').waitFor()
    await page.unroute('**/api/auth/logout')
    const ended = page.waitForResponse('**/api/auth/logout')
    await page.reload()
    expect((await ended).status()).toBe(204)
    await page.getByLabel('Password').waitFor()
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })

  it.each(everyNth(APPEARANCES, 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page } = await stage.enter('admin', appearance)
      await page.goto(`${stage.server.platform.url}/account`)
      await page.getByText('this session').waitFor()
      expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(BAR_MAX)
      const links = await page.getByRole('navigation').getByRole('link').all()
      const ends = await Promise.all(links.map(async (link) => rightEdge(await link.boundingBox())))
      expect(Math.max(...ends)).toBeLessThan(appearance.viewport.width)
      expect(await page.evaluate(FADES_WHERE_CUT)).toBe(true)
      await page.getByRole('button', { name: /^Alerts/ }).click()
      await page.getByText('RUNNING (').first().waitFor()
      await expectWell(page)
      await page.getByRole('button', { name: /^Menu of/ }).click()
      await page.getByLabel('Gain and loss colours').selectOption('Gains blue, losses orange')
      await page.locator('html[data-palette="blue-orange"]').waitFor()
      await expectWell(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
      await expectWell(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'BTCUSDT' }).waitFor()
      await expectWell(page)
    },
  )

  it('announces a stop once, in text, bell and tab, and the end of the session in another tab', async () => {
    const { page } = await stage.enter()
    const another = await page.context().newPage()
    await another.goto(`${stage.server.platform.url}/market`)
    await another.getByLabel('Size, BTC').waitFor()
    await page.waitForFunction('document.title.endsWith("open · Plimsoll")')
    const token = await stage.server.token({ role: 'TRADER' })
    await stage.server.post('/api/emergency-stop', { reason: 'A drill' }, token)
    await page
      .getByRole('status')
      .getByText(/^Stopped \(.*\): A drill/)
      .waitFor()
    await page.getByRole('button', { name: /^Alerts: [1-9]\d* new$/ }).click()
    await page
      .getByRole('region', { name: 'Events' })
      .getByText(/^Stopped \(.*\): A drill/)
      .waitFor()
    await page.getByRole('button', { name: 'Alerts: 0 new' }).waitFor()
    await page.waitForFunction('document.title.startsWith("HALTED · ")')
    await page.locator('link[rel=icon][href^="data:"]').waitFor({ state: 'attached' })
    await another.getByRole('banner').getByText('HALTED').waitFor()
    await another.getByText('! The emergency stop is engaged').waitFor()
    await logOut(page)
    await page.getByLabel('Password').waitFor()
    await another.getByText(/^You have been logged out: ./).waitFor()
  })

  it('leaves most of a phone free while a stop is engaged', async () => {
    const { page } = await stage.enter('admin', APPEARANCES[1])
    const panel = page.getByRole('region', { name: 'Emergency stop' })
    await panel.getByText('All 5 steps are done.').waitFor()
    expect((await panel.boundingBox())?.height).toBeLessThan(PANEL_MAX)
    expect(await findBarriers(page)).toEqual([])
  })

  it('offers a way on from an unknown address', async () => {
    const { page } = await stage.visit('/market/XYZ/foo')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Positions and orders' }).click()
    await page.getByRole('heading', { name: 'Positions and orders' }).waitFor()
  })

  it('links to the documentation, whose search finds a section', async () => {
    const { page } = await stage.visit('/')
    await page.getByRole('button', { name: /^Menu of / }).click()
    expect(await page.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/docs/')
    const { refused, foreign, failures } = await stage.visit('/docs/')
    await expectWell(page)
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('emergency stop')
    const result = page.getByRole('dialog').getByRole('link', { name: 'Runbook › Emergency stop' })
    await result.waitFor()
    await expectWell(page)
    await result.click()
    await page.waitForURL(/runbook\.html#emergency-stop$/)
    await putOn(page, APPEARANCES[1])
    await expectWell(page)
    await page.getByRole('button', { name: 'Pages' }).click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect([refused, foreign, failures]).toEqual([[], [], []])
  })

  it('keeps its data when the server dies, and resumes automatically when it is back', async () => {
    const admin = { PLIMSOLL_BOOTSTRAP_ADMIN: `admin:${PASSWORD}`, PLIMSOLL_AUTOTRADING: 'on' }
    const dataDir = aDirectory()
    const first = await startServer(['--data-dir', dataDir], admin)
    const { url } = first.banner
    const { page, calls, failures } = await stage.open()
    await page.goto(url)
    await logIn(page)
    const live = page.getByRole('banner').getByText('LIVE', { exact: true })
    await live.waitFor()
    const equity = page
      .getByRole('banner')
      .getByText(/^[\d,]+\.\d\d$/)
      .first()
    await equity.waitFor()
    await page.getByRole('banner').getByText('RUNNING').waitFor()
    await visitScreens(page)
    const colour = () => page.evaluate(`getComputedStyle(document.querySelector('header strong.text-good')).color`)
    const good = await colour()
    first.child.kill('SIGKILL')
    await page.getByText('Disconnected').waitFor()
    expect(await colour()).not.toBe(good)
    expect(await equity.innerText()).toMatch(/^[\d,]+\.\d\d$/)
    expect(await page.title()).toMatch(/^STALE · /)
    await visitScreens(page)
    const before = calls.length
    await first.ended
    await startServer(['--data-dir', dataDir, '--port', new URL(url).port], admin)
    await live.waitFor()
    expect(calls.slice(before).filter((call) => call.includes('/trading/'))).toEqual([])
    expect(failures).toEqual([])
  })
})

/** Opens two screens, whose files the page has from then on. */
const visitScreens = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Positions and orders' }).click()
  await page.getByRole('heading', { name: /^Order history/ }).waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('heading', { name: 'Action required' }).waitFor()
}
