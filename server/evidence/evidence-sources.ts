/** Sources of the monitor's readers: engine, stores, HTTP server, host and records. */

import type { ImportGraph } from '../core/import-graph.ts'
import type { Instant } from '../core/instant.ts'
import type { KeyPermissions } from '../domain/account/account.ts'
import type { PastRun, RunHashes } from '../domain/control/continuity.ts'
import type { RecordedLag } from '../domain/market/market-event.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import type { CandleStore } from '../engine/model/ports.ts'
import type { Memory } from '../engine/state/memory.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { Observed } from '../monitor/frame/observed.ts'
import type { ProtectionTruth } from '../monitor/inputs/account.ts'
import type { VenueBudgetTruth } from '../monitor/inputs/exchange.ts'
import type { LiveGrantTruth, LiveKeyTruth, ReadinessCheck, StoredPackets, Waiver } from '../monitor/inputs/go-live.ts'
import type {
  ConsoleManifestTruth,
  HttpAnswers,
  RouteTruth,
  StreamStanding,
  TrafficTruth,
} from '../monitor/inputs/http.ts'
import type { ChannelTruth, DigestTruth } from '../monitor/inputs/messenger.ts'
import type { ProcessFigures } from '../monitor/inputs/observation.ts'
import type { AuditVerificationTruth, HostSecurityTruth, IdentityTruth } from '../monitor/inputs/security.ts'
import type { FirstObserved } from '../views/control-reader.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { SignalStore, TradingStore } from '../views/ports.ts'
import type { TradeBook } from '../views/trade-book.ts'
import type { TradingReader } from '../views/trading-reader.ts'
import type { TruthRecords } from './evidence-records.ts'
import type { EvidenceRecord } from './records/evidence-record.ts'
import type { MarketMemory } from './records/market-memory.ts'

/** Read-only sources of the evidence readers. */
export interface TruthSources {
  readonly state: EngineState
  readonly store: {
    readonly trading: TradingStore
    readonly signals: SignalStore
    readonly candles: CandleStore
  }
  readonly trading: TradingReader
  readonly trades: TradeBook
  readonly control: Pick<ControlViews, 'status' | 'brief'>
  readonly memory: Pick<Memory, 'failure' | 'spools' | 'heldAudit'>
  readonly audit: () => AuditStanding
  readonly constitution: {
    readonly constitution: Constitution
    readonly hash: string
    readonly source: 'BUILT_IN' | 'HOST_FILE'
    readonly file?: { readonly digest: string; readonly names: readonly string[] }
    /** Times since which effective limits have differed from the declared ones. */
    readonly drifts: FirstObserved
    /** Earlier runs, oldest first. */
    readonly past: readonly Pick<PastRun, 'runId' | 'startedAtMs' | 'hashes'>[]
    /** ID of this run. */
    readonly runId: string
  }
  readonly messenger: {
    channels(): readonly ChannelTruth[]
    /** Returns the last digest with the time of its last reading; undefined until the first one. */
    digest(): Observed<DigestTruth> | undefined
  }
  /** State of the market readers between samples. */
  readonly marketMemory: MarketMemory
  /** Records of this process. */
  readonly records: TruthRecords
  /** Time span covered by the evidence. */
  readonly evidence: Pick<EvidenceRecord, 'truth'>
  readonly exchange: Pick<ProtectionTruth, 'attachesStops' | 'triggersStops'>
  readonly processFigures: () => ProcessFigures
  /** HTTP response counts. */
  readonly httpAnswers: () => HttpAnswers
  /** Undefined until the stream exists. */
  readonly streamStanding: () => StreamStanding | undefined
  /** Waivers, checks and grants of the host, and the minted packets; undefined when they cannot be read. */
  readonly readiness: {
    waivers(): readonly Waiver[] | undefined
    checks(): readonly ReadinessCheck[] | undefined
    liveGrant(): LiveGrantTruth | undefined
    /** Undefined when the keys file cannot be read. */
    liveKey(): LiveKeyTruth | undefined
    packets(): StoredPackets | undefined
  }
  /** Sources outside the engine. */
  readonly host: HostSources
  /** Hashes of the running build and configuration; constant within a run. */
  readonly hashes: RunHashes
  readonly bootedAtMs: Instant
  readonly now: () => Instant
}

/** State of the audit log, as reported by the log itself. */
interface AuditStanding {
  readonly size: number
  readonly root: string
  readonly lastCheckpoint: { readonly size: number; readonly at: string } | null
  readonly verifiedTo: number | null
  readonly spooled: number
  readonly broken: string | null
}

/** Information the HTTP server provides about itself. */
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
  /** Undefined until the server is created. */
  http(): HttpSource | undefined
  identity(): IdentityTruth
  allowance(): AllowanceSource
  readonly venueName: string
  /** Lag of a replayed recording; null for other markets. */
  readonly recordedLag: RecordedLag | null
  /** Reads the key permissions; null without a key, undefined when the exchange does not report them. */
  keyPermissions(): Promise<KeyPermissions | null | undefined>
  /** Reads the host security; undefined when reading failed. */
  custody(): HostSecurityTruth | undefined
  /** Verifies the whole audit log, except for entries appended meanwhile. */
  verifyAudit(): Promise<AuditVerificationTruth>
  /** Reads the import graph of the running code, with the digest of its source files. */
  codeGraph(): Promise<{ readonly graph: ImportGraph; readonly buildDigest: string }>
  /** Undefined when no console has been built. */
  consoleManifest(): Promise<ConsoleManifestTruth | undefined>
}
