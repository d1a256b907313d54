import type { Static } from 'typebox'
import type { ConsoleManifest } from '../../../../contract/monitor/console-manifest.ts'
import type { frontendRouteTruth } from '../../../../contract/monitor/frontend-route-truth.ts'
import { ROLES } from '../../../../contract/roles.ts'
import type { ConsoleProbesTruth, RouteTruth } from '../../inputs/http.ts'

type Data = Static<typeof frontendRouteTruth.data>
export type ConsoleRoute = Data['routes'][number]
type RequiredApi = ConsoleRoute['requiredApi'][number]

/** Inputs of the comparison. */
export interface Matched {
  readonly manifest?: ConsoleManifest | undefined
  readonly routes?: readonly RouteTruth[] | undefined
  readonly probes?: ConsoleProbesTruth | undefined
}

/** Compares every page of the console with the server's routes; a route that was not probed is no mismatch. */
export const matchRoutes = ({ manifest, routes, probes }: Matched): ConsoleRoute[] => {
  const declared = (manifest?.routes ?? []).map((page) => matchPage(page, { routes, probes }))
  const undeclared = manifest ? pagesServed(routes ?? []).filter((path) => !isDeclared(manifest, path)) : []
  return [...declared, ...undeclared.map((path) => servedAlone(path, probes))]
}

/** Returns the API routes of the server that no page calls. */
export const findOrphans = ({ manifest, routes }: Matched): Data['orphanApi'] => {
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

/** The first that is wrong, the worst first. */
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

/** One without a token gets an answer or the challenge; what fails answers otherwise. */
const hasFailed = ({ probeStatus }: RequiredApi): boolean =>
  probeStatus !== null && probeStatus !== 401 && (probeStatus === 404 || probeStatus >= 500)

/** Pages the server gives to browsers: neither API, nor probes, nor its own documentation, nor single files. */
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
