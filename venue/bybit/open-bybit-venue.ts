import { DAY_MS, MINUTE_MS } from '../../server/core/instant.ts'
import type { VenuePosition } from '../../server/domain/order/venue-report.ts'
import { ExchangeDown, readAccount } from '../exchange/account/order-desk.ts'
import { NO_WIRE_FAULTS } from '../exchange/faults/wire-fault-plan.ts'
import { openMarket } from '../exchange/open-market.ts'
import type { LocalExchange } from '../exchange/ports.ts'
import { openServers, type VenueServer } from '../exchange/server/open-servers.ts'
import type { VenueSources } from '../venue-options.ts'
import type { BybitLives, BybitOptions } from './bybit-options.ts'
import type { BybitState } from './bybit-state.ts'
import { align, createBybitState } from './create-bybit-state.ts'
import { createBybitListener } from './rest/http-listener.ts'
import { createBybitRoutes } from './rest/routes.ts'
import { retireReplaced } from './stops/keep-stops.ts'
import { catchUp } from './stops/position-stops.ts'
import { createMarketTopics, publishMarket, publishPulse } from './stream/market-topics.ts'
import { createBybitSocketServer } from './stream/socket-server.ts'

const LIVES: BybitLives = { connectionMs: DAY_MS, idleMs: 10 * MINUTE_MS }

/**
 * The same futures exchange on the wire of Bybit v5: linear contracts in USDT, one-way, one UNIFIED account.
 *
 * - `rest/`: responses are 200 with a code in the body; one file for each group of routes, plus signatures, limits and
 *   pages.
 * - `stream/`: the market topics, and the account topics for authenticated connections.
 * - `view/`: orders, executions, positions and instruments as both publish them. Orders have UUIDs derived from the
 *   exchange's own numbers.
 * - `stops/`: stops that belong to a position, which the exchange behind the wire lacks. `position-stops` holds the
 *   prices at which a position is closed and folds executions into them, `keep-stops` places the orders.
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
  const state = createBybitState(exchange, options, { ...sources, plan, fail: failure.resolve })
  const { hub, board, rates, clock, faults, permissions, fail } = state
  const credentials = { apiKey: options.apiKey, apiSecret: options.apiSecret }
  const topics = createMarketTopics(hub)
  const market = openMarket({
    ...state,
    publishMarket: (news) => publishMarket(topics, news, clock()),
    publishSecond: (atMs) => publishPulse(topics, board, atMs),
    restored: () => {
      catchUp(state.stops, state.book)
      takeUp(state).catch(fail)
    },
  })
  await market.ready
  await takeUp(state)
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
      ...LIVES,
      ...options.lives,
      ...(plan.connectionMs !== null && { connectionMs: plan.connectionMs }),
    }),
    market,
    failure: failure.promise,
    closeExchange: () => exchange.close(),
  })
}

/** Goes on where the account was left: with its positions as they are, and the stops they are to have. */
const takeUp = async (state: BybitState): Promise<void> => {
  const positions = await readAccount(state.desk).then((snapshot) => snapshot.positions, ignoreExchangeDown)
  for (const position of positions) state.reportedPositions.set(position.symbol, position)
  await retireReplaced(state)
  for (const { symbol } of state.exchange.source.instruments) align(state, symbol)
}

/** An exchange that is down comes up again, and its books are read anew then. */
const ignoreExchangeDown = (error: unknown): readonly VenuePosition[] => {
  if (error instanceof ExchangeDown) return []
  throw error
}
