import { createState } from './create-state.ts'
import { openDoors, type VenueServer } from './door/open-doors.ts'
import { NO_WIRE_FAULTS } from './faults/wire-fault-plan.ts'
import { openMarket } from './open-market.ts'
import type { LocalExchange } from './ports.ts'
import { createMarketFeed, publishMarket, publishSecond } from './stream/market-feed.ts'
import { createSocketDoor } from './stream/socket-door.ts'
import { resolveLives, type VenueOptions, type VenueSources } from './venue-options.ts'
import { createHttpDoor } from './wire/http-door.ts'
import { createRoutes } from './wire/routes.ts'

/**
 * A futures exchange of one account that speaks the wire of Binance USDⓈ-M: REST and WebSocket. There is no engine in it.
 *
 *     market ──► board ──► stream/market-feed ──► sockets
 *       │          └─────► wire/*-routes      ──► HTTP
 *       ▼                        │ place, cancel, read
 *     account (clearing) ◄───────┘
 *       │ told only when committed, a turn at a time
 *       ▼
 *     account/fold-events ──► book ──► wire/*-routes, stream/account-feed
 *
 * - `wire/` is REST: one file a group of routes, parameters, signatures, weights, error codes, and JSON with bare digits.
 * - `stream/` is WebSocket: the public streams, and the account's own under its listen key.
 * - `market/` folds what the market tells into what both show.
 * - `account/` translates between the exchange's words and the wire's. The exchange behind it is asked by `VenueRequest`
 *   and answers by `VenueEvent`; every answer and every message comes from those events, so nothing is told that is not
 *   committed. What clients asked in their own words is written to the wire's own store before it is sent in.
 * - `faults/` is what may go wrong on the wire, `door/` what both wires have in common on sockets and HTTP.
 * - `bybit/` is a second wire over the same exchange, with the same parts.
 * - `local-exchange.ts` opens market and account; it alone knows their adapters.
 *
 * It listens when this resolves, and its markets are open.
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
  return openDoors({
    ...options,
    answer: createHttpDoor({ routes: createRoutes(state), credentials, permissions, rates, clock, faults, fail }),
    sockets: createSocketDoor({ ...resolveLives(options, plan), hub, clock }),
    market,
    failure: failure.promise,
    closeExchange: () => exchange.close(),
  })
}
