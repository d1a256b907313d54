/** Readers of the API's routes and traffic, and of the console. */

import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { ConsoleProbesTruth, RouteTruth, TrafficTruth } from '../../monitor/inputs/http.ts'
import type { HttpSource, TruthSources } from '../evidence-sources.ts'
import { always, type Reader, type SnapshotReader } from '../reader.ts'

/** Probes the access check of every route for each kind of caller. */
export const routesReader: SnapshotReader<readonly RouteTruth[]> = {
  at: 'SNAPSHOT',
  everyMs: 5_000,
  read({ host }, nowMs) {
    const routes = host.http()?.routes()
    return routes && { value: routes, observedAtMs: nowMs, sampleSize: routes.length }
  },
}

export const trafficReader = always<TrafficTruth>(({ host, state: { rules } }, nowMs) => {
  const http = host.http()
  return http && { value: http.traffic(rules.constitution.monitor.throttleWindowMs), observedAtMs: nowMs }
})

/** Maximum number of probes of each kind; a console needs far fewer. */
const PROBES_MAX = 200

/** Probes the pages and read requests of the console: only those in the manifest, and none that write. */
export const consoleProbesReader = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  async read({ host }: Pick<TruthSources, 'host'>, nowMs: Instant) {
    const http = host.http()
    const known = await host.consoleManifest()
    if (!http || !known) return undefined
    const { routes } = known.manifest
    const pages = [...new Set(['/', ...routes.map(({ path }) => path)])].filter(isPlain)
    const reads = [...new Set(routes.flatMap(({ api }) => api.flatMap(readablePaths)))].filter(isPlain)
    const targets = { pages: pages.slice(0, PROBES_MAX), reads: reads.slice(0, PROBES_MAX) }
    const { policy } = await http.probe('/')
    return {
      value: { pages: await probeAll(http, targets.pages), reads: await probeAll(http, targets.reads), policy },
      observedAtMs: nowMs,
      sampleSize: targets.pages.length + targets.reads.length,
    }
  },
} as const satisfies Reader<ConsoleProbesTruth>

const readablePaths = ({ method, path }: { readonly method: string; readonly path: string }): string[] =>
  method === 'GET' ? [path] : []

/** A path with parameters has no single address. */
const isPlain = (path: string): boolean => !/[:*{]/.test(path)

const probeAll = async (http: HttpSource, paths: readonly string[]): Promise<ConsoleProbesTruth['pages']> => {
  const probed: { path: string; status: number }[] = []
  for (const path of paths) {
    const { status } = await http.probe(path)
    if (status !== QUOTA_EXCEEDED) probed.push({ path, status })
  }
  return probed
}

const QUOTA_EXCEEDED = 429
