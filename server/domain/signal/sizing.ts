import { divideRounded } from '../../core/decimal.ts'
import { type Money, valueAt } from '../account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../market/instrument.ts'

/** Constraint that limited the size. */
export type SizedBy = 'RISK' | 'ORDER_LIMIT'

export interface SizingInputs {
  readonly instrument: Instrument
  readonly equity: Money
  /** Share of the equity that may be lost. */
  readonly riskBps: number
  /** The worst price of the entry, and of the stop. */
  readonly price: Ticks
  readonly stopLoss: Ticks
  /** Cost of a round trip, as a fraction of the notional. */
  readonly costReturn: number
  /** Null is none. */
  readonly maxNotional: Money | null
}

export interface Sizing {
  readonly quantity: Lots
  readonly risk: Money
  readonly sizedBy: SizedBy
}

const BPS = 10_000n
/** Costs are reckoned in millionths, rounded up. */
const MILLION = 1_000_000n

/**
 * The most whole lots of which no more than the risk is lost when the stop is hit, costs included, and which are worth no more
 * than the limit. Zero when not even one lot is: what is not known to be small enough is not rounded up to it.
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
