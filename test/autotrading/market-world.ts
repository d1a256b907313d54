import type { ClearingStore } from '../../server/adapters/exchanges/clearing/clearing-store.ts'
import type { EngineStore } from '../../server/adapters/store/sqlite/store.ts'
import type { Instant } from '../../server/core/instant.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import type { StopFile } from '../../server/engine/model/ports.ts'
import type { Rules } from '../../server/engine/state/turn.ts'
import type { LightInstrument } from './light-market.ts'

/** Ends the process at a commit of the named kind: data written before is kept, and nothing is sent afterwards. */
export interface Strike {
  readonly kind: Fact['kind']
  /** Number of commits of that kind before the process ends. */
  left: number
  readonly written: boolean
}

/** State that outlives the engine: the market and its clock, the exchange, and the store. */
export interface MarketWorld {
  readonly instruments: readonly LightInstrument[]
  readonly store: EngineStore
  readonly exchange: ClearingStore
  readonly stopFile: StopFile
  readonly rules: Rules
  readonly historyMs: number
  /** True when the exchange has no price yet at the time the engine reconnects after a restart. */
  readonly opensLate: boolean
  /** True when a start defers the evaluation of bars until the market is live. */
  readonly defersPast: boolean
  /** All durable facts, in order. */
  readonly facts: Fact[]
  strike: Strike | undefined
  nowMs: Instant
  runs: number
}
