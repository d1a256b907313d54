import type { Instant } from '../../../../core/instant.ts'
import type { VenueStatus } from '../../../../domain/order/venue-report.ts'

/** The order in which an order passes through what may become of it within one millisecond. */
const RANKS: Record<VenueStatus, number> = {
  UNTRIGGERED: 1,
  TRIGGERED: 2,
  NEW: 3,
  PARTIALLY_FILLED: 4,
  FILLED: 5,
  CANCELED: 6,
  EXPIRED: 6,
  REJECTED: 6,
}

const STATUSES_MAX = 8

/**
 * The number of a report, the same whoever tells it and however often: by when the exchange last changed the order, then by
 * its status. What is told without a time comes before everything else.
 */
export const computeSequence = (status: VenueStatus, atMs: Instant | undefined): number =>
  atMs === undefined ? 1 : atMs * STATUSES_MAX + RANKS[status]
