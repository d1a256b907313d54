import type { ImportGraph } from '../core/import-graph.ts'
import type { KeyPermissions } from '../domain/account/key-permissions.ts'
import type { RecordedLag } from '../domain/market/market-event.ts'
import type { VenueBudgetTruth } from '../monitor/inputs/exchange.ts'
import type { ConsoleManifestTruth, RouteTruth, TrafficTruth } from '../monitor/inputs/http.ts'
import type { AuditVerificationTruth, HostSecurityTruth, IdentityTruth } from '../monitor/inputs/security.ts'

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
  /** Lag of a replayed recording; null for any other market. */
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
