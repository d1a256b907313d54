import { countUncovered, hasForeignOrder } from '../world/exchange-record.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** Maximum time a position may be without a stop while everything answers. */
const UNCOVERED_MAX_MS = 15_000
const TICK_MS = 100

/** I5: no part of a position remains without a stop at the exchange; only healthy time counts. */
export const covered = (evidence: Evidence): Invariant => {
  const sinceMs = new Map<string, number>()
  return {
    onTick() {
      const standsAside = evidence.books.latch !== null && hasForeignOrder(evidence.exchange.orders)
      for (const symbol of evidence.exchange.positions.keys()) {
        const uncovered = countUncovered(evidence.exchange, symbol)
        if (uncovered === 0 || !evidence.isHealthy || standsAside) {
          sinceMs.set(symbol, 0)
          continue
        }
        const forMs = (sinceMs.get(symbol) ?? 0) + TICK_MS
        sinceMs.set(symbol, forMs)
        if (forMs > UNCOVERED_MAX_MS)
          evidence.violate('I5', `${uncovered} lots of ${symbol} have no stop for ${forMs} ms`)
      }
    },
  }
}
