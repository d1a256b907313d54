/**
 * Fast driver: follows raised signals to their outcome, candle by candle only where a stop or target may be reached.
 */

import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { toPriceNumber } from '../../domain/signal/bar.ts'
import { passBars, type Walk } from '../../domain/signal/outcome/walk.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { followMinute } from '../../engine/autotrading/follow.ts'
import { followedIn } from '../../engine/state/signal-index.ts'
import type { Turn } from '../../engine/state/turn.ts'
import { toCandle } from '../columns.ts'
import type { SymbolFeed } from '../symbol-feed.ts'
import type { FastRun } from './fast-run.ts'

/** Records the first minute after a signal that may decide it, because it reaches a barrier or is the last one. */
export const watchSignal = (run: FastRun, { signalId, plan, direction, barClosedAtMs }: Signal): void => {
  const { last } = run.feed.history
  const { stopLoss, takeProfit, horizonEndMs } = plan
  const [below, above] = direction === 'LONG' ? [stopLoss, takeProfit] : [takeProfit, stopLoss]
  let row = (barClosedAtMs - last.fromMs) / MINUTE_MS
  const end = Math.min(last.length, (horizonEndMs - last.fromMs) / MINUTE_MS) - 1
  while (row < end && (last.low[row] ?? 0) > below && (last.high[row] ?? 0) < above) row++
  const decidedMs = last.fromMs + row * MINUTE_MS
  run.decisions.set(signalId, decidedMs)
  run.decidedMs = Math.min(run.decidedMs, decidedMs)
}

/** Advances the open signals minute by minute to the minute that opens at `openMs`, which may decide some of them. */
export const followUpTo = (run: FastRun, turn: Turn, openMs: Instant): void => {
  const { feed, decisions } = run
  const { last } = feed.history
  const row = (openMs - last.fromMs) / MINUTE_MS
  const followed = followedIn(turn.signals, feed.symbol)
  for (const { walk } of followed.values()) passRows(feed, walk, row)
  followMinute(turn, toCandle(last, feed.symbol, row), feed.instrument)
  run.decidedMs = Number.POSITIVE_INFINITY
  for (const [signalId, decidedMs] of decisions) {
    if (followed.has(signalId)) run.decidedMs = Math.min(run.decidedMs, decidedMs)
    else decisions.delete(signalId)
  }
}

/** Advances a walk through the rows before `end`, which do not decide it. */
const passRows = ({ history: { last }, instrument }: SymbolFeed, walk: Walk, end: number): void => {
  const from = (walk.nextOpenMs - last.fromMs) / MINUTE_MS
  if (from >= end) return
  let [low, high] = [last.low[from] ?? 0, last.high[from] ?? 0]
  for (let row = from + 1; row < end; row++) {
    low = Math.min(low, last.low[row] ?? 0)
    high = Math.max(high, last.high[row] ?? 0)
  }
  const price = (at: number): number => toPriceNumber(instrument, ticks(at))
  passBars(walk, { count: end - from, open: price(last.open[from] ?? 0), low: price(low), high: price(high) })
}
