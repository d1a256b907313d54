import type { Random } from '../../server/core/random.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import type { AccountBook } from '../exchange/account/account-book.ts'
import type { AccountNews } from '../exchange/account/fold-events.ts'
import type { OrderDesk } from '../exchange/account/order-desk.ts'
import type { WireFaults } from '../exchange/faults/wire-faults.ts'
import type { MarketBoard } from '../exchange/market/market-board.ts'
import type { LocalExchange } from '../exchange/ports.ts'
import type { StreamHub } from '../exchange/server/stream-hub.ts'
import type { KeyPermissions } from './rest/permissions.ts'
import type { RateLimits } from './rest/rate-limits.ts'
import type { ListenKeys } from './stream/listen-keys.ts'
import type { WireLimits } from './view/symbol-info.ts'

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
