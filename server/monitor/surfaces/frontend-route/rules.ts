import { frontendRouteTruth as contract } from '../../../../contract/monitor/frontend-route-truth.ts'
import { type Available, type Cause, defineSurface } from '../../frame/surface.ts'
import { type ConsoleRoute, findOrphans, type Matched, matchRoutes } from './match-routes.ts'

type ConsoleInputs = Available<'consoleManifest' | 'consoleProbes' | 'routes'>

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
      summary: `${broken.length} pages of the console need what the server does not have: ${describePage(first)}.`,
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
      const summary = `The console has drifted from the server in ${reasons.length} points: ${reasons[0]?.message ?? ''}`
      return { verdict: 'DRIFT', summary, reasons }
    }
    const summary = `In sync: ${pages.length} pages of the console and their ${calls} calls are all as the server has them.`
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
  MATCHED: 'fits',
  DECLARED_NOT_SERVED: 'is declared and not served',
  SERVED_NOT_DECLARED: 'is served and not declared',
  API_MISSING: 'calls what the server does not have',
  METHOD_MISMATCH: 'calls with a method the server does not have there',
  ROLE_MISMATCH: 'is shown to a user who may not make its calls',
  PROBE_FAILED: 'needs a read that fails',
}

const describePage = ({ path, state }: ConsoleRoute): string => `${path} ${WORDS[state]}`

const toCause = (page: ConsoleRoute): Cause => ({
  code: page.state,
  message: `${describePage(page)}.`,
  ...(page.state === 'PROBE_FAILED' && { remedy: 'See the log for the read that fails, and restart if it stays.' }),
  of: page.servedStatus === null ? ['consoleManifest', 'routes'] : ['consoleManifest', 'consoleProbes', 'routes'],
})

const OTHER_FILES: Cause = {
  code: 'OTHER_FILES',
  message: 'The files of the console differ from its manifest.',
  of: ['consoleManifest'],
}
