import type { ImportGraph } from '../core/import-graph.ts'
import type { KeyPermissions } from '../domain/account/key-permissions.ts'
import type { RecordedLag } from '../domain/market/recorded-lag.ts'
import type { AuditVerificationTruth } from '../monitor/inputs/audit-verification.ts'
import type { ConsoleManifestTruth } from '../monitor/inputs/console-manifest.ts'
import type { CustodyTruth } from '../monitor/inputs/custody.ts'
import type { IdentityTruth } from '../monitor/inputs/identity.ts'
import type { RouteTruth } from '../monitor/inputs/routes.ts'
import type { TrafficTruth } from '../monitor/inputs/traffic.ts'
import type { VenueBudgetTruth } from '../monitor/inputs/venue-budget.ts'

/** The HTTP server, as it tells of itself. */
export interface HttpSource {
  routes(): readonly RouteTruth[]
  traffic(latelyMs: number): TrafficTruth
  /** What one without a token gets. */
  probe(path: string): Promise<{ readonly status: number; readonly policy: string | null }>
}

/** How much of what an exchange lets through has been used. */
export interface AllowanceSource extends Omit<VenueBudgetTruth, 'venue' | 'delayedLately'> {
  delayedWithin(latelyMs: number): number
}

/** What there is around the engine: the doors, the keys, the files. */
export interface HostSources {
  /** Undefined until the server is made. */
  http(): HttpSource | undefined
  identity(): IdentityTruth
  allowance(): AllowanceSource
  readonly venueName: string
  /** Of a recording that is played; null of any other market. */
  readonly recordedLag: RecordedLag | null
  /** Null where no key is held; undefined where the exchange does not say. */
  keyPermissions(): Promise<KeyPermissions | null | undefined>
  /** Undefined where it could not be looked at. */
  custody(): CustodyTruth | undefined
  /** Reads the whole audit log; what comes to it meanwhile is not judged. */
  verifyAudit(): Promise<AuditVerificationTruth>
  /** The import graph of the code that runs, with the digest of what it was read from. */
  codeGraph(): Promise<{ readonly graph: ImportGraph; readonly buildDigest: string }>
  /** Undefined where no console has been built. */
  consoleManifest(): Promise<ConsoleManifestTruth | undefined>
}
