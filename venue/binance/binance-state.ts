/** State and options of the local exchange with the Binance API, shared by its routes and streams. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/core/instant.ts'
import type { Random } from '../../server/core/random.ts'
import type { ExchangeState, ServerOptions } from '../exchange/exchange-state.ts'
import type { WireFaultPlan } from '../exchange/faults/wire-fault-plan.ts'
import type { KeyPermissions } from './rest/auth.ts'
import type { RateLimits } from './rest/rate-limits.ts'
import type { ListenKeys } from './stream/listen-keys.ts'
import type { WireLimits } from './view/market-views.ts'

/** State of routes and streams: rate limits, listen keys, permissions, and countdowns. */
export interface BinanceState extends ExchangeState {
  readonly limits: WireLimits
  readonly permissions: KeyPermissions
  /** Source of IDs for orders without a client ID. */
  readonly random: Random
  readonly rates: RateLimits
  readonly keys: ListenKeys
  /** Timers that cancel all orders of a symbol unless the client renews the countdown. */
  readonly countdowns: Map<string, NodeJS.Timeout>
  /** Publishes a leverage change on the account streams. */
  readonly publishLeverage: (symbol: string, leverage: number) => void
}

/** Listen address, accepted keys and deviations from the defaults. */
export interface BinanceOptions extends ServerOptions {
  readonly permissions?: KeyPermissions
  readonly limits?: Partial<WireLimits>
  readonly lifetimes?: Partial<BinanceLifetimes>
}

/** Lifetimes of connections; likewise of listen keys. */
interface BinanceLifetimes {
  readonly connectionMs: number
  readonly pingMs: number
  readonly listenKeyMs: number
}

const LIFETIMES: BinanceLifetimes = { connectionMs: DAY_MS, pingMs: 3 * MINUTE_MS, listenKeyMs: HOUR_MS }

/** Returns the lifetimes of connections and keys; a fault plan overrides the options. */
export const resolveLifetimes = (
  { lifetimes = {} }: BinanceOptions,
  { connectionMs, listenKeyMs }: WireFaultPlan,
): BinanceLifetimes => ({
  ...LIFETIMES,
  ...lifetimes,
  ...(connectionMs !== null && { connectionMs }),
  ...(listenKeyMs !== null && { listenKeyMs }),
})
