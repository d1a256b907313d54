import type { Browser, BrowserContextOptions, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CONTROLS, SCREENS } from '../../console/src/screens.ts'
import { CONSOLE_DIRECTORY } from '../../server/console-files.ts'
import { PUBLISHED_QUOTAS } from '../../server/http/quotas.ts'
import { loadConsole } from '../../server/load-console.ts'
import { findBrowser } from '../support/browser.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { barriersOf, logIn, type WatchedPage, watchPage } from './watched-page.ts'

const found = findBrowser()
const isBuilt = (await loadConsole(CONSOLE_DIRECTORY)) !== undefined
const why = isBuilt ? found.why : 'it is not built (node console/build.js)'
/** All of these tests log in from one address. */
const QUOTAS = { ...PUBLISHED_QUOTAS, login: { name: 'login', requests: 1_000, windowMs: 60_000 } }
const HOLD_MS = 1_500
const SOON = { timeout: 10_000, interval: 50 }
const WIDTHS = [1280, 390] as const

describe.skipIf(why !== undefined)(`the console in a browser${why === undefined ? '' : `: skipped, ${why}`}`, () => {
  let server: TestPlatform
  let browser: Browser
  beforeAll(async () => {
    if (found.why !== undefined) throw new Error(found.why)
    const started = await Promise.all([startTestPlatform({}, QUOTAS), found.open()])
    server = started[0]
    browser = started[1]
    await server.ready()
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  const open = async (options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(10_000)
    onTestFinished(() => context.close())
    return watchPage(context, server.platform.url)
  }
  const enter = async (options?: BrowserContextOptions): Promise<WatchedPage> => {
    const watched = await open(options)
    await logIn(watched.page)
    await watched.page.getByRole('heading', { name: 'Does anybody have to act?' }).waitFor()
    return watched
  }
  const textOf = (page: Page, name: string): Promise<string> => page.getByRole('region', { name }).innerText()

  it('says what is wrong with a log-in, and what to do', async () => {
    const { page } = await open()
    await logIn(page, 'wrong')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(/No user has this name and password\.\s+Check both\./)
  })

  it('opens on what an operator has to know, and goes on telling it', async () => {
    const { page } = await enter()
    const banner = page.getByRole('banner')
    await banner.getByText('PAPER').waitFor()
    await banner.getByText('RUNNING').waitFor()
    await banner.getByText('LIVE', { exact: true }).waitFor()
    expect(await textOf(page, 'Money, USDT')).toMatch(/Equity\s+[\d,]+\.\d\d/)
    const before = await textOf(page, 'Does anybody have to act?')
    await vi.waitFor(async () => expect(await textOf(page, 'Does anybody have to act?')).not.toBe(before), SOON)
  })

  it('says that it is cut off, keeps what it knows, and goes on by itself', async () => {
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    const open: WebSocketRoute[] = []
    let isCut = false
    await context.routeWebSocket(/\/ws$/, async (socket) => {
      if (isCut) return socket.close()
      socket.connectToServer()
      open.push(socket)
    })
    const { page } = await watchPage(context, server.platform.url)
    await logIn(page)
    const live = page.getByRole('banner').getByText('LIVE', { exact: true })
    await live.waitFor()
    isCut = true
    await Promise.all(open.map((socket) => socket.close()))
    await page.getByText('There is no connection').waitFor()
    expect(await textOf(page, 'Money, USDT')).toMatch(/Equity\s+[\d,]+\.\d\d/)
    isCut = false
    await live.waitFor()
  })

  it('keeps no token where a script could find it, and the session through a reload', async () => {
    const { page } = await enter()
    expect(await page.evaluate('[{ ...localStorage }, { ...sessionStorage }, document.cookie]')).toEqual([{}, {}, ''])
    await page.reload()
    await page.getByRole('banner').getByText('PAPER').waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Password').waitFor()
    await page.reload()
    await page.getByLabel('Password').waitFor()
  })

  it.each(['light', 'dark'] as const)(
    'keeps nobody out and fits, wide and narrow, in the %s theme',
    async (colorScheme) => {
      const { page } = await open({ colorScheme })
      const expectWell = async (): Promise<void> => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 })
          expect(await barriersOf(page)).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        }
      }
      await page.getByLabel('Password').waitFor()
      expect(await barriersOf(page)).toEqual([])
      await logIn(page)
      await page.getByRole('heading', { name: 'Exposure' }).waitFor()
      await expectWell()
      await page.getByRole('link', { name: 'Monitor', exact: true }).click()
      await page.getByText('security-rbac-truth', { exact: true }).click()
      await page.locator('#security-rbac-truth').getByText('JSON').click()
      await expectWell()
    },
  )

  it('pauses at a click, and says what came of it', async () => {
    const { page, calls } = await enter()
    const pause = page.getByRole('button', { name: 'PAUSE' })
    await pause.click()
    await page.getByText(/Autotrading is paused: PAUSED\./).waitFor()
    await page.getByRole('banner').getByText('PAUSED').waitFor()
    expect(await pause.isDisabled()).toBe(true)
    expect(calls).toContain('POST /api/autotrading/pause')
  })

  it('stops when the button was held, not before, and shows how far it has come', async () => {
    const { page, calls, refused, foreign, failures } = await enter()
    const button = page.getByRole('button', { name: 'EMERGENCY STOP' })
    await button.click()
    await page.keyboard.press('Alt+Shift+KeyX')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    expect(calls).not.toContain('POST /api/emergency-stop')
    await page.keyboard.down('Space')
    const panel = page.getByRole('region', { name: 'Emergency stop' })
    await panel.waitFor({ timeout: HOLD_MS * 5 })
    await page.keyboard.up('Space')
    await panel.getByText('COMPLETE', { exact: true }).waitFor()
    expect(await panel.innerText()).toMatch(/DONE\s+Entries are blocked\.[\s\S]*plimsoll stop clear/)
    await page.getByRole('banner').getByText('HALTED').waitFor()
    expect(calls.filter((call) => call === 'POST /api/emergency-stop')).toHaveLength(1)
    expect(await barriersOf(page)).toEqual([])

    const declared = [...SCREENS, ...CONTROLS].flatMap(({ api }) => api.map(({ method, path }) => `${method} ${path}`))
    expect(calls.filter((call) => !declared.includes(call))).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('says how long one has to wait who has failed too often', async () => {
    const { page } = await open()
    const wait = page.getByRole('button', { name: /^Again in \d+ s$/ })
    while (!(await wait.isVisible())) {
      await logIn(page, 'wrong')
      await page.getByRole('alert').waitFor()
    }
    expect(await wait.isDisabled()).toBe(true)
    expect(await page.getByRole('alert').innerText()).toMatch(/Too many logins failed in a row/)
  })
})
