/** Outcomes of signals against target, stop and time limit, and the uniqueness of each among concurrent ones. */

import { assert } from '../../../core/assert.ts'
import type { Instant, TimeRange } from '../../../core/instant.ts'
import type { Direction } from '../strategy.ts'

/** Outcome of a signal, traded or not. Returns are fractions of the entry; R is the distance between entry and stop. */
export interface SignalOutcome {
  readonly kind: 'RESOLVED'
  readonly label: 1 | 0 | -1
  readonly barrier: BarrierHit
  readonly enteredAtMs: Instant
  /** End of the bar that decided the outcome. */
  readonly resolvedAtMs: Instant
  readonly entry: number
  readonly exit: number
  readonly grossReturn: number
  readonly costReturn: number
  readonly netReturn: number
  readonly netR: number
  /** Maximum favourable excursion in R, never negative. */
  readonly mfeR: number
  /** Maximum adverse excursion in R, never negative. */
  readonly maeR: number
  /** Number of one-minute bars, including the last one. */
  readonly barsHeld: number
  /** One bar touched both barriers; the stop counts. */
  readonly ambiguousBar: boolean
  /** Uniqueness among the signals of the strategy that were open at the same time; null until computed. */
  readonly uniqueness: number | null
}

/** Barriers of a signal: target, stop and time limit. Prices are doubles, like those of a bar. */
export interface Barriers {
  readonly direction: Direction
  /** The close of the signal's bar: the one-minute bar that opens at this time is the first one after it. */
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
 * Reason why a signal has no outcome: a bar is missing; the first bar opened at or past a barrier, so that no entry was
 * possible; the strategy exited before the first bar.
 */
export type LossReason = 'DATA_GAP' | 'CANDLE_CHANGED' | 'ENTRY_PAST_STOP' | 'ENTRY_PAST_TARGET' | 'EXIT_BEFORE_ENTRY'

/** A signal that can never be scored, with the reason. It counts only in the number of lost outcomes. */
export interface LostOutcome {
  readonly kind: 'LOST'
  readonly reason: LossReason
  /** Time up to which the data were complete. */
  readonly lostAtMs: Instant
}

/**
 * Computes the uniqueness of each span: the mean over its duration of 1 / (number of open spans) (López de Prado,
 * *Advances in Financial Machine Learning*, ch. 4). Their sum is the number of independent outcomes. Spans are the outcomes of one symbol, each from entry to end.
 */
export const computeUniqueness = (spans: readonly TimeRange[]): number[] => {
  const opened = spans.map(toSpan)
  const begins = opened.toSorted((a, b) => a.fromMs - b.fromMs)
  const ends = opened.toSorted((a, b) => a.toMs - b.toMs)
  let [begun, atMs] = [0, 0]
  /** Time so far, with each moment divided by the number of open spans. */
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
  assert(fromMs < toMs, 'the span of an outcome must not be empty')
  return { fromMs, toMs, share: 0 }
}
