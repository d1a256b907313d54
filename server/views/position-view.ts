/** Positions as API bodies, with their valuation, prices and protection. */

import type { Position as PositionBody } from '../../contract/trading.ts'
import { type Decimal, decimal, printDecimal } from '../core/decimal.ts'
import { toRfc3339, toRfc3339OrNull } from '../core/instant.ts'
import { type Money, printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { Order, Trigger } from '../domain/order/order.ts'
import { computeBreakEvenPrice, computeEntryPrice } from '../domain/position/apply-fill.ts'
import { directionSign, type Position, signedQuantity, type Traded } from '../domain/position/position.ts'
import { liquidationAt } from '../engine/trading/at-risk.ts'
import { tradingFreshness } from './freshness.ts'
import { instrumentFilters } from './tickers.ts'
import type { TradingReader } from './trading-reader.ts'
import { type Valuation, valuePosition } from './valuation.ts'

/** Returns a position as the API body. */
export const positionBody = (reader: TradingReader, position: Position): PositionBody => {
  const valuation = valuePosition(reader, position)
  const { instrument } = valuation
  return {
    id: position.positionId,
    symbol: position.symbol,
    instrument: instrumentFilters(instrument),
    positionSide: 'BOTH',
    direction: position.direction,
    status: position.status,
    qty: instrument.quantity.print(position.quantity),
    ...priceBodies(reader, position, valuation),
    leverage: printDecimal(valuation.leverage),
    marginMode: 'CROSS',
    initialMargin: printMoney(valuation.initialMargin),
    maintenanceMargin: printMoney(valuation.maintenanceMargin),
    notional: printMoney(valuation.notional),
    unrealizedPnl: printMoney(valuation.unrealizedPnl),
    realizedPnl: printMoney(position.realizedPnl),
    feesPaid: printMoney(position.feesPaid),
    fundingPaid: printMoney(-position.funding),
    protection: protectionBody(reader, position, instrument),
    origin: position.origin,
    candidateId: position.cause?.candidateId ?? null,
    strategyId: position.cause?.strategyId ?? null,
    exploratory: position.exploratory ?? false,
    takenOver: position.takenOver ?? false,
    horizonEndsAt: position.cause && !position.takenOver ? toRfc3339(position.cause.horizonEndMs) : null,
    executionMode: reader.mode,
    openedAt: toRfc3339(position.openedAtMs),
    updatedAt: toRfc3339(position.updatedAtMs),
    closedAt: toRfc3339OrNull(position.closedAtMs),
    version: position.version,
    source: tradingFreshness(reader, position.status === 'CLOSED' ? [] : [position.symbol]),
  }
}

type Protective = PositionBody['protection']['stopLoss']

/** Average prices of a position, with mark price and valuation while it is open. */
const priceBodies = (reader: TradingReader, position: Position, { instrument, markPrice }: Valuation) => {
  const { entered, exited, quantity } = position
  const averages = {
    entryPrice: averagePrice(instrument, entered),
    exitPrice: exited.quantity === 0 ? null : averagePrice(instrument, exited),
    enteredQty: instrument.quantity.print(entered.quantity),
  }
  if (quantity === 0) {
    return { ...averages, markPrice: null, breakEvenPrice: null, liquidationPrice: null }
  }
  const feeRate: Decimal = decimal(reader.constitution.execution.takerFeeRate)
  return {
    ...averages,
    entryPrice: printDecimal(computeEntryPrice(instrument, position)),
    markPrice: printMoney(markPrice),
    breakEvenPrice: printDecimal(computeBreakEvenPrice(instrument, position, feeRate)),
    liquidationPrice: getLiquidationPrice(reader, position, instrument),
  }
}

const averagePrice = (instrument: Instrument, { quantity, value }: Traded): string =>
  printDecimal(computeEntryPrice(instrument, { quantity, cost: value }))

/** Price reported by the exchange for a position of the same direction; otherwise the formula applied to the ledger. */
const getLiquidationPrice = (reader: TradingReader, position: Position, instrument: Instrument): string | null => {
  const reported = reader.venuePositions().get(position.symbol)
  const isSame = Math.sign(reported?.quantity ?? 0) === directionSign(position)
  const price = (isSame ? reported?.liquidationPrice : null) ?? estimateLiquidation(reader, position, instrument)
  return price === null ? null : printMoney(price)
}

const estimateLiquidation = (reader: TradingReader, position: Position, instrument: Instrument): Money | null => {
  const ledger = reader.ledger()
  if (ledger.openedAtMs === null) return null
  const { cost } = position
  const books = { ledger, market: reader.market, rules: reader }
  return liquidationAt(books, instrument, { quantity: signedQuantity(position), cost })
}

/** Returns whether exactly the planned stop and target are open at the exchange, and no other protective order. */
export const isProtected = (reader: TradingReader, { status, protection }: Position): boolean => {
  if (status === 'CLOSED' || protection.state === 'NOT_REQUIRED') return true
  const { state, plan, stopOrderId, takeProfitOrderId } = protection
  return (
    state === 'VERIFIED' &&
    standsAt(findOrder(reader, stopOrderId), plan.stopLoss) &&
    standsAt(findOrder(reader, takeProfitOrderId), plan.takeProfit)
  )
}

const standsAt = (order: Order | undefined, planned: Trigger | null): boolean => {
  const trigger = order?.terms.trigger ?? null
  return trigger?.price === planned?.price && trigger?.by === planned?.by
}

const findOrder = ({ ledger, store }: TradingReader, orderId: string | null): Order | undefined =>
  orderId === null ? undefined : (ledger().orders.get(orderId) ?? store.findOrder(orderId))

const protectionBody = (reader: TradingReader, position: Position, instrument: Instrument) => {
  const { state, plan, stopOrderId, takeProfitOrderId, covered, unprotectedSinceMs, verifiedAtMs } = position.protection
  return {
    state,
    stopLoss: protectiveBody(plan.stopLoss, findOrder(reader, stopOrderId), instrument),
    stopLossDefaulted: plan.stopIsDefault,
    takeProfit: plan.takeProfit && protectiveBody(plan.takeProfit, findOrder(reader, takeProfitOrderId), instrument),
    coveragePct: position.quantity === 0 ? 100 : Math.min(100, (covered / position.quantity) * 100),
    unprotectedSince: toRfc3339OrNull(unprotectedSinceMs),
    verifiedAt: toRfc3339OrNull(verifiedAtMs),
  }
}

const protectiveBody = (planned: Trigger, order: Order | undefined, { price, quantity }: Instrument): Protective => ({
  triggerPrice: price.print(planned.price),
  triggerBy: planned.by,
  orderId: order?.orderId ?? null,
  status: order?.status ?? null,
  qty: order ? quantity.print(order.terms.quantity) : null,
  standingTriggerPrice: order?.terms.trigger ? price.print(order.terms.trigger.price) : null,
})
