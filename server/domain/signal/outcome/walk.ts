/** Follows a signal bar by bar until it reaches its target, its stop or its time limit. */

import { assert } from '../../../core/assert.ts'
import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import type { BarrierHit, Barriers, LossReason, LostOutcome, SignalOutcome } from './signal-outcome.ts'

/**
 * Progress of a signal over subsequent one-minute bars, up to the first of its three barriers (López de Prado,
 * *Advances in Financial Machine Learning*, ch. 3). Changed only by the functions of this file.
 */
export interface Walk {
  readonly barriers: Barriers
  /** Opening time of the next expected bar. */
  nextOpenMs: Instant
  /** Open of the first bar; null before it. */
  entry: number | null
  /** Most favourable price while held; likewise the most adverse. */
  best: number
  worst: number
  barsHeld: number
  ended: boolean
}

export const beginWalk = (barriers: Barriers): Walk => {
  const { signalAtMs, horizonEndMs, stopLoss, takeProfit } = barriers
  assert(horizonEndMs > signalAtMs, 'a horizon must end after its signal')
  assert(
    aheadBy(barriers, takeProfit, stopLoss) > 0,
    'a target must be beyond its stop, in the direction of the signal',
  )
  return {
    barriers,
    nextOpenMs: signalAtMs,
    entry: null,
    best: Number.NaN,
    worst: Number.NaN,
    barsHeld: 0,
    ended: false,
  }
}

/** Adds the next closed bar; returns the outcome, or null while the signal is open. Earlier bars are ignored. */
export const walkBar = (walk: Walk, bar: Bar): SignalOutcome | LostOutcome | null => {
  assert(!walk.ended, 'a signal must end only once')
  if (bar.openMs < walk.nextOpenMs) return null
  if (bar.openMs > walk.nextOpenMs) return loseWalk(walk, 'DATA_GAP')
  walk.entry ??= bar.open
  const { barriers, entry } = walk
  if (walk.barsHeld === 0) {
    if (aheadBy(barriers, entry, barriers.stopLoss) <= 0) return loseWalk(walk, 'ENTRY_PAST_STOP')
    if (aheadBy(barriers, entry, barriers.takeProfit) >= 0) return loseWalk(walk, 'ENTRY_PAST_TARGET')
    walk.best = entry
    walk.worst = entry
  }
  walk.barsHeld += 1
  walk.nextOpenMs += MINUTE_MS
  const exit = exitIn(barriers, bar)
  for (const price of pricesHeld(barriers, bar, exit)) notePrice(walk, price)
  return exit && resolve(walk, { ...exit, entry, atMs: walk.nextOpenMs })
}

/** Consecutive closed bars that reach no barrier: their number, the open of the first, and their extremes. */
interface PassedBars {
  readonly count: number
  readonly open: number
  readonly low: number
  readonly high: number
}

/** Adds the next closed bars, none of which reaches a barrier or the time limit; equivalent to adding each bar. */
export const passBars = (walk: Walk, { count, open, low, high }: PassedBars): void => {
  assert(!walk.ended, 'a signal must end only once')
  walk.entry ??= open
  if (walk.barsHeld === 0) {
    walk.best = walk.entry
    walk.worst = walk.entry
  }
  walk.barsHeld += count
  walk.nextOpenMs += count * MINUTE_MS
  notePrice(walk, low)
  notePrice(walk, high)
}

/** Ends the signal by a strategy exit at a price: the open of the bar after the exit was requested. */
export const exitNow = (walk: Walk, price: number, atMs: Instant): SignalOutcome | LostOutcome => {
  assert(!walk.ended, 'a signal must end only once')
  if (walk.entry === null) return loseWalk(walk, 'EXIT_BEFORE_ENTRY')
  notePrice(walk, price)
  return resolve(walk, { barrier: 'EXIT', price, ambiguous: false, entry: walk.entry, atMs })
}

/** Ends a walk that cannot be finished, for example when the next bar will never be received. */
export const loseWalk = (walk: Walk, reason: LossReason): LostOutcome => {
  walk.ended = true
  return { kind: 'LOST', reason, lostAtMs: walk.nextOpenMs }
}

interface Exit {
  readonly barrier: BarrierHit
  readonly price: number
  readonly ambiguous: boolean
}

/** Returns a positive number when `price` is better than `than` for the direction. */
const aheadBy = ({ direction }: Barriers, price: number, than: number): number =>
  direction === 'LONG' ? price - than : than - price

const exitIn = (barriers: Barriers, bar: Bar): Exit | null => {
  const { stopLoss, takeProfit, horizonEndMs } = barriers
  if (aheadBy(barriers, bar.open, stopLoss) <= 0) return { barrier: 'STOP', price: bar.open, ambiguous: false }
  if (aheadBy(barriers, bar.open, takeProfit) >= 0) return { barrier: 'TARGET', price: bar.open, ambiguous: false }
  const { best, worst } = barExtremes(barriers, bar)
  const reached = aheadBy(barriers, best, takeProfit) >= 0
  if (aheadBy(barriers, worst, stopLoss) <= 0) return { barrier: 'STOP', price: stopLoss, ambiguous: reached }
  if (reached) return { barrier: 'TARGET', price: takeProfit, ambiguous: false }
  if (bar.openMs + MINUTE_MS >= horizonEndMs) return { barrier: 'TIME', price: bar.close, ambiguous: false }
  return null
}

const barExtremes = ({ direction }: Barriers, { high, low }: Bar): { best: number; worst: number } =>
  direction === 'LONG' ? { best: high, worst: low } : { best: low, worst: high }

/**
 * Returns the prices of the barrier's bar that count while held: adverse ones do, favourable ones do not, because their
 * order is unknown.
 */
const pricesHeld = (barriers: Barriers, bar: Bar, exit: Exit | null): number[] => {
  const { best, worst } = barExtremes(barriers, bar)
  if (exit === null || exit.barrier === 'TIME') return [best, worst]
  if (exit.barrier === 'TARGET' && exit.price !== bar.open) return [worst, exit.price]
  return [bar.open, exit.price]
}

const notePrice = (walk: Walk, price: number): void => {
  if (aheadBy(walk.barriers, price, walk.best) > 0) walk.best = price
  if (aheadBy(walk.barriers, price, walk.worst) < 0) walk.worst = price
}

const resolve = (walk: Walk, exit: Exit & { entry: number; atMs: Instant }): SignalOutcome => {
  const { barriers, best, worst, barsHeld } = walk
  const { entry, price, barrier } = exit
  const { costReturn, signalAtMs, stopLoss } = barriers
  walk.ended = true
  const risk = Math.abs(entry - stopLoss)
  const grossReturn = aheadBy(barriers, price, entry) / entry
  const netReturn = grossReturn - costReturn
  return {
    kind: 'RESOLVED',
    label: classifyOutcome(barrier, netReturn),
    barrier,
    enteredAtMs: signalAtMs,
    resolvedAtMs: exit.atMs,
    entry,
    exit: price,
    grossReturn,
    costReturn,
    netReturn,
    netR: (netReturn * entry) / risk,
    mfeR: aheadBy(barriers, best, entry) / risk,
    maeR: aheadBy(barriers, entry, worst) / risk,
    barsHeld,
    ambiguousBar: exit.ambiguous,
    uniqueness: null,
  }
}

/** Tolerance for floating-point rounding; a wider one would count small losses as draws. */
const NO_RETURN = 1e-12

const classifyOutcome = (barrier: BarrierHit, netReturn: number): 1 | 0 | -1 => {
  if (barrier === 'TARGET') return 1
  if (barrier === 'STOP') return -1
  if (Math.abs(netReturn) < NO_RETURN) return 0
  return netReturn > 0 ? 1 : -1
}
