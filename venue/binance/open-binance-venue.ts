import { createRandom } from '../../server/core/random.ts'
import type { Clock } from '../../server/engine/model/ports.ts'
import { createAccountBook } from '../exchange/account/account-book.ts'
import { createOrderDesk } from '../exchange/account/order-desk.ts'
import { restoreBook } from '../exchange/account/restore-book.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from '../exchange/faults/wire-fault-plan.ts'
import { beginFaults } from '../exchange/faults/wire-faults.ts'
import { createMarketBoard } from '../exchange/market/market-board.ts'
import { openMarket } from '../exchange/open-market.ts'
import type { LocalExchange } from '../exchange/ports.ts'
import { openServers, type VenueServer } from '../exchange/server/open-servers.ts'
import { createStreamHub } from '../exchange/server/stream-hub.ts'
import { resolveLives, type VenueOptions, type VenueSources, type VenueState } from './binance-state.ts'
import { USUAL_PERMISSIONS } from './rest/auth.ts'
import { createHttpListener } from './rest/http-listener.ts'
import { createRateLimits } from './rest/rate-limits.ts'
import { createRoutes } from './rest/routes.ts'
import { publishAccount, publishKeyEnded, publishLeverage } from './stream/account-feed.ts'
import { createListenKeys } from './stream/listen-keys.ts'
import { createMarketFeed, publishMarket, publishSecond } from './stream/market-feed.ts'
import { createSocketServer } from './stream/socket-server.ts'
import type { WireLimits } from './view/market-views.ts'

/**
 * A futures exchange with one account on the wire of Binance USDⓈ-M: REST and WebSocket. It contains no engine.
 *
 *     market ──► board ──► stream/market-feed ──► sockets
 *       │          └─────► rest/*-routes      ──► HTTP
 *       ▼                        │ place, cancel, read
 *     account (clearing) ◄───────┘
 *       │ events after commit, one batch at a time
 *       ▼
 *     exchange/account/fold-events ──► book ──► rest/*-routes, stream/account-feed
 *
 * - `rest/` has one file for each group of routes, plus parameters, signatures, weights and error codes.
 * - `stream/` has the public streams, and the account stream under its listen key.
 * - `view/` writes orders, positions and symbols the way both publish them.
 * - `../exchange/` is shared by all wires. `market/` folds market events. `account/` translates between the terms of the
 *   exchange and of the wire: requests to the exchange are `VenueRequest`, its responses `VenueEvent`; every response
 *   and every message is made from those events, so nothing is published that is not committed. Clients' original
 *   requests are stored before they are submitted. `faults/` injects faults, `server/` has the listeners.
 * - `../local-exchange.ts` opens market and account; only it depends on their adapters.
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
