import type { Instant } from '../core/instant.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import type { Memory } from '../engine/memory.ts'
import type { CandleStore, SignalStore, TradingStore } from '../engine/ports.ts'
import type { EngineState } from '../engine/turn.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { TradingReader } from '../views/trading-reader.ts'

/** How the audit log says that it stands. */
interface AuditStanding {
  readonly size: number
  readonly root: string
  readonly lastCheckpoint: { readonly size: number; readonly at: string } | null
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
  readonly control: Pick<ControlViews, 'status' | 'configHash'>
  readonly memory: Pick<Memory, 'failure' | 'spools' | 'heldAudit'>
  readonly audit: () => AuditStanding
  readonly constitution: {
    readonly constitution: Constitution
    readonly hash: string
    readonly source: 'BUILT_IN' | 'HOST_FILE'
  }
  /** SHA-256 of the code that runs. */
  readonly buildDigest: string
  readonly bootedAtMs: Instant
  readonly now: () => Instant
}
