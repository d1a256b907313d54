/** Orders and cancels in transit to an observed market, delivered after the latency. */

import type { Instant } from '../../../core/instant.ts'

/** Orders and messages in transit, in order of arrival, with equal latency. */
export type Transit = Set<Parcel>

/** Something sent to the market that has not reached it. */
export interface Parcel {
  readonly symbol: string
  readonly dueMs: Instant
  /** An order requires a visible market to take effect; a message about an order does not. */
  readonly kind: 'order' | 'word'
  readonly deliver: () => void
}

/** Delivers parcels due before an instant, one after the other; `reach` is called with each instant first. */
export const deliverBefore = (transit: Transit, atMs: Instant, reach: (dueMs: Instant) => void): void => {
  for (const parcel of transit) {
    if (parcel.dueMs >= atMs) return
    transit.delete(parcel)
    reach(parcel.dueMs)
    parcel.deliver()
  }
}

/** Delivers immediately the parcels in transit to one instrument's market. */
export const deliverAll = (transit: Transit, symbol: string, kinds: readonly Parcel['kind'][]): void => {
  for (const parcel of [...transit]) {
    if (parcel.symbol !== symbol || !kinds.includes(parcel.kind) || !transit.delete(parcel)) continue
    parcel.deliver()
  }
}
