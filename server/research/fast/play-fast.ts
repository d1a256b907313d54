/** Fast driver: plays only the minutes of a backtest in which something can happen. */

import { printDecimal } from '../../core/decimal.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { applyRate, valueAt } from '../../domain/account/money.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import { considerEntries } from '../../engine/autotrading/evaluate-entry.ts'
import { closeEnded } from '../../engine/autotrading/exits.ts'
import { handleIdea } from '../../engine/autotrading/on-candles-closed.ts'
import { keepState, settleOwed } from '../../engine/control/keep-state.ts'
import { beginTurn, type Turn } from '../../engine/state/turn.ts'
import { onFunding } from '../../engine/trading/execution.ts'
import { sampleEquity } from '../../engine/trading/sample-equity.ts'
import type { DriverRun } from '../driver.ts'
import { isHorizonOver } from '../equity-samples.ts'
import { isSampleDue, requireCheck } from '../idle.ts'
import { rearm } from '../play-history.ts'
import { orderExtremes } from '../play-prices.ts'
import type { PlaybackCounts } from '../playback.ts'
import { resolveMinutes } from '../resolve-minutes.ts'
import { lastPoint, lastPrices, moveFeed, pointMs, pricePoint, shiftSettlement } from '../symbol-feed.ts'
import { findCalmEquity, passCalmMinutes, passMinutes, recordSample } from './fast-calm.ts'
import { followUpTo, watchSignal } from './fast-follow.ts'
import { applyClose, applyMark, applyOpen, playPoint } from './fast-market.ts'
import { finish, tradeTriggered } from './fast-orders.ts'
import { beginRun, type FastParts, type FastRun, noteEquity } from './fast-run.ts'
import type { ColumnIdea } from './idea-stage.ts'

/**
 * Runs the engine over the minutes in which something can happen: a bar with an idea closes, an order or a position
 * reaches a price, funding is settled, a signal is decided, or a day starts. In between, nothing is read and nothing
 * changes. Signals, sizes, gates, breakers and bookings are those of the engine; only the exchange and its responses
 * are omitted. Yields what `playHistory` yields, and throws `ExactOnly` for cases
 * that only the exact driver supports.
 */
export function* playFast(parts: FastParts): DriverRun<PlaybackCounts> {
  const { fromMs, toMs, rearmsDaily } = parts
  const run = beginRun(parts)
  takeHistory(run)
  for (let openMs = fromMs; openMs < toMs; ) {
    if (rearmsDaily && openMs % DAY_MS === 0) {
      recordSample(run)
      rearm(run.engine)
    }
    const passedToMs = passMinutes(run, openMs)
    if (passedToMs > openMs) {
      openMs = passedToMs
      continue
    }
    yield* playMinute(run, openMs)
    openMs += MINUTE_MS
    if (openMs % DAY_MS !== 0) continue
    noteEquity(run, openMs, 'DAY')
    yield openMs
  }
  if (toMs % DAY_MS !== 0) noteEquity(run, toMs, 'DAY')
  return run.counts
}

/** Moves on to the next idea, and returns it. */
const takeNextIdea = (run: FastRun): ColumnIdea | undefined => {
  run.nextIdea = run.ideas.next().value
  return run.nextIdea
}

/** Follows the ideas of the day before the run. */
const takeHistory = (run: FastRun): void => {
  const { fromMs, state } = run
  const turn = beginTurn(state, fromMs)
  for (let idea = run.nextIdea; idea && idea.closedMs <= fromMs; idea = takeNextIdea(run)) {
    if (idea.openMs < fromMs - DAY_MS) continue
    while (run.decidedMs < idea.closedMs) followUpTo(run, turn, run.decidedMs)
    raiseIdea(run, turn, idea, 'HISTORY')
  }
  while (run.decidedMs < fromMs) followUpTo(run, turn, run.decidedMs)
  finish(run, turn)
}

/**
 * Handles an idea at the close of its bar; returns its signal if it is an entry. Nothing depends on the confidence and
 * the outcome of a signal of a quarantined strategy, because a backtest never lifts the quarantine.
 */
const raiseIdea = (run: FastRun, turn: Turn, idea: ColumnIdea, origin: Signal['origin']): Signal | null => {
  if (idea.idea.kind === 'EXIT') followUpTo(run, turn, idea.closedMs - MINUTE_MS)
  const isTracked = !turn.ledger.quarantines.has(run.strategyId)
  const { candle, strategyIdea } = run.toEngineIdea(idea, isTracked)
  const from = origin === 'LIVE' ? { origin, isTracked } : { origin, spread: UNKNOWN_SPREAD }
  const signal = handleIdea(turn, candle, strategyIdea, from)
  if (signal && isTracked) watchSignal(run, signal)
  return signal
}

/** Spread in ticks while no order book is known. */
const UNKNOWN_SPREAD = 1

function* playMinute(run: FastRun, openMs: Instant): DriverRun<void> {
  const { state, feed, counts } = run
  const endMs = openMs + MINUTE_MS
  moveFeed(feed, openMs)
  run.day.moveTo((openMs - feed.history.last.fromMs) / MINUTE_MS)
  counts.symbolMinutes++
  const { ledger } = state
  if (ledger.positions.size > 0 || run.pending !== null) {
    if (passCalmMinutes(run, openMs, openMs + MINUTE_MS) === openMs) yield* playBusy(run)
  } else if (isSampleDue(state)) {
    applyOpen(run, pointMs(feed, 0))
    tick(run, pointMs(feed, 0))
  } else if (openMs % DAY_MS === 0) {
    applyClose(run, endMs - 1)
    tick(run, endMs - 1)
  }
  closeMinute(run, openMs)
}

/** Plays the prices of a minute with a position or an order. */
function* playBusy(run: FastRun): DriverRun<void> {
  const { state, feed, counts } = run
  recordSample(run)
  counts.minutesActive++
  run.traded = 0
  orderExtremes(run, [feed])
  yield* resolveMinutes(run, [feed])
  const last = lastPoint(feed)
  for (let point = 0; point <= last; point++) {
    const atMs = pointMs(feed, point)
    const at = point === last ? 'MINUTE' : 'PRICE'
    const equity = point === 0 ? null : findCalmEquity(run, point, atMs)
    if (equity !== null) {
      run.matchedMs = atMs
      run.onEquity(atMs, equity, at)
      continue
    }
    if (point < last || state.ledger.positions.size > 0 || run.pending) playPoint(run, point, atMs)
    else applyClose(run, atMs)
    tick(run, atMs)
    noteEquity(run, atMs, at)
  }
}

/** Runs the engine's due tasks. */
const tick = (run: FastRun, atMs: Instant): void => {
  recordSample(run)
  const turn = beginTurn(run.state, atMs)
  sampleEquity(turn)
  closeEnded(turn)
  requireCheck(turn)
  keepState(turn)
  settleOwed(turn)
  finish(run, turn)
}

const closeMinute = (run: FastRun, openMs: Instant): void => {
  const { state, feed, clock } = run
  const endMs = openMs + MINUTE_MS
  const hasIdea = run.nextIdea?.closedMs === endMs
  const settles = feed.funding[feed.settled]?.settledAtMs === endMs
  const isOver = isHorizonOver(state, endMs)
  if (clock.nowMs < endMs - 1 && (hasIdea || settles || isOver || isValued(run, endMs))) applyClose(run, endMs - 1)
  if (settles) settleFunding(run, endMs)
  clock.nowMs = endMs
  run.day.moveTo((endMs - feed.history.last.fromMs) / MINUTE_MS)
  state.market.clockMs = Math.max(state.market.clockMs, endMs)
  if (hasIdea || run.decidedMs <= openMs) closeBars(run, openMs)
  if (isHorizonOver(state, endMs)) tick(run, endMs)
}

/** Returns whether a position must be valued at the close of the minute for the day's equity. */
const isValued = ({ state, toMs }: FastRun, endMs: Instant): boolean =>
  state.ledger.positions.size > 0 && (endMs % DAY_MS === 0 || endMs === toMs)

const closeBars = (run: FastRun, openMs: Instant): void => {
  const { state } = run
  const endMs = openMs + MINUTE_MS
  const turn = beginTurn(state, endMs)
  if (run.decidedMs <= openMs) followUpTo(run, turn, openMs)
  const raised: Signal[] = []
  for (let idea = run.nextIdea; idea?.closedMs === endMs; idea = takeNextIdea(run)) {
    const signal = raiseIdea(run, turn, idea, 'LIVE')
    if (signal) raised.push(signal)
  }
  if (raised.length > 0) considerEntries(turn, raised)
  finish(run, turn)
}

const settleFunding = (run: FastRun, atMs: Instant): void => {
  const { feed, state, clock } = run
  const settlement = shiftSettlement(feed, atMs)
  if (!settlement) return
  recordSample(run)
  clock.nowMs = atMs
  applyMark(run, settlement, atMs)
  const position = state.ledger.positions.get(feed.symbol)
  const { fundingRate: rate } = settlement
  if (!position || !rate) return
  const owed = applyRate(valueAt(feed.instrument, settlement.mark, position.quantity), rate)
  const amount = position.direction === 'LONG' ? -owed : owed
  const turn = beginTurn(state, atMs)
  const fundingId = `${feed.symbol}-${atMs}`
  onFunding(turn, { fundingId, symbol: feed.symbol, amount, rate: printDecimal(rate), settledAtMs: atMs })
  finish(run, turn)
  const close = { atMs: atMs - 1, last: lastPrices(feed).close }
  tradeTriggered(run, pricePoint(feed, close, null), atMs)
}
