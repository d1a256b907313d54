import type { Instant } from '../core/instant.ts'
import type { PastRun } from '../domain/control/past-run.ts'
import type { RunHashes } from '../domain/control/run-hashes.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import type { CandleStore, SignalStore, TradingStore } from '../engine/model/ports.ts'
import type { Memory } from '../engine/state/memory.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { Observed } from '../monitor/frame/observed.ts'
import type { ChannelTruth } from '../monitor/inputs/channels.ts'
import type { DigestTruth } from '../monitor/inputs/digest.ts'
import type { HttpAnswers } from '../monitor/inputs/http-answers.ts'
import type { LiveGrantTruth } from '../monitor/inputs/live-grant.ts'
import type { StoredPackets } from '../monitor/inputs/packet.ts'
import type { ProcessFigures } from '../monitor/inputs/process-figures.ts'
import type { StreamStanding } from '../monitor/inputs/stream-standing.ts'
import type { Waiver } from '../monitor/inputs/waivers.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { FirstObserved } from '../views/first-seen.ts'
import type { TradingReader } from '../views/trading-reader.ts'
import type { TruthRecords } from './evidence-records.ts'
import type { HostSources } from './host-sources.ts'
import type { EvidenceRecord } from './records/evidence-record.ts'
import type { MarketMemory } from './records/market-memory.ts'

/** How the audit log says that it stands. */
interface AuditStanding {
  readonly size: number
  readonly root: string
  readonly lastCheckpoint: { readonly size: number; readonly at: string } | null
  readonly verifiedTo: number | null
  readonly spooled: number
  readonly broken: string | null
}

/** Everything the readers of evidence read from. They change none of it. */
export interface TruthSources {
  readonly state: EngineState
  readonly store: {
    readonly trading: TradingStore
    readonly signals: SignalStore
    readonly candles: CandleStore
  }
  readonly trading: TradingReader
  readonly control: Pick<ControlViews, 'status' | 'brief'>
  readonly memory: Pick<Memory, 'failure' | 'spools' | 'heldAudit'>
  readonly audit: () => AuditStanding
  readonly constitution: {
    readonly constitution: Constitution
    readonly hash: string
    readonly source: 'BUILT_IN' | 'HOST_FILE'
    readonly file?: { readonly digest: string; readonly names: readonly string[] }
    /** Since when limits in force have been seen to differ from those that were declared. */
    readonly drifts: FirstObserved
    /** The runs before this one, oldest first. */
    readonly past: readonly Pick<PastRun, 'runId' | 'startedAtMs' | 'hashes'>[]
    /** Of this run. */
    readonly runId: string
  }
  readonly messenger: {
    channels(): readonly ChannelTruth[]
    /** The last digest with the last look at it; undefined before the first. */
    digest(): Observed<DigestTruth> | undefined
  }
  /** What the readers of the market keep between two looks. */
  readonly marketMemory: MarketMemory
  /** What this process has taken down of itself. */
  readonly records: TruthRecords
  /** How far back it reaches. */
  readonly evidence: Pick<EvidenceRecord, 'truth'>
  readonly exchange: { readonly attachesStops: boolean }
  readonly processFigures: () => ProcessFigures
  /** How requests have been answered. */
  readonly httpAnswers: () => HttpAnswers
  /** Undefined until there is a stream. */
  readonly streamStanding: () => StreamStanding | undefined
  /** What the host has waived and given, and the packets that were minted; undefined where that cannot be read. */
  readonly readiness: {
    waivers(): readonly Waiver[] | undefined
    liveGrant(): LiveGrantTruth | undefined
    packets(): StoredPackets | undefined
  }
  /** What there is around the engine. */
  readonly host: HostSources
  /** Of what runs here; nothing of it changes within a run. */
  readonly hashes: RunHashes
  readonly bootedAtMs: Instant
  readonly now: () => Instant
}
