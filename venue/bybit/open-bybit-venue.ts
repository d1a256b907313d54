import { DAY_MS, MINUTE_MS } from '../../server/core/instant.ts'
import type { Random } from '../../server/core/random.ts'
import type { VenuePosition } from '../../server/domain/order/venue-report.ts'
import type { OrderNames } from '../exchange/account/account-book.ts'
import type { AccountNews } from '../exchange/account/fold-events.ts'
import { ExchangeDown, readAccount } from '../exchange/account/order-desk.ts'
import { NO_STOPS } from '../exchange/account/wire-record.ts'
import { createExchangeState, type VenueSources } from '../exchange/exchange-state.ts'
import { NO_WIRE_FAULTS } from '../exchange/faults/wire-fault-plan.ts'
import { openMarket } from '../exchange/open-market.ts'
import type { LocalExchange, WireStore } from '../exchange/ports.ts'
import { openServers, type VenueServer } from '../exchange/server/open-servers.ts'
import type { BybitLifetimes, BybitOptions, BybitState } from './bybit-state.ts'
import { USUAL_BYBIT_PERMISSIONS } from './rest/auth.ts'
import { createBybitListener } from './rest/http-listener.ts'
import { createBybitRates, USUAL_LIMITS } from './rest/rate-limits.ts'
import { createBybitRoutes } from './rest/routes.ts'
import { dropLevel, getOwnStop, keepStops, retireReplaced } from './stops/keep-stops.ts'
import { applyFill, catchUp, isSame, levelsIn, openPositionStops, setLevels } from './stops/position-stops.ts'
import { publishAccount, publishPosition } from './stream/account-topics.ts'
import { createMarketTopics, publishMarket, publishPulse } from './stream/market-topics.ts'
import { createBybitSocketServer } from './stream/socket-server.ts'
import { nameOfOrder } from './view/figures.ts'

/**
 * Opens the local futures exchange with the API of Bybit v5: linear contracts in USDT, one-way, one UNIFIED account.
 *
 * - `rest/`: responses are 200 with a code in the body; one file for each group of routes, plus signatures, rate limits
 * and pagination.
 * - `stream/`: the market topics, and the account topics for authenticated connections.
 * - `view/`: formats of orders, executions, positions and instruments for both. Orders have UUIDs derived from the
 * exchange's own numbers.
 * - `stops/`: position stops, which the underlying exchange does not support. `position-stops` stores the prices at
 * which a position is closed and applies executions to them, `keep-stops` places the orders.
 *
 * The server is listening when this resolves, and its markets are open.
 */
export const openBybitVenue = async (
  exchange: LocalExchange,
  options: BybitOptions,
  sources: VenueSources,
): Promise<VenueServer> => {
  const failure = Promise.withResolvers<Error>()
  const plan = options.faults ?? NO_WIRE_FAULTS
  const state = createBybitState(exchange, options, sources, failure.resolve)
  const { hub, board, rates, clock, faults, permissions, fail } = state
  const credentials = { apiKey: options.apiKey, apiSecret: options.apiSecret }
  const topics = createMarketTopics(hub)
  const market = openMarket({
    ...state,
    publishMarket: (news) => publishMarket(topics, news, clock()),
    publishSecond: (atMs) => publishPulse(topics, board, atMs),
    restored: () => {
      catchUp(state.stops, state.book)
      restoreAccount(state).catch(fail)
    },
  })
  await market.ready
  await restoreAccount(state)
  const routes = createBybitRoutes(state, options.apiKey)
  return openServers({
    ...options,
    answer: createBybitListener({ routes, credentials, permissions, rates, clock, faults, fail }),
    sockets: createBybitSocketServer({
      hub,
      board,
      topics,
      credentials,
      clock,
      random: sources.random,
      ...LIFETIMES,
      ...options.lifetimes,
      ...(plan.connectionMs !== null && { connectionMs: plan.connectionMs }),
    }),
    market,
    failure: failure.promise,
    closeExchange: () => exchange.close(),
  })
}

const LIFETIMES: BybitLifetimes = { connectionMs: DAY_MS, idleMs: 10 * MINUTE_MS }

/** Restores the account: its positions, and the stops they should have. */
const restoreAccount = async (state: BybitState): Promise<void> => {
  const positions = await readAccount(state.desk).then((snapshot) => snapshot.positions, ignoreExchangeDown)
  for (const position of positions) state.reportedPositions.set(position.symbol, position)
  await retireReplaced(state)
  for (const { symbol } of state.exchange.source.instruments) align(state, symbol)
}

/** Returns no positions while the exchange is down; they are read once it is up again. */
const ignoreExchangeDown = (error: unknown): readonly VenuePosition[] => {
  if (error instanceof ExchangeDown) return []
  throw error
}

/** Creates the state of routes and streams, with the stored account. */
const createBybitState = (
  exchange: LocalExchange,
  options: BybitOptions,
  sources: VenueSources,
  fail: (error: Error) => void,
): BybitState => {
  const uid = readUserId(exchange.store, sources.random)
  const toWireId = (order: OrderNames): string => nameOfOrder(uid, order)
  const shared = createExchangeState(exchange, { options, sources, hidesFailedMakers: false, toWireId })
  const state: BybitState = {
    ...shared,
    uid,
    permissions: options.permissions ?? USUAL_BYBIT_PERMISSIONS,
    rates: createBybitRates({ ...USUAL_LIMITS, ...options.limits }),
    stops: openPositionStops(exchange.store, shared.book),
    runningStops: new Map(),
    reportedPositions: new Map(),
    publish: (news) => applyAccountNews(state, news),
    publishPosition: (symbol) => publishPosition(state, symbol),
    fail,
  }
  return state
}

const USER = 'bybit user'
const FIRST_USER = 10_000_000
const USERS = 80_000_000

/** Returns the user ID of the account, drawn once and stored. */
const readUserId = (store: WireStore, random: Random): string => {
  const held = store.readSettings().get(USER)
  if (held !== undefined) return held
  const drawn = String(FIRST_USER + Math.floor(random() * USERS))
  store.putSetting(USER, drawn)
  return drawn
}

/** Applies an account event to the position's stops, and publishes it. */
const applyAccountNews = (state: BybitState, news: AccountNews): void => {
  const { stops, book } = state
  if (news.kind === 'fill' && applyFill(stops, book, news.fill)) align(state, news.fill.symbol)
  if (news.kind === 'algo' && news.status === 'TRIGGERING') spend(state, news.order)
  if (news.kind === 'position') {
    const { symbol, quantity } = news.position
    state.reportedPositions.set(symbol, news.position)
    if (quantity === 0 && !isSame(levelsIn(stops, symbol), NO_STOPS)) setLevels(stops, symbol, NO_STOPS)
  }
  publishAccount(state, news)
}

/** Removes the level of a triggered stop. */
const spend = (state: BybitState, order: (AccountNews & { readonly kind: 'algo' })['order']): void => {
  const own = getOwnStop(order)
  const { symbol, triggerPrice, workingType } = order.record
  if (own && triggerPrice !== null) dropLevel(state, symbol, own, { price: triggerPrice, by: workingType })
}

/** Starts the reconciliation of a symbol's stops. */
const align = (state: BybitState, symbol: string): void => {
  keepStops(state, symbol).catch(() => {})
}
