import type { Instant } from '../../core/instant.ts'
import type { Approved } from '../../domain/risk/approved.ts'
import type { StopOrder } from './events.ts'
import type { StrategyMessage } from './strategy-event.ts'
import type { VenueRequest } from './venue.ts'

/** Side effect requested by a step, as plain data; performed only once the facts of the step are durable. */
export type Effect =
  | { readonly kind: 'requestBook'; readonly symbol: string }
  /** The only effect that sends an order to an exchange. */
  | {
      readonly kind: 'submitOrder'
      readonly order: Approved
      readonly decidedAtMs: Instant
      readonly recvWindowMs: number
    }
  /** Sets a durable stop in memory and in the stop file. */
  | { readonly kind: 'engageStop'; readonly stop: StopOrder }
  | { readonly kind: 'tellStrategies'; readonly message: StrategyMessage }
  | { readonly kind: 'askVenue'; readonly request: Exclude<VenueRequest, { kind: 'submit' }> }
