import type { Instant } from '../../core/instant.ts'
import type { ControlState, DesiredState } from '../../domain/control/control-state.ts'
import type { RunHashes } from '../../domain/control/run-hashes.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** State found at the start of this process, and the progress of its verification. */
export interface RestartTruth {
  readonly bootId: string
  readonly startedAtMs: Instant
  /** Null at the first start on these books. */
  readonly previous: {
    readonly epoch: number
    readonly endedCleanly: boolean
    /** Time of its last fact. */
    readonly lastAtMs: Instant
    /** State before it went down; null when it did not get beyond its start. */
    readonly state: ControlState | null
    /** Null where it did not take them down. */
    readonly hashes: RunHashes | null
  } | null
  /** Desired state found at the start. */
  readonly desiredState: DesiredState
  readonly autoResume: boolean
  readonly uncleanEnds: number
  readonly isHostNew: boolean
  readonly damage: string | null
  readonly epoch: number
  readonly foreignEpoch: number | null
  /** Number unresolved at present. */
  readonly unresolved: number
  /** Null before the account was read. */
  readonly disputed: number | null
  readonly foreign: number | null
  readonly positions: number
  readonly unprotected: number
  readonly unprotectedBeyondBudget: number
  /** Offset and error together; null before it was measured, and where the market's own clock rules. */
  readonly clockOffMs: number | null
  readonly clockChecked: boolean
  /** True when the clocks really differ; otherwise the comparison is only uncertain. */
  readonly isClockOffset: boolean
  /** Times at which pending results are checked next; null when nothing is due. */
  readonly due: {
    readonly clock: Instant | null
    readonly account: Instant | null
    /** By then an order that is on its way is either found or proven absent. */
    readonly outcomes: Instant | null
  }
  readonly books: { readonly ready: number; readonly all: number }
  /** Series of built-in strategies that have completed their warm-up. */
  readonly series: { readonly ready: number; readonly all: number }
  readonly recovered: {
    readonly intentsAbandoned: number
    readonly dispatchesUnknown: number
    readonly resolvedFound: number
    readonly resolvedAbsent: number
    readonly fillsBackfilled: number
    readonly externalOrders: number
    readonly positionsAdopted: number
  }
  /** Times at which each condition first held after the start; from then on it counts as proven. */
  readonly firsts: {
    readonly read: Instant | null
    readonly resolved: Instant | null
    readonly reconciled: Instant | null
    readonly protected: Instant | null
    readonly clock: Instant | null
    readonly market: Instant | null
  }
}

export const restart = defineInput<RestartTruth>({
  kind: 'STATE',
  source: 'engine.boot',
  what: 'What was found at the start',
  producedBy: 'engine',
  maxAgeMs: atOnce,
})
