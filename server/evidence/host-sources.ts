import type { ImportGraph } from '../core/import-graph.ts'
import type { KeyPermissions } from '../domain/account/key-permissions.ts'
import type { RecordedLag } from '../domain/market/recorded-lag.ts'
import type { AuditVerificationTruth } from '../monitor/inputs/audit-verification.ts'
import type { ConsoleManifestTruth } from '../monitor/inputs/console-manifest.ts'
import type { HostSecurityTruth } from '../monitor/inputs/custody.ts'
import type { IdentityTruth } from '../monitor/inputs/identity.ts'
import type { RouteTruth } from '../monitor/inputs/routes.ts'
import type { TrafficTruth } from '../monitor/inputs/traffic.ts'
import type { VenueBudgetTruth } from '../monitor/inputs/venue-budget.ts'

/** Information from the HTTP server about itself. */
export interface HttpSource {
  routes(): readonly RouteTruth[]
  traffic(latelyMs: number): TrafficTruth
  /** Requests a path without a token and returns the response. */
  probe(path: string): Promise<{ readonly status: number; readonly policy: string | null }>
}

/** Used share of the limits of an exchange. */
export interface AllowanceSource extends Omit<VenueBudgetTruth, 'venue' | 'delayedLately'> {
  delayedWithin(latelyMs: number): number
}

/** Sources around the engine: servers, keys and files. */
export interface HostSources {
  /** Undefined until the server is made. */
  http(): HttpSource | undefined
  identity(): IdentityTruth
  allowance(): AllowanceSource
  readonly venueName: string
  /** Of a recording that is played; null of any other market. */
  readonly recordedLag: RecordedLag | null
  /** Reads the key permissions; null without a key, undefined when the exchange does not report them. */
  keyPermissions(): Promise<KeyPermissions | null | undefined>
  /** Reads the host security; undefined when that failed. */
  custody(): HostSecurityTruth | undefined
  /** Reads the whole audit log; entries appended meanwhile are not judged. */
  verifyAudit(): Promise<AuditVerificationTruth>
  /** The import graph of the code that runs, with the digest of what it was read from. */
  codeGraph(): Promise<{ readonly graph: ImportGraph; readonly buildDigest: string }>
  /** Undefined where no console has been built. */
  consoleManifest(): Promise<ConsoleManifestTruth | undefined>
}
