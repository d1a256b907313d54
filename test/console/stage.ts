import type { Browser, BrowserContext, BrowserContextOptions, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { CONSOLE_DIRECTORY, loadConsole } from '../../server/app/console.ts'
import type { Flags } from '../../server/config/settings.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { PUBLISHED_QUOTAS } from '../../server/http/security/quotas.ts'
import { findBrowser } from '../support/browser.ts'
import { PASSWORD, startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { APPEARANCES, type Appearance, putOn, type WatchedPage, watchPage } from './watched-page.ts'

const installation = findBrowser()
const isBuilt = (await loadConsole(CONSOLE_DIRECTORY)) !== undefined
const why = isBuilt ? installation.why : 'it is not built (node console/build.js)'

const MANY = { name: 'many', requests: 1_000, windowMs: MINUTE_MS }
/** All tests of a file use one user at one address. */
const QUOTAS = { ...PUBLISHED_QUOTAS, standard: MANY }
/** Timeout for a busy machine, on which accessibility checks are slow. */
const TEST_MS = 120_000
const WAIT_MS = 60_000
/** Time that a test waits for pending results of the market or the server. */
export const SOON = { timeout: WAIT_MS, interval: 100 }

/**
 * Gives a page three frames a second. It shows the same data as with sixty, but drawing is most of what an open page
 * does.
 */
const SLOW_FRAMES = `
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 300)
  window.cancelAnimationFrame = (frame) => clearTimeout(frame)
`

/** Declares tests that need the console and a browser; without either they are skipped with the reason. */
export const describeInBrowser = (what: string, tests: () => void): void => {
  const title = why === undefined ? what : `${what}: skipped, ${why}`
  describe.skipIf(why !== undefined)(title, { timeout: TEST_MS }, tests)
}

/** One server and one browser, for all tests of a file. */
export interface Stage {
  readonly server: TestPlatform
  /** Opens a page without a login; it is closed with the test. */
  open(options?: BrowserContextOptions): Promise<WatchedPage>
  /** Opens a page with a new login; it is closed with the test. */
  enter(user?: string, options?: BrowserContextOptions): Promise<WatchedPage>
  /** Loads this path in the page where the admin is logged in, shared by all tests. */
  visit(path: string, appearance?: Appearance): Promise<WatchedPage>
}

export const setStage = (flags: Flags = {}): Stage => {
  let server: TestPlatform
  let browser: Browser
  let sharedPage: WatchedPage | undefined
  beforeAll(async () => {
    if (installation.why !== undefined) throw new Error(installation.why)
    const started = await Promise.all([startTestPlatform(flags, QUOTAS), installation.open()])
    server = started[0]
    browser = started[1]
    await server.ready()
  }, TEST_MS)
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const context = await browser.newContext({ serviceWorkers: 'block', ...options })
    context.setDefaultTimeout(WAIT_MS)
    await context.addInitScript(SLOW_FRAMES)
    return context
  }
  const openContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await newContext(options)
    onTestFinished(() => context.close())
    return context
  }
  /** Logs in without the login page, whose tests use it. */
  const enterAs = async (username: string, context: BrowserContext): Promise<WatchedPage> => {
    const { url } = server.platform
    const data = { username, password: PASSWORD, refreshTokenIn: 'COOKIE' }
    const response = await context.request.post(`${url}/api/auth/login`, { data })
    if (!response.ok()) throw new Error(await response.text())
    const watched = await watchPage(context, url)
    await watched.page.getByRole('banner').getByText('PAPER').waitFor()
    return watched
  }
  return {
    get server() {
      return server
    },
    open: async (options) => watchPage(await openContext(options), server.platform.url),
    enter: async (user = 'admin', options) => enterAs(user, await openContext(options)),
    async visit(path, appearance = APPEARANCES[0]) {
      sharedPage ??= await enterAs('admin', await newContext())
      await putOn(sharedPage.page, appearance)
      await sharedPage.page.goto(server.platform.url + path)
      return sharedPage
    },
  }
}

/** Lets the test disconnect the pages of a context from the stream, starting with the next page load. */
export const cutOff = async (context: BrowserContext) => {
  const sockets: WebSocketRoute[] = []
  let isCut = false
  await context.routeWebSocket(/\/ws$/, async (socket) => {
    if (isCut) return socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  return {
    async cut(code?: number) {
      isCut = true
      await Promise.all(sockets.map((socket) => socket.close(code === undefined ? {} : { code })))
    },
    /** Sends a message as the server would. */
    send(message: object) {
      for (const socket of sockets) socket.send(JSON.stringify(message))
    },
    mend() {
      isCut = false
    },
  }
}
