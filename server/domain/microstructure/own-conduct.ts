import { SECOND_MS } from '../../core/instant.ts'
import type { Component } from './component.ts'
import { classifyLevel } from './component.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** What we did ourselves in a stretch of time: what we would hold against others. */
export interface OwnConduct {
  /** Let out, and of these taken back. */
  readonly orders: number
  readonly cancels: number
  readonly fills: number
  /** Limit orders that may stand in the book, and of these those taken back at once. */
  readonly restingOrders: number
  readonly fastCancels: number
  /** Held back by G26, as they would have met one of our own. */
  readonly selfCrossRefusals: number
  /** Executions in which both sides were ours. */
  readonly selfTrades: number
  /** False where there was more than is counted at once. */
  readonly complete: boolean
}

/** An order taken back sooner was hardly meant to trade. */
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

/** Of two stretches together. */
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

/** Null while no order could stand in the book. */
export const fastCancelShare = ({ fastCancels, restingOrders }: OwnConduct): number | null =>
  restingOrders === 0 ? null : fastCancels / restingOrders

/** Null while nothing was filled. */
export const orderToTradeRatio = ({ orders, cancels, fills }: OwnConduct): number | null =>
  fills === 0 ? null : (orders + cancels) / fills - 1

/**
 * Ourselves as a sign of manipulation: hostile by trading with ourselves, elevated by what the book is called fleeting for,
 * from `ordersMin` resting orders on.
 */
export const conductComponent = (conduct: OwnConduct, ordersMin: number): Component => {
  const share = fastCancelShare(conduct)
  const isElevated = conduct.restingOrders >= ordersMin && (share ?? 0) >= MICRO_RULES.fleetingElevated
  const evidence = { have: conduct.complete ? 1 : 0, need: 1, unit: 'days' } as const
  const level = classifyLevel(conduct.selfTrades > 0, isElevated, evidence)
  const value = conduct.selfTrades
  return { id: 'selfConduct', value, z: null, percentile: null, level, baselineDays: 1, n: conduct.orders, evidence }
}
