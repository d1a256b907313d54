import { hasForeignOrder } from '../world/exchange-record.ts'
import type { Evidence, Invariant } from './invariant.ts'

const TICK_MS = 100
const MARGIN_MS = 10_000

/**
 * I3: a stop leaves no order at the exchange that could still open a position, and no resting close: they are cancelled
 * once everything has responded for long enough, and no new one appears. Only stops and targets remain.
 */
export const quietAfterStop = (evidence: Evidence): Invariant => {
  const stoodMs = new Map<string, number>()
  const { recvWindowMs, settleMs } = evidence.constitution.execution
  const withinMs = (): number => recvWindowMs + Math.abs(evidence.skewMs) + settleMs + MARGIN_MS

  /** Returns whether an order is ours according to the journal, and must be cancelled by its decided terms. */
  const mustGo = (venueClientId: string): boolean => {
    const order = evidence.books.byVenueClientId.get(venueClientId)
    return order?.ours === true && (!order.terms.reduceOnly || order.terms.trigger === null)
  }
  const isIncreasing = (venueClientId: string): boolean =>
    mustGo(venueClientId) && evidence.books.byVenueClientId.get(venueClientId)?.terms.reduceOnly === false
  const standsAside = (): boolean => hasForeignOrder(evidence.exchange.orders)

  const count = (venueClientId: string): void => {
    const forMs = (stoodMs.get(venueClientId) ?? 0) + TICK_MS
    stoodMs.set(venueClientId, forMs)
    if (forMs <= withinMs()) return
    evidence.violate('I3', `${venueClientId} is still at the exchange ${forMs} ms after the stop`)
  }

  return {
    onTick() {
      if (evidence.stop.heldSinceMs === null || standsAside()) return stoodMs.clear()
      if (!evidence.isHealthy) return
      for (const name of evidence.exchange.open.keys()) if (mustGo(name)) count(name)
    },
    onCommitted() {
      const sinceMs = evidence.stop.heldSinceMs
      if (sinceMs === null || standsAside()) return
      const afterMs = evidence.nowMs - sinceMs
      if (afterMs <= withinMs()) return
      for (const name of evidence.exchange.acceptedNow.filter(isIncreasing)) {
        evidence.violate('I3', `the exchange accepted ${name}, which increases, ${afterMs} ms after the stop`)
      }
    },
  }
}
