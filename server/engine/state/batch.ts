/** Batches of facts for the journal, with the orders and positions they affect. */

import type { Order } from '../../domain/order/order.ts'
import type { Position } from '../../domain/position/position.ts'
import type { Fact } from '../model/facts.ts'
import type { Batch } from '../model/ports.ts'
import type { Ledger } from './ledger.ts'

/** Builds a batch: facts, with the current state of the orders and positions they affect. */
export const createBatch = (facts: readonly Fact[], ledger: Ledger): Batch => {
  const orders = new Set(facts.flatMap(orderIdsIn))
  const positions = new Set(facts.flatMap(positionIdsIn))
  return {
    facts,
    orders: [...orders].flatMap((orderId): Order | Order[] => ledger.orders.get(orderId) ?? []),
    positions: positions.size === 0 ? [] : positionsNamed(ledger, positions),
  }
}

/** Returns the orders affected by a fact. */
export const orderIdsIn = (fact: Fact): readonly string[] => {
  if (fact.kind === 'orderDecided' || fact.kind === 'externalOrderSeen') return [fact.order.orderId]
  if (fact.kind === 'executed') return fact.fills.flatMap(({ orderId }) => orderId ?? [])
  return 'orderId' in fact ? [fact.orderId] : []
}

/** Returns the positions affected by a fact. */
export const positionIdsIn = (fact: Fact): readonly string[] => {
  if (fact.kind === 'executed') return fact.fills.map(({ positionId }) => positionId)
  return 'positionId' in fact && fact.positionId !== null ? [fact.positionId] : []
}

const positionsNamed = (ledger: Ledger, ids: ReadonlySet<string>): Position[] => {
  const open = [...ledger.positions.values()].filter(({ positionId }) => ids.has(positionId))
  const ended = [...ids].flatMap((positionId): Position | Position[] => ledger.ended.get(positionId) ?? [])
  return [...ended, ...open]
}
