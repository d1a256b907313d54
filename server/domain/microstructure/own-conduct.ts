import { SECOND_MS } from '../../core/instant.ts'
import type { Component } from './component.ts'
import { classifyLevel } from './component.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** Counts of our own orders, cancels and trades in a period, rated by the same criteria as manipulation by others. */
export interface OwnConduct {
  /** Number of orders sent, and how many were cancelled. */
  readonly orders: number
  readonly cancels: number
  readonly fills: number
  /** Number of limit orders that may rest in the order book, and how many were cancelled immediately. */
  readonly restingOrders: number
  readonly fastCancels: number
  /** Orders refused by gate G26 because they would have traded with our own orders. */
  readonly selfCrossRefusals: number
  /** Executions in which both sides were ours. */
  readonly selfTrades: number
  /** False when there were more orders than a single query counts. */
  readonly complete: boolean
}

/** Lifetime below which a cancelled order was probably not meant to trade. */
export const FAST_CANCEL_MS = 2 * SECOND_MS

export const NO_CONDUCT: OwnConduct = {
  orders: 0,
  cancels: 0,
  fills: 0,
  restingOrders: 0,
  fastCancels: 0,
  selfCrossRefusals: 0,
  selfTrades: 0,
  complete: true,
}

/** Sums the conduct of two periods. */
export const addConduct = (a: OwnConduct, b: OwnConduct): OwnConduct => ({
  orders: a.orders + b.orders,
  cancels: a.cancels + b.cancels,
  fills: a.fills + b.fills,
  restingOrders: a.restingOrders + b.restingOrders,
  fastCancels: a.fastCancels + b.fastCancels,
  selfCrossRefusals: a.selfCrossRefusals + b.selfCrossRefusals,
  selfTrades: a.selfTrades + b.selfTrades,
  complete: a.complete && b.complete,
})

/** Returns the share of resting orders cancelled immediately; null without resting orders. */
export const fastCancelShare = ({ fastCancels, restingOrders }: OwnConduct): number | null =>
  restingOrders === 0 ? null : fastCancels / restingOrders

/** Returns the order-to-trade ratio; null without fills. */
export const orderToTradeRatio = ({ orders, cancels, fills }: OwnConduct): number | null =>
  fills === 0 ? null : (orders + cancels) / fills - 1

/**
 * Rates our own conduct as a sign of manipulation: hostile for self-trades; elevated when the share of fast cancels
 * reaches the threshold for fleeting order books, given at least `ordersMin` resting orders.
 */
export const conductComponent = (conduct: OwnConduct, ordersMin: number): Component => {
  const share = fastCancelShare(conduct)
  const isElevated = conduct.restingOrders >= ordersMin && (share ?? 0) >= MICRO_RULES.fleetingElevated
  const evidence = { have: conduct.complete ? 1 : 0, need: 1, unit: 'days' } as const
  const level = classifyLevel(conduct.selfTrades > 0, isElevated, evidence)
  const value = conduct.selfTrades
  return { id: 'selfConduct', value, z: null, percentile: null, level, baselineDays: 1, n: conduct.orders, evidence }
}
