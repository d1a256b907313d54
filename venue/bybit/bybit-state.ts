import type { VenuePosition } from '../../server/domain/order/venue-report.ts'
import type { Rejection } from '../../server/engine/model/venue.ts'
import type { VenueState } from '../venue-state.ts'
import type { PositionStops } from './account/position-stops.ts'
import type { BybitPermissions } from './wire/key-permissions.ts'
import type { BybitRates } from './wire/rate-limits.ts'

/** All that the routes and streams of the wire of Bybit work on. */
export interface BybitState
  extends Pick<VenueState, 'exchange' | 'clock' | 'board' | 'book' | 'desk' | 'faults' | 'hub' | 'publish' | 'fail'> {
  /** The number of the account's user, of which the names of orders and executions are made. */
  readonly uid: string
  readonly permissions: BybitPermissions
  readonly rates: BybitRates
  readonly stops: PositionStops
  /** Who sees to the stops of a symbol. */
  readonly keeping: Map<string, Promise<Rejection | undefined>>
  /** Positions as the exchange has told them last. */
  readonly reportedPositions: Map<string, VenuePosition>
  /** Tells that a position's leverage or its stops are others. */
  readonly publishPosition: (symbol: string) => void
}
