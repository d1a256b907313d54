import type { Instant } from '../../../core/instant.ts'
import type { Direction } from '../strategy.ts'

/** What a signal promised: where it is right, where it is wrong, until when. Prices are doubles, as a bar's are. */
export interface Barriers {
  readonly direction: Direction
  /** The close of the signal's bar: the one-minute bar that opens here is the first one after it. */
  readonly signalAtMs: Instant
  readonly stopLoss: number
  readonly takeProfit: number
  readonly horizonEndMs: Instant
  /** In and out again, as a fraction of the entry; frozen when the signal was raised. */
  readonly costReturn: number
}

/** Which barrier ended it; `EXIT` when the strategy asked to leave. */
export type BarrierHit = 'TARGET' | 'STOP' | 'TIME' | 'EXIT'

/** What became of a signal, traded or not. Returns are fractions of the entry; R is the distance from entry to stop. */
export interface SignalOutcome {
  readonly kind: 'RESOLVED'
  readonly label: 1 | 0 | -1
  readonly barrier: BarrierHit
  readonly enteredAtMs: Instant
  /** The end of the bar that decided it: before it nobody knew. */
  readonly resolvedAtMs: Instant
  readonly entry: number
  readonly exit: number
  readonly grossReturn: number
  readonly costReturn: number
  readonly netReturn: number
  readonly netR: number
  /** How far it went the right way, never below zero. */
  readonly mfeR: number
  /** How far it went the wrong way, never below zero. */
  readonly maeR: number
  /** One-minute bars, the last one included. */
  readonly barsHeld: number
  /** One bar touched both barriers; the stop counts. */
  readonly ambiguousBar: boolean
  /** Its share among the signals of its strategy that were open when it ended; null while it is not told. */
  readonly uniqueness: number | null
}

/**
 * Why a signal has no outcome: a bar is missing; the first bar opened at or past a barrier, so that there was nothing
 * left to enter; the strategy left before the first bar.
 */
export type LossReason = 'DATA_GAP' | 'CANDLE_CHANGED' | 'ENTRY_PAST_STOP' | 'ENTRY_PAST_TARGET' | 'EXIT_BEFORE_ENTRY'

/** A signal that can never be scored, and why. It counts in no statistic but the number of those lost. */
export interface LostOutcome {
  readonly kind: 'LOST'
  readonly reason: LossReason
  /** Up to here it was whole. */
  readonly lostAtMs: Instant
}
