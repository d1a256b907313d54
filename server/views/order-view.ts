/** Orders and their gate readings as API bodies. */

import type { DecidedOrder, Decision as DecisionBody, Order as OrderBody } from '../../contract/trading.ts'
import { type Decimal, divideRounded, printDecimal } from '../core/decimal.ts'
import { toRfc3339 } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { type Candidate, type Order, remainingLots, type Trigger } from '../domain/order/order.ts'
import type { GateReading } from '../domain/risk/gate.ts'
import type { Decision } from '../engine/model/facts.ts'
import { instrumentFilters } from './tickers.ts'

/** Returns the terms of a candidate or an order as a string. */
export const termsBody = ({ terms, plan }: Pick<Candidate, 'terms' | 'plan'>, instrument: Instrument) => {
  const { symbol, side, type, timeInForce, reduceOnly, quantity, price, trigger } = terms
  const limit = price === null ? null : instrument.price.print(price)
  return {
    symbol,
    instrument: instrumentFilters(instrument),
    side,
    type,
    timeInForce,
    reduceOnly,
    positionSide: 'BOTH' as const,
    qty: instrument.quantity.print(quantity),
    price: type === 'LIMIT' ? limit : null,
    triggerPrice: trigger && instrument.price.print(trigger.price),
    triggerBy: trigger?.by ?? null,
    effectivePriceLimit: limit,
    stopLoss: plan && printTrigger(plan.stopLoss, instrument),
    takeProfit: plan?.takeProfit ? printTrigger(plan.takeProfit, instrument) : null,
    stopLossDefaulted: plan?.stopIsDefault ?? false,
  }
}

const printTrigger = ({ price, by }: Trigger, instrument: Instrument) => ({
  triggerPrice: instrument.price.print(price),
  triggerBy: by,
})

export const orderBody = (order: Order, instrument: Instrument): OrderBody => ({
  orderId: order.orderId,
  clientOrderId: order.clientOrderId,
  venueClientId: order.venueClientId,
  exchangeOrderId: order.exchangeOrderId,
  ...termsBody(order, instrument),
  filledQty: instrument.quantity.print(order.filled),
  remainingQty: instrument.quantity.print(remainingLots(order)),
  avgFillPrice: order.filled === 0 ? null : printDecimal(averagePrice(order, instrument)),
  feesPaid: printMoney(order.feesPaid),
  status: order.status,
  statusReason: order.statusReason,
  dispatch: dispatchBody(order),
  purpose: order.purpose,
  origin: order.origin,
  executionMode: order.mode,
  positionId: order.positionId,
  signalId: order.cause?.signalId ?? null,
  candidateId: order.cause?.candidateId ?? null,
  exploratory: order.exploratory ?? false,
  replaces: order.replaces ?? null,
  replacedBy: order.replacedBy ?? null,
  decisionId: order.decisionId,
  auditId: order.auditId,
  createdAt: toRfc3339(order.createdAtMs),
  updatedAt: toRfc3339(order.updatedAtMs),
  version: order.version,
})

const dispatchBody = ({ dispatch: { state, attempts, signedAtMs, provenDeadAtMs } }: Order) => ({
  state,
  attempts,
  signedAtMs,
  provenDeadAtMs,
})

/** Decimals of an average price, capped at eight. */
const AVERAGE_SCALE = 8

const averagePrice = ({ filledTickLots, filled }: Order, { price }: Instrument): Decimal => {
  const { units, scale } = price.step
  const more = Math.max(0, AVERAGE_SCALE - scale)
  return { units: divideRounded(filledTickLots * units * 10n ** BigInt(more), BigInt(filled)), scale: scale + more }
}

export const decidedOrderBody = (
  order: Order,
  instrument: Instrument,
  decision: Decision | undefined,
): DecidedOrder => ({
  ...orderBody(order, instrument),
  decision: decision
    ? { decisionId: decision.decisionId, verdict: decision.verdict, gates: decision.readings.map(readingBody) }
    : null,
  effectOnPosition: decision?.effect ?? null,
})

export const readingBody = (reading: GateReading): DecisionBody['gates'][number] => ({
  gateId: reading.gateId,
  code: reading.code,
  kind: reading.kind,
  enforced: reading.enforced,
  pass: reading.pass,
  observed: reading.observed,
  limit: reading.limit,
  unit: reading.unit,
  detail: reading.detail,
})
