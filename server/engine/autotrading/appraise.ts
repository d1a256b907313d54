/** Appraisal of an autotrading entry: its cost and its edge from the current market data. */

import { toFloat } from '../../core/decimal.ts'
import { MONEY_SCALE, type Money } from '../../domain/account/money.ts'
import { formingCandle } from '../../domain/market/candle-builder.ts'
import { type Lots, type Ticks, toNotional } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { getTouch } from '../../domain/market/market.ts'
import { bookWalk, type Cost, computeCost, computeFunding } from '../../domain/signal/edge/compute-cost.ts'
import { computeEdge, type Edge } from '../../domain/signal/edge/compute-edge.ts'
import type { Signal } from '../../domain/signal/signal.ts'
import type { Rules } from '../state/turn.ts'

/** Estimates the cost and value of an entry from the current market data. */
export const appraise = (
  entry: InstrumentMarket,
  { signal, price, quantity, notional }: Entry,
  rules: Rules,
): { readonly cost: Cost; readonly edge: Edge } => {
  const fee = Number(rules.constitution.execution.takerFeeRate)
  const spread = relativeSpread(entry)
  const cost = computeCost({
    feeIn: fee,
    feeOut: fee,
    spreadIn: spread,
    spreadOut: spread,
    takerExit: true,
    bookWalk: quantity > 0 ? (bookWalk(taken(entry, signal), quantity) ?? 0) : 0,
    notional: toFloat({ units: notional, scale: MONEY_SCALE }),
    ...readDay(entry),
    impactFactor: 1,
    funding: fundingIn(entry, signal),
    adverse: 0,
  })
  const { p, wins, losses, timeShare, meanTimeReturn, method } = signal.confidence
  const edge = computeEdge({
    pTarget: p,
    pStop: (1 - p) * (1 - timeShare),
    pTime: (1 - p) * timeShare,
    targetReturn: relativeDistance(price, signal.plan.takeProfit),
    stopReturn: relativeDistance(price, signal.plan.stopLoss),
    meanTimeReturn,
    cost: cost.total,
    calibrationBin: { wins, losses },
    calibrated: method !== 'PRIOR_ONLY',
    vetoed: false,
  })
  return { cost, edge }
}

/** An entry to appraise, with its size and price. */
export interface Entry {
  readonly signal: Signal
  readonly price: Ticks
  readonly quantity: Lots
  readonly notional: Money
}

/** Number of levels read per side; beyond them, the impact follows the square-root law. */
const LEVELS = 50

/** Returns the distance as a fraction of the entry, at least one tick. */
export const relativeDistance = (from: Ticks, to: Ticks): number => Math.max(1, Math.abs(to - from)) / from

const relativeSpread = (entry: InstrumentMarket): number => {
  const { bid, ask } = getTouch(entry)
  return bid && ask ? (2 * (ask.price - bid.price)) / (ask.price + bid.price) : 0
}

const taken = ({ book }: InstrumentMarket, { direction }: Signal) =>
  (direction === 'LONG' ? book.asks : book.bids).top(LEVELS)

/** Volume and range of the last day; Parkinson (1980): σ² = ln(H/L)² / (4 ln 2). */
const readDay = ({ instrument, day, candles }: InstrumentMarket) => {
  const summary = day.summary(formingCandle(candles, '1m'))
  if (!summary || summary.volume === 0) return { dayVolume: Number.POSITIVE_INFINITY, dayVolatility: 0 }
  return {
    dayVolume: toFloat(toNotional(instrument, summary.turnover)),
    dayVolatility: Math.log(summary.high / summary.low) / Math.sqrt(4 * Math.LN2),
  }
}

const fundingIn = ({ markPrice }: InstrumentMarket, { direction, barClosedAtMs, plan }: Signal): number => {
  if (!markPrice?.fundingRate || markPrice.nextFundingAtMs === null || markPrice.fundingIntervalMs === null) return 0
  const { fundingRate, nextFundingAtMs, fundingIntervalMs } = markPrice
  return computeFunding({
    direction,
    rate: toFloat(fundingRate),
    nextFundingAtMs,
    intervalMs: fundingIntervalMs,
    fromMs: barClosedAtMs,
    toMs: plan.horizonEndMs,
  })
}
