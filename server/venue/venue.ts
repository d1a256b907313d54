import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SECOND_MS } from '../core/instant.ts'
import { createState } from './create-state.ts'
import { NO_WIRE_FAULTS } from './faults/wire-fault-plan.ts'
import { openMarket } from './open-market.ts'
import type { LocalExchange } from './ports.ts'
import { createSocketDoor } from './stream/socket-door.ts'
import { livesOf, type VenueOptions, type VenueSources } from './venue-options.ts'
import { createHttpDoor } from './wire/http-door.ts'
import { routesOf } from './wire/routes.ts'

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
 * - `faults/` is what may go wrong on the wire.
 * - `local-exchange.ts` opens market and account; it alone knows their adapters.
 */
export interface VenueServer {
  /** `http://127.0.0.1:8781`; sockets are at the same place. */
  readonly url: string
  /** Resolves when nothing may go on. */
  readonly failure: Promise<Error>
  close(): Promise<void>
}

/** A connection that is idle is kept longer than clients keep theirs, so that none is closed just when it is used. */
const KEEP_ALIVE_MS = 65 * SECOND_MS

/** Opens the wire of an exchange; it listens when this resolves, and its markets are open. */
export const openVenue = async (
  exchange: LocalExchange,
  options: VenueOptions,
  sources: VenueSources,
): Promise<VenueServer> => {
  const failure = Promise.withResolvers<Error>()
  const plan = options.faults ?? NO_WIRE_FAULTS
  const state = createState(exchange, options, { ...sources, plan, fail: failure.resolve })
  const market = new AbortController()
  const opened = openMarket(state, market.signal)
  await opened.ready
  const door = createSocketDoor({ ...livesOf(options, plan), hub: state.hub, clock: state.clock })
  const credentials = { apiKey: options.apiKey, apiSecret: options.apiSecret }
  const { rates, clock, faults, permissions } = state
  const answer = createHttpDoor({
    routes: routesOf(state),
    credentials,
    permissions,
    rates,
    clock,
    faults,
    fail: failure.resolve,
  })
  const server = createServer(answer).on('upgrade', door.upgrade)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await listen(server, options).catch((error: unknown) => {
    market.abort()
    opened.stop()
    throw error
  })
  return {
    url: `http://${options.host}:${(server.address() as AddressInfo).port}`,
    failure: failure.promise,
    async close() {
      market.abort()
      door.close()
      opened.stop()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await opened.ended
      exchange.close()
    },
  }
}

const listen = (server: Server, { host, port }: VenueOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
