import type { Random } from '../server/core/random.ts'
import type { Clock } from '../server/engine/model/ports.ts'
import type { AccountBook } from './account/account-book.ts'
import type { AccountNews } from './account/fold-events.ts'
import type { OrderDesk } from './account/order-desk.ts'
import type { WireFaults } from './faults/wire-faults.ts'
import type { MarketBoard } from './market/market-board.ts'
import type { WireLimits } from './market/symbol-info.ts'
import type { LocalExchange } from './ports.ts'
import type { ListenKeys } from './stream/listen-keys.ts'
import type { StreamHub } from './stream/stream-hub.ts'
import type { KeyPermissions } from './wire/permissions.ts'
import type { RateLimits } from './wire/rate-limits.ts'

/** State shared by the routes and streams of one exchange. */
export interface VenueState {
  readonly exchange: LocalExchange
  /** The exchange's own, skewed as its faults have it. */
  readonly clock: Clock
  readonly limits: WireLimits
  readonly permissions: KeyPermissions
  readonly board: MarketBoard
  readonly book: AccountBook
  readonly desk: OrderDesk
  /** For the names of orders that clients did not name. */
  readonly random: Random
  readonly rates: RateLimits
  readonly faults: WireFaults
  readonly keys: ListenKeys
  readonly hub: StreamHub
  /** Timers after which all orders of a symbol are cancelled unless the client renews the countdown. */
  readonly countdowns: Map<string, NodeJS.Timeout>
  /** Publishes on the account streams. */
  readonly publish: (news: AccountNews) => void
  /** Publishes a leverage change on the account streams. */
  readonly publishLeverage: (symbol: string, leverage: number) => void
  readonly fail: (error: Error) => void
}
