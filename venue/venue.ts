import { createState } from './create-state.ts'
import { NO_WIRE_FAULTS } from './faults/wire-fault-plan.ts'
import { openMarket } from './open-market.ts'
import type { LocalExchange } from './ports.ts'
import { openServers, type VenueServer } from './server/open-servers.ts'
import { createMarketFeed, publishMarket, publishSecond } from './stream/market-feed.ts'
import { createSocketServer } from './stream/socket-server.ts'
import { resolveLives, type VenueOptions, type VenueSources } from './venue-options.ts'
import { createHttpListener } from './wire/http-listener.ts'
import { createRoutes } from './wire/routes.ts'

/**
 * A futures exchange with one account on the wire of Binance USDⓈ-M: REST and WebSocket. It contains no engine.
 *
 *     market ──► board ──► stream/market-feed ──► sockets
 *       │          └─────► wire/*-routes      ──► HTTP
 *       ▼                        │ place, cancel, read
 *     account (clearing) ◄───────┘
 *       │ events after commit, one batch at a time
 *       ▼
 *     account/fold-events ──► book ──► wire/*-routes, stream/account-feed
 *
 * - `wire/` is REST: one file for each group of routes, plus parameters, signatures, weights, error codes, and JSON
 *   with plain digits.
 * - `stream/` is WebSocket: the public streams, and the account stream under its listen key.
 * - `market/` folds market events into the data that both publish.
 * - `account/` translates between the terms of the exchange and of the wire. Requests to the exchange behind it are
 *   `VenueRequest`, its responses `VenueEvent`; every response and every message is made from those events, so nothing
 *   is published that is not committed. The original requests of clients are written to the wire's own store before
 *   they are submitted.
 * - `faults/` is fault injection on the wire, `door/` the socket and HTTP code that both wires share.
 * - `bybit/` is a second wire over the same exchange, with the same parts.
 * - `local-exchange.ts` opens market and account; only it depends on their adapters.
 *
 * The server is listening when this resolves, and its markets are open.
 */
export const openVenue = async (
  exchange: LocalExchange,
  options: VenueOptions,
  sources: VenueSources,
): Promise<VenueServer> => {
  const failure = Promise.withResolvers<Error>()
  const plan = options.faults ?? NO_WIRE_FAULTS
  const state = createState(exchange, options, { ...sources, plan, fail: failure.resolve })
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
    sockets: createSocketServer({ ...resolveLives(options, plan), hub, clock }),
    market,
    failure: failure.promise,
    closeExchange: () => exchange.close(),
  })
}
