import { readSeed } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I11: a repeated command creates no second order, regardless of events in between. */
export const noSecondOrder = (evidence: Evidence): Invariant => {
  const scopes = new Set<string>()
  const seeds = new Set<string>()
  return {
    onFact(fact) {
      if (fact.kind !== 'orderDecided') return
      const { idempotency, order } = fact
      const seed = readSeed(order.venueClientId)
      if (seeds.has(seed)) evidence.violate('I11', `a second order ${order.orderId} was made as ${order.venueClientId}`)
      seeds.add(seed)
      if (idempotency === null) return
      if (scopes.has(idempotency.scope))
        evidence.violate('I11', `${order.orderId} is a second order of ${idempotency.scope}`)
      scopes.add(idempotency.scope)
    },
  }
}
