import type { TradingStore } from '../../../engine/model/ports.ts'
import type { Tables } from './tables.ts'

/** Queries for trading history. */
export const createTradingStore = (tables: Tables): TradingStore => ({
  findOrder: tables.orders.find,
  findOrders: tables.orders.findPage,
  findPosition: tables.positions.find,
  findPositions: tables.positions.findPage,
  findAccountEntries: tables.account.findPage,
  findDecision: tables.decisions.find,
  findStates: tables.states.find,
  findEquity: tables.equity.find,
  findAdjustments: tables.adjustments.find,
  findAnswer: tables.idempotency.find,
  countConduct: tables.countConduct,
  findFlow: tables.findFlow,
  countKeys: tables.idempotency.countSince,
  countSince: (sinceMs) => ({ ...tables.orders.countSince(sinceMs), fills: tables.account.countFillsSince(sinceMs) }),
})
