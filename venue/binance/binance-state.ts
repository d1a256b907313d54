import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/core/instant.ts'
import type { Random } from '../../server/core/random.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import type { AccountBook } from '../exchange/account/account-book.ts'
import type { AccountNews } from '../exchange/account/fold-events.ts'
import type { OrderDesk } from '../exchange/account/order-desk.ts'
import type { WireFaultPlan } from '../exchange/faults/wire-fault-plan.ts'
import type { WireFaults } from '../exchange/faults/wire-faults.ts'
import type { MarketBoard } from '../exchange/market/market-board.ts'
import type { LocalExchange } from '../exchange/ports.ts'
import type { StreamHub } from '../exchange/server/stream-hub.ts'
import type { Credentials, KeyPermissions } from './rest/auth.ts'
import type { RateLimits } from './rest/rate-limits.ts'
import type { ListenKeys } from './stream/listen-keys.ts'
import type { WireLimits } from './view/market-views.ts'

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

/** Listen address, accepted keys and deviations from the defaults. */
export interface VenueOptions extends Credentials {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Empty lists all the market has. */
  readonly symbols: readonly string[]
  readonly permissions?: KeyPermissions
  readonly limits?: Partial<WireLimits>
  readonly lives?: Partial<VenueLives>
  readonly faults?: WireFaultPlan
}

/** Lifetimes. */
interface VenueLives {
  readonly connectionMs: number
  readonly pingMs: number
  readonly listenKeyMs: number
}

/** External dependencies of this program. */
export interface VenueSources {
  readonly clock: Clock
  /** Uniform in [0, 1), for ids and keys. */
  readonly random: Random
}

const LIVES: VenueLives = { connectionMs: DAY_MS, pingMs: 3 * MINUTE_MS, listenKeyMs: HOUR_MS }

/** Lifetimes of connections and keys; a fault plan overrides the options. */
export const resolveLives = (
  { lives = {} }: VenueOptions,
  { connectionMs, listenKeyMs }: WireFaultPlan,
): VenueLives => ({
  ...LIVES,
  ...lives,
  ...(connectionMs !== null && { connectionMs }),
  ...(listenKeyMs !== null && { listenKeyMs }),
})
