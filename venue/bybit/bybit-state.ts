/** State and options of the local exchange with the Bybit API, shared by its routes and streams. */

import type { VenuePosition } from '../../server/domain/order/venue-report.ts'
import type { Rejection } from '../../server/engine/model/venue.ts'
import type { ExchangeState, ServerOptions } from '../exchange/exchange-state.ts'
import type { BybitPermissions } from './rest/auth.ts'
import type { BybitLimits, BybitRates } from './rest/rate-limits.ts'
import type { PositionStops } from './stops/position-stops.ts'

/** State of routes and streams: user ID, permissions, rate limits, and stops of positions. */
export interface BybitState extends ExchangeState {
  /** User number of the account; prefix of the IDs of orders and executions. */
  readonly uid: string
  readonly permissions: BybitPermissions
  readonly rates: BybitRates
  readonly stops: PositionStops
  /** Running reconciliation of stops, by symbol. */
  readonly runningStops: Map<string, Promise<Rejection | undefined>>
  /** Positions as last published by the exchange. */
  readonly reportedPositions: Map<string, VenuePosition>
  /** Publishes a change of a position's leverage or stops. */
  readonly publishPosition: (symbol: string) => void
}

/** Listen address, accepted keys and deviations from the defaults. */
export interface BybitOptions extends ServerOptions {
  readonly permissions?: BybitPermissions
  readonly limits?: Partial<BybitLimits>
  readonly lifetimes?: Partial<BybitLifetimes>
}

/** Lifetimes of a connection. */
export interface BybitLifetimes {
  readonly connectionMs: number
  /** Lifetime of a connection without incoming messages. */
  readonly idleMs: number
}
