/** Closed trades: result, costs and risk of a position from its first fill to flat. */

import { type Decimal, divideRounded } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import { applyRate, type Money, toMoney, valueAt } from '../account/money.ts'
import { type Instrument, type Ticks, toNotional } from '../market/instrument.ts'
import { exploratoryLabel, type Order } from '../order/order.ts'
import { directionSign, type Position } from '../position/position.ts'
import type { Regime } from '../signal/regime.ts'

/** A completed lifecycle with its result and risk. */
export interface ClosedTrade {
  readonly positionId: string
  readonly symbol: string
  readonly direction: Position['direction']
  readonly origin: Position['origin']
  /** Null when no strategy opened it. */
  readonly strategyId: string | null
  /** Regime at the originating signal; null without a signal, or when it is no longer stored. */
  readonly regime: Regime | null
  readonly openedAtMs: Instant
  readonly closedAtMs: Instant
  /** Result before fees and funding. */
  readonly gross: Money
  readonly fees: Money
  /** Funding paid; negative when received. */
  readonly funding: Money
  readonly net: Money
  /** Loss at the first stop, including entry and exit fees; null when that stop is not recorded. */
  readonly risk: Money | null
  /** Entry cost relative to the mid price at the decision; null when it was not recorded. */
  readonly entryShortfall: Money | null
  /** The entry had no expected edge after costs. */
  readonly exploratory?: true
}

/** Opening of a lifecycle, as far as recorded. */
export interface Opening {
  readonly stopLoss: Ticks | null
  readonly regime: Regime | null
  /** Best bid and ask at the entry decision. */
  readonly touch: readonly [bid: Ticks, ask: Ticks] | null
  readonly order: Pick<Order, 'filled' | 'filledTickLots'> | null
}

export interface Accounted {
  readonly instrument: Instrument
  readonly opening: Opening
  readonly takerFeeRate: Decimal
}

export const createClosedTrade = (position: Position, accounted: Accounted): ClosedTrade => {
  const { positionId, symbol, direction, origin, cause, openedAtMs, closedAtMs, updatedAtMs } = position
  const { realizedPnl, feesPaid, funding } = position
  return {
    positionId,
    symbol,
    direction,
    origin,
    strategyId: cause?.strategyId ?? null,
    regime: accounted.opening.regime,
    openedAtMs,
    closedAtMs: closedAtMs ?? updatedAtMs,
    gross: realizedPnl,
    fees: feesPaid,
    funding: -funding,
    net: computeNet(position),
    risk: computeRisk(position, accounted),
    entryShortfall: computeShortfall(position, accounted),
    ...exploratoryLabel(position),
  }
}

/** Returns the result of a lifecycle after fees and funding. */
export const computeNet = ({ realizedPnl, feesPaid, funding }: Position): Money => realizedPnl - feesPaid + funding

/** Returns the result as a multiple of the risk; null when no risk is known. */
export const computeR = ({ net, risk }: Pick<ClosedTrade, 'net' | 'risk'>): number | null =>
  risk === null || risk <= 0n ? null : Number(net) / Number(risk)

/** |entry − first stop| · quantity, plus the fees for the entry and for the exit at that stop. */
const computeRisk = ({ entered }: Position, { instrument, opening, takerFeeRate }: Accounted): Money | null => {
  if (opening.stopLoss === null) return null
  const atStop = valueAt(instrument, opening.stopLoss, entered.quantity)
  const way = entered.value - atStop
  return (way < 0n ? -way : way) + applyRate(entered.value + atStop, takerFeeRate)
}

/**
 * Σ d · (price − middle) · quantity of the entry (Perold, The Implementation Shortfall, 1988). Already included in the
 * prices.
 */
const computeShortfall = (position: Position, { instrument, opening }: Accounted): Money | null => {
  const { touch, order } = opening
  if (!touch || !order || order.filled === 0) return null
  const [bid, ask] = touch
  const twice = 2n * order.filledTickLots - BigInt(bid + ask) * BigInt(order.filled)
  return divideRounded(toMoney(toNotional(instrument, BigInt(directionSign(position)) * twice)), 2n)
}
