/** Entry candidates of autotrading: their fields, their digest, and their size by risk. */

import { divideRounded } from '../../core/decimal.ts'
import { computeDigest } from '../../core/digest.ts'
import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import { type Money, printMoney, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'
import type { Interval } from '../market/interval.ts'
import type { CostBps } from './edge/compute-cost.ts'
import type { Edge } from './edge/compute-edge.ts'
import type { Confidence } from './signal.ts'
import type { Direction } from './strategy.ts'

/**
 * Entry proposed by the signals of one direction on one bar; the best calibrated signal provides plan and probability.
 * Contains its cost, edge and the size allowed by the risk limits; the gates decide whether it may be sent.
 */
export interface EntryCandidate {
  readonly candidateId: Id<'cnd'>
  readonly symbol: string
  readonly interval: Interval
  readonly direction: Direction
  readonly bookId: string | null
  /** Supporting signals, the leading one first. */
  readonly signals: readonly [SignalLink, ...SignalLink[]]
  readonly confidence: Confidence
  /** Worst entry price. */
  readonly price: Ticks
  readonly stopLoss: Ticks
  readonly takeProfit: Ticks
  readonly validUntilMs: Instant
  readonly horizonEndMs: Instant
  readonly quantity: Lots
  readonly notional: Money
  /** Loss at the stop, including costs. */
  readonly risk: Money
  readonly sizedBy: SizedBy
  readonly cost: CostBps
  readonly edge: Edge
  /** The lower bound of its edge is not positive; only an exploratory trading scope admits it (gate G24). */
  readonly exploratory?: true
  readonly atMs: Instant
}

/** A signal supporting an entry, with its digest so that the link can be verified. */
export interface SignalLink {
  readonly signalId: Id<'sig'>
  readonly strategyId: string
  /** Empty in a backtest. */
  readonly digest: string
}

/** Computes a digest of all fields of a candidate, to identify it. */
export const candidateDigest = ({ notional, risk, ...fields }: EntryCandidate): string =>
  computeDigest({ ...fields, notional: printMoney(notional), risk: printMoney(risk) })

/** Constraint that limited the size. */
type SizedBy = 'RISK' | 'ORDER_LIMIT'

export interface SizingInputs {
  readonly instrument: Instrument
  readonly equity: Money
  /** Share of equity that may be lost. */
  readonly riskBps: number
  /** Worst entry price; likewise the worst stop price. */
  readonly price: Ticks
  readonly stopLoss: Ticks
  /** Cost of a round trip, as a fraction of the notional. */
  readonly costReturn: number
  /** Null means no limit. */
  readonly maxNotional: Money | null
}

interface Sizing {
  readonly quantity: Lots
  readonly risk: Money
  readonly sizedBy: SizedBy
}

const BPS = 10_000n
/** Precision of costs: one millionth, rounded up. */
const MILLION = 1_000_000n

/**
 * Returns the largest whole number of lots whose loss at the stop, costs included, is within the risk budget and whose
 * value is within the limit. Zero when even one lot exceeds them: sizes are never rounded up.
 */
export const sizeByRisk = (inputs: SizingInputs): Sizing => {
  const { instrument, equity, riskBps, price, stopLoss, costReturn, maxNotional } = inputs
  const value = valueAt(instrument, price, lots(1))
  const toStop = valueAt(instrument, Math.abs(price - stopLoss) as Ticks, lots(1))
  const lost = toStop + divideRounded(value * BigInt(Math.ceil(costReturn * Number(MILLION))), MILLION)
  const budget = (equity * BigInt(Math.round(riskBps * 100))) / (BPS * 100n)
  const byRisk = lost > 0n && budget > 0n ? budget / lost : 0n
  const byLimit = maxNotional === null ? byRisk : value > 0n ? maxNotional / value : 0n
  const count = byRisk < byLimit ? byRisk : byLimit
  return { quantity: lots(Number(count)), risk: count * lost, sizedBy: byRisk <= byLimit ? 'RISK' : 'ORDER_LIMIT' }
}
