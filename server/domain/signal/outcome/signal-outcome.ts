/** Outcomes of signals against target, stop and time limit, and the uniqueness of each among concurrent ones. */

import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
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
 * Spans of outcomes, each from entry to end; one per index. Those of one symbol are adjacent and in order of entry.
 */
export interface Spans {
  readonly fromMs: Float64Array
  readonly toMs: Float64Array
}

/**
 * Computes the uniqueness of each span: the mean over its duration of 1 / (number of open spans of its symbol) (López de
 * Prado, *Advances in Financial Machine Learning*, ch. 4). Their sum is the number of independent outcomes. `ends` has
 * the index after the last span of each symbol; spans are of one symbol by default.
 */
export const computeUniqueness = (spans: Spans, ends: readonly number[] = [spans.fromMs.length]): Float64Array => {
  const shares = new Float64Array(spans.fromMs.length)
  const order = new Int32Array(shares.length)
  let from = 0
  for (const to of ends) {
    orderByEnd(spans.toMs, order, { from, to })
    shareSpans(spans, order, { from, to }, shares)
    from = to
  }
  return shares
}

interface IndexRange {
  readonly from: number
  readonly to: number
}

const shareSpans = (
  { fromMs, toMs }: Spans,
  order: Int32Array,
  { from, to }: IndexRange,
  shares: Float64Array,
): void => {
  let [begun, atMs] = [from, 0]
  /** Time so far, with each moment divided by the number of open spans. */
  let shared = 0
  for (let ended = from; ended < to; ended++) {
    const end = order[ended] as number
    const endMs = toMs[end] as number
    assert((fromMs[end] as number) < endMs, 'the span of an outcome must not be empty')
    for (; begun < to && (fromMs[begun] as number) < endMs; begun++) {
      const nextMs = fromMs[begun] as number
      if (begun > ended) shared += (nextMs - atMs) / (begun - ended)
      atMs = nextMs
      shares[begun] = -shared
    }
    shared += (endMs - atMs) / (begun - ended)
    atMs = endMs
    shares[end] = Math.min(1, ((shares[end] as number) + shared) / (endMs - (fromMs[end] as number)))
  }
}

/** Puts the indexes of a range in order of end, by insertion: spans that begin in order nearly end in order. */
const orderByEnd = (toMs: Float64Array, order: Int32Array, { from, to }: IndexRange): void => {
  for (let index = from; index < to; index++) {
    const endMs = toMs[index] as number
    let place = index
    for (; place > from && (toMs[order[place - 1] as number] as number) > endMs; place--)
      order[place] = order[place - 1] as number
    order[place] = index
  }
}
