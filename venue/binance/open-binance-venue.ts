import { createExchangeState, type VenueSources } from '../exchange/exchange-state.ts'
import { NO_WIRE_FAULTS } from '../exchange/faults/wire-fault-plan.ts'
import { openMarket } from '../exchange/open-market.ts'
import type { LocalExchange } from '../exchange/ports.ts'
import { openServers, type VenueServer } from '../exchange/server/open-servers.ts'
import { type BinanceOptions, type BinanceState, resolveLifetimes } from './binance-state.ts'
import { USUAL_PERMISSIONS } from './rest/auth.ts'
import { createHttpListener } from './rest/http-listener.ts'
import { createRateLimits } from './rest/rate-limits.ts'
import { createRoutes } from './rest/routes.ts'
import { publishAccount, publishKeyEnded, publishLeverage } from './stream/account-feed.ts'
import { createListenKeys } from './stream/listen-keys.ts'
import { createMarketFeed, isOffered, publishMarket, publishSecond } from './stream/market-feed.ts'
import { createSocketServer } from './stream/socket-server.ts'
import type { WireLimits } from './view/market-views.ts'

/**
 * Opens the local futures exchange with the API of Binance USDⓈ-M: REST and WebSocket, one account. It contains no
 * engine.
 *
 * market ──► board ──► stream/market-feed ──► sockets │          └─────► rest/*-routes      ──► HTTP ▼
 *       │ place, cancel, read account (clearing) ◄───────┘ │ events after commit, one batch at a time ▼
 * exchange/account/fold-events ──► book ──► rest/*-routes, stream/account-feed
 *
 * - `rest/` has one file for each group of routes, plus parameters, signatures, weights and error codes.
 * - `stream/` has the public streams, and the account stream under its listen key.
 * - `view/` formats orders, positions and symbols for both.
 * - `../exchange/` is shared by all wires: `market/` folds market events. `account/` translates between the terms of the
 * exchange and of the wire: requests to the exchange are `VenueRequest`s, its responses `VenueEvent`s; every response and message is built from these events, so only committed changes are published. Clients' original
 * requests are stored before they are submitted. `faults/` injects faults, `server/` has the listeners.
 * - `../local-exchange.ts` opens market and account; only it depends on their adapters.
 *
 * The server is listening when this resolves, and its markets are open.
 */
export const openBinanceVenue = async (
  exchange: LocalExchange,
  options: BinanceOptions,
  sources: VenueSources,
): Promise<VenueServer> => {
  const failure = Promise.withResolvers<Error>()
  const plan = options.faults ?? NO_WIRE_FAULTS
  const state = createState(exchange, options, sources, failure.resolve)
  const { hub, board, rates, clock, faults, permissions, fail } = state
  const feed = createMarketFeed(hub)
  const market = openMarket({
    ...state,
    publishMarket: (news) => publishMarket(feed, news),
    publishSecond: (atMs) => publishSecond(feed, board, atMs),
  })
  await market.ready
  const credentials = { apiKey: options.apiKey, apiSecret: options.apiSecret }
  return openServers({
    ...options,
    answer: createHttpListener({ routes: createRoutes(state), credentials, permissions, rates, clock, faults, fail }),
    sockets: createSocketServer({
      ...resolveLifetimes(options, plan),
      hub,
      clock,
      isOffered: (stream) => isOffered(board, stream),
    }),
    market,
    failure: failure.promise,
    closeExchange: () => exchange.close(),
  })
}

const LIMITS: WireLimits = { weightPerMinute: 2_400, ordersPerTenSeconds: 300, ordersPerMinute: 1_200 }

/** Creates the state of routes and streams, with the stored account. */
const createState = (
  exchange: LocalExchange,
  options: BinanceOptions,
  sources: VenueSources,
  fail: (error: Error) => void,
): BinanceState => {
  const { random } = sources
  const plan = options.faults ?? NO_WIRE_FAULTS
  const limits = { ...LIMITS, ...options.limits }
  const shared = createExchangeState(exchange, { options, sources, hidesFailedMakers: true })
  const keys = createListenKeys(random, resolveLifetimes(options, plan).listenKeyMs, plan.listenKeyMs === null)
  const feed = { ...shared, keys }
  keys.ended = (key, why) => publishKeyEnded(feed, key, why)
  return {
    ...shared,
    limits,
    permissions: options.permissions ?? USUAL_PERMISSIONS,
    random,
    rates: createRateLimits(limits),
    keys,
    countdowns: new Map(),
    publish: (news) => publishAccount(feed, news),
    publishLeverage: (symbol, leverage) => publishLeverage(feed, symbol, leverage),
    fail,
  }
}
