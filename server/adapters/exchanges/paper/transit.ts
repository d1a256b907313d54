import type { Instant } from '../../../core/instant.ts'

/** Something sent to the market that has not reached it. */
export interface Parcel {
  readonly symbol: string
  readonly dueMs: Instant
  /** An order must see the market to take effect; a word about one is heard at once where nothing can happen. */
  readonly kind: 'order' | 'word'
  readonly deliver: () => void
}

/** What is on its way, in order of arrival: all of it takes equally long. */
export type Transit = Set<Parcel>

/** Delivers what arrives before an instant, one after the other; `reach` is told of each instant first. */
export const deliverBefore = (transit: Transit, atMs: Instant, reach: (dueMs: Instant) => void): void => {
  for (const parcel of transit) {
    if (parcel.dueMs >= atMs) return
    transit.delete(parcel)
    reach(parcel.dueMs)
    parcel.deliver()
  }
}

/** Delivers at once what is on its way to one instrument's market. */
export const deliverAll = (transit: Transit, symbol: string, kinds: readonly Parcel['kind'][]): void => {
  for (const parcel of [...transit]) {
    if (parcel.symbol !== symbol || !kinds.includes(parcel.kind) || !transit.delete(parcel)) continue
    parcel.deliver()
  }
}
