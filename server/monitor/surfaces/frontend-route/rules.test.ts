import { describe, expect, it } from 'vitest'
import type { ConsoleManifest } from '../../../../contract/monitor/console-manifest.ts'
import { aRoute, ORDER, ROUTES } from '../../../../test/support/route-samples.ts'
import { aSnapshot, type InputValues, report } from '../../../../test/support/truth-samples.ts'
import { frontendRouteTruth } from './rules.ts'

const DIGEST = 'a'.repeat(64)

type Page = ConsoleManifest['routes'][number]

const MARKETS: Page = {
  path: '/markets',
  component: 'Markets',
  roles: ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'],
  api: [{ method: 'GET', path: '/api/v381/market/tickers' }],
}

const TRADE: Page = {
  path: '/trade/:symbol',
  component: 'Trade',
  roles: ['TRADER', 'ADMIN'],
  api: [{ method: 'POST', path: '/api/v381/trading/order' }],
}

const SERVED = [
  ...ROUTES,
  aRoute({ url: '/markets', access: 'OPEN' }),
  aRoute({ url: '/trade/:symbol', access: 'OPEN' }),
]

const manifest = (changes: Partial<ConsoleManifest> = {}): ConsoleManifest => ({
  schemaVersion: '1.0.0',
  builtAt: '2026-01-01T00:00:00.000Z',
  bundleDigest: DIGEST,
  routes: [MARKETS, TRADE],
  inlineScripts: 0,
  assets: [
    { path: 'assets/a.js', integrity: 'sha384-x' },
    { path: 'assets/b.css', integrity: null },
  ],
  ...changes,
})

const PROBES = {
  pages: [{ path: '/markets', status: 200 }],
  reads: [{ path: '/api/v381/market/tickers', status: 401 }],
  policy: "default-src 'none'",
}

const WELL = {
  consoleManifest: { manifest: manifest(), bundleDigest: DIGEST },
  consoleProbes: PROBES,
  routes: SERVED,
} satisfies InputValues

const withManifest = (changes: Partial<ConsoleManifest>): InputValues => ({
  ...WELL,
  consoleManifest: { manifest: manifest(changes), bundleDigest: DIGEST },
})

const calling = (method: string, path: string): InputValues =>
  withManifest({ routes: [{ ...MARKETS, api: [{ method, path }] }, TRADE] })

const judged = (values: InputValues, parts: Parameters<typeof aSnapshot>[1] = {}) => {
  const { verdict, reasons } = report(frontendRouteTruth, aSnapshot(values, parts))
  return [verdict, ...reasons.map(({ code }) => code)]
}

describe('frontend-route-truth', () => {
  it('is in sync when every page and every call matches the server', () => {
    const made = report(frontendRouteTruth, aSnapshot(WELL))
    expect(made).toMatchObject({
      verdict: 'IN_SYNC',
      summary: 'In sync: 2 console pages and their 2 API calls match the server.',
      data: {
        console: { bundleDigest: DIGEST, declaredDigest: DIGEST, manifestRoutes: 2 },
        routes: [
          {
            path: '/markets',
            servedStatus: 200,
            state: 'MATCHED',
            requiredApi: [{ declaredByServer: true, effect: 'READ', probeStatus: 401 }],
          },
          {
            path: '/trade/:symbol',
            servedStatus: null,
            state: 'MATCHED',
            requiredApi: [{ effect: 'ORDER_INSTRUCTION', rolesAnyOf: ['TRADER', 'ADMIN'], probeStatus: null }],
          },
        ],
        csp: { header: "default-src 'none'", inlineScripts: 0 },
        sri: { assets: 2, withIntegrity: 1 },
      },
    })
  })

  it('lists the API routes that no page calls', () => {
    const { data } = report(frontendRouteTruth, aSnapshot(WELL))
    const { orphanApi } = data as { orphanApi: { path: string }[] }
    const paths = orphanApi.map(({ path }) => path)
    expect(paths).toContain('/api/emergency-stop')
    expect(paths).not.toContain(ORDER.url)
    expect(paths).not.toContain('/healthz')
  })

  it('is insufficient while no console has been built, and shows the available inputs', () => {
    const made = report(frontendRouteTruth, aSnapshot({ routes: SERVED }))
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'CONSOLE_MANIFEST', producedBy: 'console build' }, { code: 'CONSOLE_PROBES' }],
      data: { console: null, routes: [], csp: null, sri: null },
    })
    expect((made.data as { orphanApi: unknown[] }).orphanApi).toHaveLength(7)
  })

  it.each([
    ['calls what is not there', calling('GET', '/api/v381/market/nothing'), 'API_MISSING'],
    ['calls with another method', calling('DELETE', '/api/v381/market/tickers'), 'METHOD_MISMATCH'],
    [
      'is declared but not served',
      { ...WELL, consoleProbes: { ...PROBES, pages: [{ path: '/markets', status: 404 }] } },
      'DECLARED_NOT_SERVED',
    ],
  ])('is broken when a page %s', (_name, values, code) => {
    expect(judged(values)).toEqual(['BROKEN', code])
    expect(judged(values, { agesMs: { consoleProbes: 10_000_000 } })).toEqual(['BROKEN', code])
  })

  it.each([
    [
      'shows it to one who may not',
      withManifest({ routes: [MARKETS, { ...TRADE, roles: ['OPERATOR', 'TRADER'] }] }),
      'ROLE_MISMATCH',
    ],
    ['is served but not declared', withManifest({ routes: [MARKETS] }), 'SERVED_NOT_DECLARED'],
    [
      'needs an API call that fails',
      { ...WELL, consoleProbes: { ...PROBES, reads: [{ path: '/api/v381/market/tickers', status: 500 }] } },
      'PROBE_FAILED',
    ],
    ['has other files than its manifest lists', withManifest({ bundleDigest: 'b'.repeat(64) }), 'OTHER_FILES'],
  ])('has drifted when the console %s', (_name, values, code) => {
    expect(judged(values)).toEqual(['DRIFT', code])
  })

  it.each(['consoleManifest', 'consoleProbes', 'routes'] as const)('is insufficient without %s', (name) => {
    const rest = Object.fromEntries(Object.entries(WELL).filter(([key]) => key !== name))
    expect(judged(rest)[0]).toBe('INSUFFICIENT_EVIDENCE')
  })

  it.each([
    [600_000, ['IN_SYNC']],
    [600_001, ['INSUFFICIENT_EVIDENCE', 'INPUT_STALE']],
  ])('relies on probes of %i ms ago: %j', (ageMs, expected) => {
    expect(judged(WELL, { agesMs: { consoleProbes: ageMs } })).toEqual(expected)
  })
})
