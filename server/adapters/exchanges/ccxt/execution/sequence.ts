import type { Instant } from '../../../../core/instant.ts'
import type { VenueStatus } from '../../../../domain/order/venue-report.ts'

/** Order in which statuses can follow each other within one millisecond. */
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
 * Returns the number of a report, independent of its source and of repetition: by the exchange's last change of the
 * order, then by status. A report without a time comes before everything else.
 */
export const computeSequence = (status: VenueStatus, atMs: Instant | undefined): number =>
  atMs === undefined ? 1 : atMs * STATUSES_MAX + RANKS[status]
