/** Outcomes of signals against target, stop and time limit, and how unique each is among concurrent ones. */

import { assert } from '../../../core/assert.ts'
import type { Instant, TimeRange } from '../../../core/instant.ts'
import type { Direction } from '../strategy.ts'

/** Outcome of a signal, traded or not. Returns are fractions of the entry; R is the distance from entry to stop. */
export interface SignalOutcome {
  readonly kind: 'RESOLVED'
  readonly label: 1 | 0 | -1
  readonly barrier: BarrierHit
  readonly enteredAtMs: Instant
  /** End of the bar that decided the outcome; it was unknown before. */
  readonly resolvedAtMs: Instant
  readonly entry: number
  readonly exit: number
  readonly grossReturn: number
  readonly costReturn: number
  readonly netReturn: number
  readonly netR: number
  /** Maximum favourable excursion in R, never below zero. */
  readonly mfeR: number
  /** Maximum adverse excursion in R, never below zero. */
  readonly maeR: number
  /** One-minute bars, the last one included. */
  readonly barsHeld: number
  /** One bar touched both barriers; the stop counts. */
  readonly ambiguousBar: boolean
  /** Share among the signals of its strategy that were open when it ended; null while it is not computed. */
  readonly uniqueness: number | null
}

/** Barriers of a signal: target, stop and time limit. Prices are doubles, like those of a bar. */
export interface Barriers {
  readonly direction: Direction
  /** The close of the signal's bar: the one-minute bar that opens here is the first one after it. */
  readonly signalAtMs: Instant
  readonly stopLoss: number
  readonly takeProfit: number
  readonly horizonEndMs: Instant
  /** Cost of entry and exit as a fraction of the entry price; frozen when the signal was raised. */
  readonly costReturn: number
}

/** Barrier that ended the signal; `EXIT` when the strategy requested an exit. */
export type BarrierHit = 'TARGET' | 'STOP' | 'TIME' | 'EXIT'

/**
 * Reason why a signal has no outcome: a bar is missing; the first bar opened at or past a barrier, so that there was
 * nothing left to enter; the strategy exited before the first bar.
 */
export type LossReason = 'DATA_GAP' | 'CANDLE_CHANGED' | 'ENTRY_PAST_STOP' | 'ENTRY_PAST_TARGET' | 'EXIT_BEFORE_ENTRY'

/** A signal that can never be scored, and why. It counts in no statistic but the number of those lost. */
export interface LostOutcome {
  readonly kind: 'LOST'
  readonly reason: LossReason
  /** Time up to which it was complete. */
  readonly lostAtMs: Instant
}

/**
 * Computes the uniqueness of each span: the mean over its time of one over the number of spans open then (López de
 * Prado, *Advances in Financial Machine Learning*, ch. 4). Their sum is the number of independent outcomes among them.
 * For the outcomes of one symbol, each from its entry to its end.
 */
export const computeUniqueness = (spans: readonly TimeRange[]): number[] => {
  const opened = spans.map(toSpan)
  const begins = opened.toSorted((a, b) => a.fromMs - b.fromMs)
  const ends = opened.toSorted((a, b) => a.toMs - b.toMs)
  let [begun, atMs] = [0, 0]
  /** Time up to now, each moment divided by the spans open in it. */
  let shared = 0
  for (const [ended, end] of ends.entries()) {
    for (let next = begins[begun]; next && next.fromMs < end.toMs; next = begins[++begun]) {
      if (begun > ended) shared += (next.fromMs - atMs) / (begun - ended)
      atMs = next.fromMs
      next.share -= shared
    }
    shared += (end.toMs - atMs) / (begun - ended)
    atMs = end.toMs
    end.share += shared
  }
  return opened.map(({ fromMs, toMs, share }) => Math.min(1, share / (toMs - fromMs)))
}

const toSpan = ({ fromMs, toMs }: TimeRange): TimeRange & { share: number } => {
  assert(fromMs < toMs, 'a span of an outcome is not empty')
  return { fromMs, toMs, share: 0 }
}
