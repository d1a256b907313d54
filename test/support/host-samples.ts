import type { AllowanceSource, HostSources, HttpSource } from '../../server/evidence/evidence-sources.ts'
import { ROUTES } from './route-samples.ts'

/** Creates a server that answers every probe with this status, and records the requests. */
export const aHttpSource = (status = 401): HttpSource & { readonly requestedPaths: string[] } => {
  const requestedPaths: string[] = []
  return {
    requestedPaths,
    routes: () => ROUTES,
    traffic: (latelyMs) => ({
      quotas: [],
      controlRefused1h: latelyMs,
      answers: { replays24h: 0, mismatches24h: 0, duplicates24h: 0, inFlight: 0 },
    }),
    async probe(path) {
      requestedPaths.push(path)
      return { status, policy: "default-src 'none'" }
    },
  }
}

export const anAllowance = (changes: Partial<AllowanceSource> = {}): AllowanceSource => ({
  counts: [],
  rejected1h: { http429: 0, http418: 0, venueCode: 0 },
  delayedWithin: () => 0,
  silentUntilMs: null,
  ...changes,
})

const notConfigured = (): never => {
  throw new Error('this sample has no answer configured')
}

/** Creates the environment of the engine, with the test's changes. */
export const aHost = (changes: Partial<HostSources> = {}): HostSources => ({
  http: notConfigured,
  identity: notConfigured,
  allowance: notConfigured,
  venueName: 'the simulated exchange',
  recordedLag: null,
  keyPermissions: notConfigured,
  custody: notConfigured,
  verifyAudit: notConfigured,
  codeGraph: notConfigured,
  consoleManifest: notConfigured,
  ...changes,
})
