import type { Instant } from '../../core/instant.ts'
import type { ControlState, DesiredState } from '../../domain/control/control-state.ts'
import type { RunHashes } from '../../domain/control/run-hashes.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** What was found when this process began, and how far it has come in being sure of it. */
export interface RestartTruth {
  readonly bootId: string
  readonly startedAtMs: Instant
  /** Null at the first start on these books. */
  readonly previous: {
    readonly epoch: number
    readonly endedCleanly: boolean
    /** Of its last fact. */
    readonly lastAtMs: Instant
    /** Where it stood before it went down; null where it did not get beyond its start. */
    readonly state: ControlState | null
    /** Null where it did not take them down. */
    readonly hashes: RunHashes | null
  } | null
  /** As it was found. */
  readonly desiredState: DesiredState
  readonly autoResume: boolean
  readonly uncleanEnds: number
  readonly isHostNew: boolean
  readonly damage: string | null
  readonly epoch: number
  readonly foreignEpoch: number | null
  /** As things are now. */
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
  /** Whether the clocks are really apart; otherwise the comparison is only uncertain. */
  readonly isClockOffset: boolean
  /** When what may still come is looked at next; null where nothing is due. */
  readonly due: {
    readonly clock: Instant | null
    readonly account: Instant | null
    /** By then an order that is on its way is either found or proven absent. */
    readonly outcomes: Instant | null
  }
  readonly books: { readonly ready: number; readonly all: number }
  /** Of the series of built-in strategies those that know enough to speak. */
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
  /** When this was first so after the start; from then on it counts as having been shown. */
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
