import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCREENS } from '../../console/src/screens.ts'
import { CONSOLE_DIRECTORY, loadConsole, readConsoleFiles } from '../../server/app/console.ts'
import { consoleProbesReader } from '../../server/evidence/readers/http.ts'
import type { BuiltConsole } from '../../server/http/routes/console.ts'
import { frontendRouteTruth } from '../../server/monitor/surfaces/frontend-route/rules.ts'
import { agreesWithDeclared } from '../../server/monitor/surfaces/security-rbac/declared-access.ts'
import { aHost } from '../support/host-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'
import { aSnapshot, report, TAKEN_AT_MS } from '../support/truth-samples.ts'

/** In bytes, as the bench has it. */
const FIRST_SCREEN_MAX = 250_000
/** One file with all weights, already compressed. */
const FONT_MAX = 32_000

/** Accept header of a browser that opens an address. */
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8'

const built = await loadConsole(CONSOLE_DIRECTORY)
const why = built ? '' : ': skipped, it is not built (node console/build.js)'

describe.skipIf(!built)(`the built console${why}`, () => {
  let server: TradingServer
  beforeAll(async () => {
    server = await startTradingServer({}, built)
  })
  afterAll(() => server.close())

  const get = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers })
  const files = (): BuiltConsole['files'] => built?.files ?? new Map()

  it('is in sync with the server, as the surface reports', async () => {
    const consoleManifest = await readConsoleFiles(CONSOLE_DIRECTORY)
    const { face } = server.app
    const host = aHost({ http: () => face, consoleManifest: async () => consoleManifest })
    const probed = await consoleProbesReader.read({ host }, TAKEN_AT_MS)
    if (!consoleManifest || !probed) throw new Error('the console was not found')
    const snapshot = aSnapshot({ consoleManifest, consoleProbes: probed.value, routes: face.routes() })
    const assets = [...files().keys()].filter((path) => path.startsWith('/assets/')).length
    expect(report(frontendRouteTruth, snapshot)).toMatchObject({
      verdict: 'IN_SYNC',
      data: { csp: { inlineScripts: 0 }, sri: { assets, withIntegrity: assets } },
    })
  })

  it('opens no route that is not declared', () => {
    expect(server.app.face.routes().filter((route) => !agreesWithDeclared(route))).toEqual([])
  })

  it.each(SCREENS.map(({ path }) => path))(
    'is a page at %s under a strict policy, and is never cached',
    async (path) => {
      const { statusCode, headers, body } = await get(path)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
      expect(policy).not.toMatch(/unsafe|http|\*/)
      expect(body).not.toMatch(/(src|href)="(https?:)?\/\//)
    },
  )

  it('has files whose names change with their content', async () => {
    for (const [path, { type, body }] of files()) {
      const { headers, rawPayload } = await get(path)
      expect(rawPayload.equals(body)).toBe(true)
      const cacheControl = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      expect(headers).toMatchObject({ 'content-type': type, 'cache-control': cacheControl })
    }
  })

  it.each([
    ['gzip', 'gzip, deflate', gunzipSync],
    ['br', 'gzip, deflate, br', brotliDecompressSync],
  ] as const)('has its texts compressed by %s for a browser that accepts %s', async (encoding, accepted, decode) => {
    for (const [path, { body }] of [...files()].filter(([name]) => !/\.(woff2|png)$/.test(name))) {
      const { headers, rawPayload } = await get(path, { 'accept-encoding': accepted })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(decode(rawPayload).equals(body)).toBe(true)
    }
  })

  it('needs little for any first screen, and lists the other scripts with their digests', () => {
    const page = built?.page.body.toString() ?? ''
    const scripts = [...files()].filter(([path]) => /^\/assets\/.*\.(js|css)$/.test(path))
    const [, listed = ''] = /<template id="other-scripts">(.*?)<\/template>/s.exec(page) ?? []
    const always = scripts.filter(([path]) => !listed.includes(` href="${path}"`))
    const later = scripts.filter((script) => !always.includes(script))
    for (const { path, component } of SCREENS) {
      const isEarly = new RegExp(` data-for="(?:[^"]* )?${path}(?: [^"]*)?" href="([^"]+)"`, 'g')
      const early = [...listed.matchAll(isEarly)].map(([, script]) => script)
      const module = component === 'Market' ? 'candle-chart' : component.toLowerCase()
      expect(early, path).toContainEqual(expect.stringContaining(`/assets/${module}-`))
      const first = [...always, ...later.filter(([script]) => early.includes(script))].map(([, file]) => file)
      const sizes = [built?.page, ...first].map((file) => file?.encoded.gzip?.length ?? 0)
      expect(sizes).not.toContain(0)
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        path,
      ).toBeLessThan(FIRST_SCREEN_MAX)
    }
    for (const [path] of later) expect(listed).toMatch(new RegExp(` href="${path}" integrity="sha384-`))
    expect(page).not.toMatch(/<link(?![^>]* href=)/)
    const fonts = [...files()].filter(([path]) => path.endsWith('.woff2')).map(([, { body }]) => body.length)
    expect(fonts.reduce((sum, size) => sum + size, 0)).toBeLessThan(FONT_MAX)
  })

  it.each(['/nope', '/market/XYZ/foo'])(
    'answers a person who requests %s with its page, as not found',
    async (path) => {
      const { statusCode, headers, body } = await get(path, { accept: BROWSER })
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(body).toBe(built?.page.body.toString())
    },
  )

  it.each(['/api/nope', '/api', '/api-docs/nope', '/assets/nope.js', '/ws/nope', '/metrics'])(
    'leaves %s to programs',
    async (path) => {
      const { headers } = await get(path, { accept: BROWSER })
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    },
  )

  it('returns nothing to requests that do not accept a page, or that would change one', async () => {
    const post = await server.app.inject({ method: 'POST', url: '/nope', headers: { accept: BROWSER } })
    expect([(await get('/nope')).statusCode, (await get('/nope', { accept: '*/*' })).statusCode]).toEqual([401, 401])
    expect(post.statusCode).toBe(401)
  })

  it.each(['/index.html', '/manifest.json', '/assets/', '/assets/..%2f..%2fpackage.json', '/nothing'])(
    'has nothing at %s',
    async (path) => {
      expect((await get(path)).statusCode).not.toBe(200)
    },
  )
})

describe('without a built console and documentation', () => {
  it('the root address redirects to the reference, and a page names the command', async () => {
    expect(await loadConsole(aTempDirectory())).toBeUndefined()
    const server = await startTradingServer()
    const { statusCode, headers } = await server.app.inject({ method: 'GET', url: '/' })
    expect([statusCode, headers.location]).toEqual([302, '/api-docs'])
    const documentation = await server.app.inject({ method: 'GET', url: '/docs/' })
    expect(documentation.statusCode).toBe(404)
    expect(documentation.body).toContain('npm run docs')
    await server.close()
  })
})
