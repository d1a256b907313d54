/**
 * Fast driver: skips minutes with a position in which only the equity changes, and records the equity sample of the
 * last one.
 */

import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { valueAt } from '../../domain/account/money.ts'
import { readLossBreakers } from '../../domain/control/breakers.ts'
import { maintenanceMargin } from '../../domain/margin/brackets.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { directionSign, type Position } from '../../domain/position/position.ts'
import { beginTurn, type EngineState } from '../../engine/state/turn.ts'
import { readDay } from '../../engine/trading/risk-view.ts'
import { sampleEquity } from '../../engine/trading/sample-equity.ts'
import { skipCheck } from '../idle.ts'
import { getOffsetMs, isLowFirst, type MinutePrices } from '../intrabar-path.ts'
import { markPrices } from '../symbol-feed.ts'
import { finish } from './fast-orders.ts'
import type { FastRun } from './fast-run.ts'

/**
 * Skips a minute with a position in which only the equity can change: no stop, target, time limit or breaker is
 * reached, liquidation is far away, and the equity is not a new peak. Returns false for a minute that must be played.
 */
export const passCalmMinute = (run: FastRun, openMs: Instant): boolean => {
  const { state, feed, path } = run
  const position = state.ledger.positions.get(feed.symbol)
  if (!position || run.pending || !isQuiet(state, position, openMs)) return false
  const mark = markPrices(feed)
  if (reachesTrigger(position, mark)) return false
  const equityAt = valueExactly(run, position)
  const [open, high, low, close] = [mark.open, mark.high, mark.low, mark.close].map(equityAt) as Equities
  const [least, most] = [Math.min(open, high, low, close), Math.max(open, high, low, close)]
  const { equity: track } = state.ledger
  if (most > Number(track.peak) || open > Number(track.riskPeak)) return false
  if (!isSafe(run, position, least)) return false
  const [second, third] = isLowFirst(path, position.direction, mark) ? [low, high] : [high, low]
  notePassed(run, openMs, [open, second, third, close])
  return true
}

type Equities = [open: number, second: number, third: number, close: number]

/**
 * Returns whether no day starts, no time limit ends and no exit is in progress in the minute, and no sample is pending.
 */
const isQuiet = ({ ledger, session, signals }: EngineState, position: Position, openMs: Instant): boolean => {
  const lastMs = openMs + MINUTE_MS - 1
  if (session.equityTop !== null || session.sampledMinute === openMs / MINUTE_MS) return false
  if (lastMs - ledger.equity.dayStartAtMs >= DAY_MS) return false
  return (position.cause?.horizonEndMs ?? 0) > lastMs && !signals.leaving.has(position.positionId)
}

const reachesTrigger = ({ direction, protection }: Position, { high, low }: MinutePrices): boolean => {
  const { stopLoss, takeProfit } = protection.plan
  const target = takeProfit?.price ?? (direction === 'LONG' ? Number.POSITIVE_INFINITY : 0)
  return direction === 'LONG' ? low <= stopLoss.price || high >= target : high >= stopLoss.price || low <= target
}

/** Returns the equity at a mark price, in units of money; NaN when a double cannot represent it exactly. */
const valueExactly = ({ state, unit }: FastRun, position: Position): ((mark: number) => number) => {
  const perTick = directionSign(position) * position.quantity * unit
  const base = Number(state.ledger.account.walletBalance) - directionSign(position) * Number(position.cost)
  return (mark) => {
    const equity = base + perTick * mark
    return Number.isSafeInteger(base) && Number.isSafeInteger(perTick * mark) ? equity : Number.NaN
  }
}

/** Returns whether an equity trips no breaker and is far from liquidation; a higher equity is not evaluated again. */
const isSafe = (run: FastRun, position: Position, equity: number): boolean => {
  if (Number.isNaN(equity)) return false
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
const notePassed = (run: FastRun, openMs: Instant, equities: Equities): void => {
  const lastMs = openMs + MINUTE_MS - 1
  run.counts.minutesActive++
  run.matchedMs = lastMs
  run.sample = { equity: equities[0], atMs: openMs + getOffsetMs(0) }
  skipCheck(run.state, lastMs)
  for (const [point, equity] of equities.entries()) {
    const isLast = point === equities.length - 1
    run.onEquity(openMs + getOffsetMs(point), BigInt(equity), isLast ? 'MINUTE' : 'PRICE')
  }
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
