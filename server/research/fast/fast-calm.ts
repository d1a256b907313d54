/**
 * Fast driver: skips minutes and points with a position in which only the equity changes, and records the equity sample
 * of the last skipped minute.
 */

import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { findPeak } from '../../domain/account/equity-track.ts'
import { type Money, valueAt } from '../../domain/account/money.ts'
import { readLossBreakers } from '../../domain/control/breakers.ts'
import { maintenanceMargin } from '../../domain/margin/brackets.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { directionSign, type Position } from '../../domain/position/position.ts'
import { beginTurn, type EngineState } from '../../engine/state/turn.ts'
import { computeEquity } from '../../engine/trading/exposure.ts'
import { readDay } from '../../engine/trading/risk-view.ts'
import { sampleEquity } from '../../engine/trading/sample-equity.ts'
import { pricesIn } from '../columns.ts'
import { isHorizonOver, isSampled } from '../equity-samples.ts'
import { isSampleDue } from '../idle.ts'
import { getOffsetMs, isLowFirst, type MinutePrices, POINT_OFFSETS_MS } from '../intrabar-path.ts'
import { markAtPoint } from '../symbol-feed.ts'
import { finish } from './fast-orders.ts'
import { type FastRun, PASSED_MAX } from './fast-run.ts'

/**
 * Skips minutes from `openMs` on in which nothing happens, or with a position only the equity changes. Returns the
 * first minute that was not skipped.
 */
export const passMinutes = (run: FastRun, openMs: Instant): Instant => {
  const { state, feed, counts, clock } = run
  const stopMs = findStop(run, openMs)
  if (stopMs <= openMs || run.pending) return openMs
  const isFlat = state.ledger.positions.size === 0
  if (isFlat && isSampleDue(state)) return openMs
  const endMs = isFlat ? stopMs : passCalmMinutes(run, openMs, stopMs)
  if (endMs === openMs) return openMs
  counts.symbolMinutes += (endMs - openMs) / MINUTE_MS
  clock.nowMs = endMs
  run.day.moveTo((endMs - feed.history.last.fromMs) / MINUTE_MS)
  state.market.clockMs = Math.max(state.market.clockMs, endMs)
  return endMs
}

/**
 * Returns the next minute from `openMs` on that cannot be skipped, because in it a bar with an idea closes, funding is
 * settled, a signal may be decided, the time limit of a position ends, or a day starts or ends.
 */
const findStop = ({ state, feed, nextIdea, decidedMs, toMs }: FastRun, openMs: Instant): Instant => {
  const { positions } = state.ledger
  if (positions.size === 0 && openMs % DAY_MS === 0) return openMs
  const settledMs = feed.funding[feed.settled]?.settledAtMs ?? 0
  const endMs = Math.min(
    (Math.floor(openMs / DAY_MS) + 1) * DAY_MS,
    toMs,
    nextIdea?.closedMs ?? toMs,
    settledMs > openMs ? settledMs : toMs,
    decidedMs + MINUTE_MS,
    positions.get(feed.symbol)?.cause?.horizonEndMs ?? toMs,
  )
  return openMs + Math.max(0, Math.ceil((endMs - openMs) / MINUTE_MS) - 1) * MINUTE_MS
}

/**
 * Skips the minutes from `openMs` to before `stopMs` in which only the equity can change: no stop, target, time limit
 * or breaker is reached, liquidation is far away, and the equity is not a new peak. Returns the first minute that was
 * not skipped.
 */
export const passCalmMinutes = (run: FastRun, openMs: Instant, stopMs: Instant): Instant => {
  const position = run.state.ledger.positions.get(run.feed.symbol)
  if (!position || run.pending) return openMs
  const endMs = Math.min(stopMs, findQuietEnd(run.state, position, openMs), openMs + PASSED_MAX * MINUTE_MS)
  const count = countCalmMinutes(run, position, openMs, endMs)
  if (count > 0) notePassed(run, openMs, count)
  return openMs + count * MINUTE_MS
}

/** Counts the first minutes in which only the equity changes, and writes their equities to `passed`. */
const countCalmMinutes = (run: FastRun, position: Position, openMs: Instant, endMs: Instant): number => {
  const { marks, path, passed } = run
  const [below, above] = findTriggers(position)
  const valueMinute = createValuation(run, position)
  const isCalm = createCheck(run, position)
  const end = (endMs - marks.fromMs) / MINUTE_MS
  let index = 0
  for (let row = (openMs - marks.fromMs) / MINUTE_MS; row < end; row++) {
    const prices = pricesIn(marks, row)
    if (prices.low <= below || prices.high >= above) break
    const equities = valueMinute(prices)
    if (!isCalm(equities)) break
    const lowFirst = isLowFirst(path, position.direction, prices)
    passed[index++] = equities.open
    passed[index++] = lowFirst ? equities.low : equities.high
    passed[index++] = lowFirst ? equities.high : equities.low
    passed[index++] = equities.close
  }
  return index / POINT_OFFSETS_MS.length
}

/**
 * Returns the equity at a point of a minute, after its first sample, if only the equity may have changed since the point
 * before, otherwise null.
 */
export const findCalmEquity = (run: FastRun, point: number, atMs: Instant): Money | null => {
  const { state, feed } = run
  const { ledger, session, signals } = state
  if (run.pending || feed.tradedPath || ledger.control.state !== 'RUNNING' || session.owed.length > 0) return null
  if (!isSampled(state, atMs) || isHorizonOver(state, atMs)) return null
  const position = ledger.positions.get(feed.symbol)
  if (!position) return computeEquity(state)
  const [below, above] = findTriggers(position)
  const mark = markAtPoint(feed, point)
  if (mark <= below || mark >= above || signals.leaving.has(position.positionId)) return null
  const { close: equity } = createValuation(run, position)({ open: mark, high: mark, low: mark, close: mark })
  const { equity: peak } = findPeak(ledger.equity, session.equityTop)
  return equity <= Number(peak) && isSafe(run, position, equity) ? BigInt(equity) : null
}

/** Creates the check whether the equities of a minute are no new peak, trip no breaker and are far from liquidation. */
const createCheck = (run: FastRun, position: Position) => {
  const { equity } = run.state.ledger
  const [peak, riskPeak] = [Number(equity.peak), Number(equity.riskPeak)]
  return ({ open, high, low, close }: MinutePrices): boolean =>
    Math.max(open, high, low, close) <= peak &&
    open <= riskPeak &&
    isSafe(run, position, Math.min(open, high, low, close))
}

/**
 * Returns the end of the minutes in which no day starts, no time limit ends and no exit is in progress; their start
 * when a sample is pending.
 */
const findQuietEnd = ({ ledger, session, signals }: EngineState, position: Position, openMs: Instant): Instant => {
  if (session.equityTop !== null || session.sampledMinute === openMs / MINUTE_MS) return openMs
  if (signals.leaving.has(position.positionId)) return openMs
  const limitMs = Math.min(ledger.equity.dayStartAtMs + DAY_MS, position.cause?.horizonEndMs ?? 0)
  return limitMs - ((limitMs - openMs) % MINUTE_MS)
}

/** Returns the prices at or beyond which the stop or the target is reached. */
const findTriggers = ({ direction, protection }: Position): readonly [below: number, above: number] => {
  const { stopLoss, takeProfit } = protection.plan
  return direction === 'LONG'
    ? [stopLoss.price, takeProfit?.price ?? Number.POSITIVE_INFINITY]
    : [takeProfit?.price ?? 0, stopLoss.price]
}

/** Creates the valuation of mark prices as equities, in units of money; NaN when doubles cannot represent them exactly. */
const createValuation = ({ state, unit }: FastRun, position: Position): ((prices: MinutePrices) => MinutePrices) => {
  const perTick = directionSign(position) * position.quantity * unit
  const base = Number(state.ledger.account.walletBalance) - directionSign(position) * Number(position.cost)
  const known = Number.isSafeInteger(base) ? base : Number.NaN
  return ({ open, high, low, close }) => {
    const from = Number.isSafeInteger(perTick * Math.max(open, high, low, close)) ? known : Number.NaN
    return {
      open: from + perTick * open,
      high: from + perTick * high,
      low: from + perTick * low,
      close: from + perTick * close,
    }
  }
}

/** Returns whether an equity trips no breaker and is far from liquidation; a higher equity is not evaluated again. */
const isSafe = (run: FastRun, position: Position, equity: number): boolean => {
  if (equity >= run.safeEquity) return true
  const { state, feed } = run
  const exact = BigInt(equity)
  const { limits } = state.rules.constitution
  if (readLossBreakers(readDay(state, exact), limits).some(({ red }) => red)) return false
  const entry = Number(position.cost) / (run.unit * position.quantity)
  const value = valueAt(feed.instrument, ticks(Math.ceil(2 * entry)), position.quantity)
  if (exact < SOLVENT * maintenanceMargin(state.rules.brackets(feed.symbol), value)) return false
  run.safeEquity = equity
  return true
}

/** Multiple of the maintenance margin, at twice the entry price, above which liquidation is not checked. */
const SOLVENT = 2n

/** Records what the skipped engine ticks would have recorded: samples and breaker readings, without findings. */
const notePassed = (run: FastRun, openMs: Instant, count: number): void => {
  const closeMs = openMs + count * MINUTE_MS - 1
  run.counts.minutesActive += count
  run.matchedMs = closeMs
  const first = (count - 1) * POINT_OFFSETS_MS.length
  run.sample = { equity: run.passed[first] ?? 0, atMs: openMs + (count - 1) * MINUTE_MS + getOffsetMs(0) }
  run.onMinutes({ openMs, count, equities: run.passed })
}

/** Records the sample of the last skipped minute, which replaces the earlier ones. */
export const recordSample = (run: FastRun): void => {
  const { sample, state } = run
  run.safeEquity = Number.POSITIVE_INFINITY
  if (!sample) return
  run.sample = null
  const turn = beginTurn(state, sample.atMs)
  sampleEquity(turn, BigInt(sample.equity))
  finish(run, turn)
}
