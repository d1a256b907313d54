import { createRandom } from '../server/core/random.ts'
import type { Clock } from '../server/engine/model/ports.ts'
import { createAccountBook } from './account/account-book.ts'
import { createOrderDesk } from './account/order-desk.ts'
import { restoreBook } from './account/restore-book.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from './faults/wire-fault-plan.ts'
import { beginFaults } from './faults/wire-faults.ts'
import { createMarketBoard } from './market/market-board.ts'
import type { WireLimits } from './market/symbol-info.ts'
import { openMarket } from './open-market.ts'
import type { LocalExchange } from './ports.ts'
import { openServers, type VenueServer } from './server/open-servers.ts'
import { publishAccount, publishKeyEnded, publishLeverage } from './stream/account-feed.ts'
import { createListenKeys } from './stream/listen-keys.ts'
import { createMarketFeed, publishMarket, publishSecond } from './stream/market-feed.ts'
import { createSocketServer } from './stream/socket-server.ts'
import { createStreamHub } from './stream/stream-hub.ts'
import { resolveLives, type VenueOptions, type VenueSources } from './venue-options.ts'
import type { VenueState } from './venue-state.ts'
import { createHttpListener } from './wire/http-listener.ts'
import { USUAL_PERMISSIONS } from './wire/permissions.ts'
import { createRateLimits } from './wire/rate-limits.ts'
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

interface StateSources extends VenueSources {
  readonly plan: WireFaultPlan
  readonly fail: (error: Error) => void
}

const LIMITS: WireLimits = { weightPerMinute: 2_400, ordersPerTenSeconds: 300, ordersPerMinute: 1_200 }

/** Creates the state of routes and streams, with the account as it was stored. */
const createState = (exchange: LocalExchange, options: VenueOptions, sources: StateSources): VenueState => {
  const { plan, random, fail } = sources
  const { store, changePosition, records, source } = exchange
  const clock: Clock = () => sources.clock() + plan.clockSkewMs
  const limits = { ...LIMITS, ...options.limits }
  const faults = beginFaults(plan, plan.seed === null ? random : createRandom(plan.seed))
  const hub = createStreamHub(faults)
  const board = createMarketBoard(options.symbols)
  const instruments = new Map(source.instruments.map((instrument) => [instrument.symbol, instrument]))
  const book = createAccountBook({ changePosition, instruments, wallet: records.openingBalance })
  const keys = createListenKeys(random, resolveLives(options, plan).listenKeyMs, plan.listenKeyMs === null)
  const feed = { hub, keys, book, board, clock }
  keys.ended = (key, why) => publishKeyEnded(feed, key, why)
  restoreBook(book, records, store)
  return {
    exchange,
    clock,
    limits,
    permissions: options.permissions ?? USUAL_PERMISSIONS,
    board,
    book,
    desk: createOrderDesk({ account: exchange.account, book, store, clock: sources.clock, hidesFailedMakers: true }),
    random,
    rates: createRateLimits(limits),
    faults,
    keys,
    hub,
    countdowns: new Map(),
    publish: (news) => publishAccount(feed, news),
    publishLeverage: (symbol, leverage) => publishLeverage(feed, symbol, leverage),
    fail,
  }
}
