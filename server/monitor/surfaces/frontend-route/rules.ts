/** Rules of the surface `frontend-route-truth`: whether the built console matches the running server. */

import type { Static } from 'typebox'
import type { ConsoleManifest } from '../../../../contract/monitor/console-manifest.ts'
import { frontendRouteTruth as contract } from '../../../../contract/monitor/frontend-route-truth.ts'
import { ROLES } from '../../../../contract/roles.ts'
import { counted } from '../../frame/missing-evidence.ts'
import { type Available, type Cause, defineSurface } from '../../frame/surface.ts'
import type { ConsoleProbesTruth, RouteTruth } from '../../inputs/http.ts'

/** Consistency of the built console with the running server: pages, calls, methods and roles. */
export const frontendRouteTruth = defineSurface({
  contract,
  needs: ['consoleManifest', 'consoleProbes', 'routes'],
  fault(inputs) {
    const broken = matchRoutes(matchedIn(inputs)).filter(({ state }) => BROKEN.includes(state))
    const [first] = broken
    if (!first) return null
    return {
      verdict: 'BROKEN',
      summary: `${counted(broken.length, 'console page')} not supported by this server: ${describePage(first)}.`,
      reasons: broken.map(toCause),
    }
  },
  judge(whole) {
    const { manifest, bundleDigest } = whole.consoleManifest
    const pages = matchRoutes(matchedIn(whole))
    const drifted = pages.filter(({ state }) => state !== 'MATCHED')
    const reasons = [...drifted.map(toCause), ...(manifest.bundleDigest === bundleDigest ? [] : [OTHER_FILES])]
    const calls = pages.reduce((sum, { requiredApi }) => sum + requiredApi.length, 0)
    if (reasons.length > 0) {
      const summary = `The console differs from the server in ${counted(reasons.length, 'point')}: ${reasons[0]?.message ?? ''}`
      return { verdict: 'DRIFT', summary, reasons }
    }
    const summary = `In sync: ${pages.length} console pages and their ${calls} API calls match the server.`
    return { verdict: 'IN_SYNC', summary, reasons: [] }
  },
  data(inputs) {
    const { consoleManifest, consoleProbes } = inputs
    const matched = matchedIn(inputs)
    const { manifest } = matched
    return {
      console: consoleManifest ? consoleBody(consoleManifest) : null,
      routes: matchRoutes(matched),
      orphanApi: findOrphans(matched),
      csp: manifest ? { header: consoleProbes?.policy ?? null, inlineScripts: manifest.inlineScripts } : null,
      sri: manifest ? integrityBody(manifest.assets) : null,
    }
  },
})

type ConsoleInputs = Available<'consoleManifest' | 'consoleProbes' | 'routes'>

const BROKEN: readonly ConsoleRoute['state'][] = ['DECLARED_NOT_SERVED', 'API_MISSING', 'METHOD_MISMATCH']

const matchedIn = ({ consoleManifest, consoleProbes, routes }: ConsoleInputs): Matched => ({
  manifest: consoleManifest?.manifest,
  probes: consoleProbes,
  routes,
})

const consoleBody = ({ manifest, bundleDigest }: NonNullable<ConsoleInputs['consoleManifest']>) => ({
  bundleDigest,
  declaredDigest: manifest.bundleDigest,
  builtAt: manifest.builtAt,
  manifestRoutes: manifest.routes.length,
})

const integrityBody = (assets: NonNullable<Matched['manifest']>['assets']) => ({
  assets: assets.length,
  withIntegrity: assets.filter(({ integrity }) => integrity !== null).length,
})

const WORDS: Readonly<Record<ConsoleRoute['state'], string>> = {
  MATCHED: 'matches',
  DECLARED_NOT_SERVED: 'is declared but not served',
  SERVED_NOT_DECLARED: 'is served but not declared',
  API_MISSING: 'calls an API route that the server does not have',
  METHOD_MISMATCH: 'uses a method that the route does not have',
  ROLE_MISMATCH: 'is shown to users without permission for its calls',
  PROBE_FAILED: 'needs an API call that fails',
}

const describePage = ({ path, state }: ConsoleRoute): string => `${path} ${WORDS[state]}`

const toCause = (page: ConsoleRoute): Cause => ({
  code: page.state,
  message: `${describePage(page)}.`,
  ...(page.state === 'PROBE_FAILED' && { remedy: 'Check the log for the failing request; restart if this persists.' }),
  of: page.servedStatus === null ? ['consoleManifest', 'routes'] : ['consoleManifest', 'consoleProbes', 'routes'],
})

const OTHER_FILES: Cause = {
  code: 'OTHER_FILES',
  message: 'The console files differ from the manifest.',
  of: ['consoleManifest'],
}

type Data = Static<typeof contract.data>
type ConsoleRoute = Data['routes'][number]
type RequiredApi = ConsoleRoute['requiredApi'][number]

/** Inputs of the comparison. */
interface Matched {
  readonly manifest?: ConsoleManifest | undefined
  readonly routes?: readonly RouteTruth[] | undefined
  readonly probes?: ConsoleProbesTruth | undefined
}

/** Compares every page of the console with the server's routes; a route that was not probed is not a mismatch. */
const matchRoutes = ({ manifest, routes, probes }: Matched): ConsoleRoute[] => {
  const declared = (manifest?.routes ?? []).map((page) => matchPage(page, { routes, probes }))
  const undeclared = manifest ? pagesServed(routes ?? []).filter((path) => !isDeclared(manifest, path)) : []
  return [...declared, ...undeclared.map((path) => servedAlone(path, probes))]
}

/** Returns the API routes of the server that no page calls. */
const findOrphans = ({ manifest, routes }: Matched): Data['orphanApi'] => {
  const called = new Set(
    (manifest?.routes ?? []).flatMap(({ api }) => api.map(({ method, path }) => `${method} ${path}`)),
  )
  return (routes ?? [])
    .filter(({ method, url }) => url.startsWith('/api/') && method !== 'HEAD' && !called.has(`${method} ${url}`))
    .map(({ method, url }) => ({ method, path: url }))
}

type Page = ConsoleManifest['routes'][number]
type Beside = Omit<Matched, 'manifest'>

const matchPage = (page: Page, { routes, probes }: Beside): ConsoleRoute => {
  const requiredApi = page.api.map((call) => matchApi(call, { routes, probes }))
  const servedStatus = probes?.pages.find(({ path }) => path === page.path)?.status ?? null
  return {
    path: page.path,
    component: page.component,
    declaredInBundle: true,
    servedStatus,
    requiredApi,
    rolesShownInUi: page.roles,
    state: judgeState({ page, requiredApi, servedStatus }, routes),
  }
}

const matchApi = ({ method, path }: Page['api'][number], { routes, probes }: Beside): RequiredApi => {
  const route = routes?.find((one) => one.method === method && one.url === path)
  return {
    method,
    path,
    declaredByServer: route !== undefined,
    effect: route?.effect ?? null,
    rolesAnyOf: route ? ROLES.filter((role) => route.decisions[role] !== 'FORBIDDEN') : [],
    probeStatus: method === 'GET' ? (probes?.reads.find((probe) => probe.path === path)?.status ?? null) : null,
  }
}

interface Held {
  readonly page: Page
  readonly requiredApi: readonly RequiredApi[]
  readonly servedStatus: number | null
}

/** Returns the first mismatch, in order of severity. */
const judgeState = ({ page, requiredApi, servedStatus }: Held, routes: Beside['routes']): ConsoleRoute['state'] => {
  const absent = routes ? requiredApi.filter(({ declaredByServer }) => !declaredByServer) : []
  const hasAddress = (path: string): boolean => routes?.some(({ url }) => url === path) ?? false
  if (servedStatus !== null && servedStatus !== 200) return 'DECLARED_NOT_SERVED'
  if (absent.some(({ path }) => !hasAddress(path))) return 'API_MISSING'
  if (absent.length > 0) return 'METHOD_MISMATCH'
  if (routes && requiredApi.some(({ rolesAnyOf }) => page.roles.some((role) => !rolesAnyOf.includes(role)))) {
    return 'ROLE_MISMATCH'
  }
  return requiredApi.some(hasFailed) ? 'PROBE_FAILED' : 'MATCHED'
}

/** Returns whether a call failed: without a token, a working route responds normally or with the challenge. */
const hasFailed = ({ probeStatus }: RequiredApi): boolean =>
  probeStatus !== null && probeStatus !== 401 && (probeStatus === 404 || probeStatus >= 500)

/** Returns the pages the server delivers to browsers, excluding the API, probes, documentation and single files. */
const pagesServed = (routes: readonly RouteTruth[]): string[] =>
  routes.filter(({ method, url, access }) => method === 'GET' && access === 'OPEN' && isPage(url)).map(({ url }) => url)

const isPage = (url: string): boolean =>
  !/^\/(api|api-docs|docs|\.well-known|healthz|readyz|metrics|ws|assets)(\/|$)/.test(url) && !/[.*]/.test(url)

const isDeclared = ({ routes }: ConsoleManifest, path: string): boolean => routes.some((page) => page.path === path)

const servedAlone = (path: string, probes: Beside['probes']): ConsoleRoute => ({
  path,
  component: null,
  declaredInBundle: false,
  servedStatus: probes?.pages.find((probe) => probe.path === path)?.status ?? null,
  requiredApi: [],
  rolesShownInUi: [],
  state: 'SERVED_NOT_DECLARED',
})
