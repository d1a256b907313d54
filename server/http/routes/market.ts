import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SymbolParams } from '../../../contract/common.ts'
import {
  Instruments,
  Klines,
  KlinesQuery,
  OrderBook,
  OrderBookQuery,
  PublicTrades,
  Tickers,
  TickersQuery,
  TradesQuery,
} from '../../../contract/market.ts'
import type { Instant } from '../../core/instant.ts'
import type { MarketViews } from '../../views/market-views.ts'
import { sendProblem } from '../answers/problems.ts'
import { sendRead } from '../answers/send-answer.ts'
import { parseRange } from '../input/list-query.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/**
 * Routes of market data (tickers, candles, order books, trades, instruments). Response bodies are serialised on request
 * and cached until the market changes; instruments are not cached.
 */
export const marketRoutes =
  (views: MarketViews, now: () => Instant): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/tickers',
      {
        config,
        schema: { ...TICKERS, querystring: TickersQuery, response: { 200: Tickers, ...PROBLEMS } },
      },
      (request, reply) => {
        const { symbol, symbols } = request.query
        const requestedSymbols = [...new Set([symbol ?? [], symbols?.split(',') ?? []].flat())]
        return sendRead(request, reply, () => views.tickers(requestedSymbols), now())
      },
    )

    app.get(
      '/klines/:symbol',
      {
        config,
        schema: {
          tags,
          operationId: 'listKlines',
          summary: 'List candles of a symbol',
          params: SymbolParams,
          querystring: KlinesQuery,
          response: { 200: Klines, ...PROBLEMS },
        },
      },
      (request, reply) => {
        const { interval, limit, includeOpen } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const query = { symbol: request.params.symbol, interval, ...range.value, limit, includeOpen }
        return sendRead(request, reply, () => views.klines(query), now())
      },
    )

    app.get(
      '/orderbook/:symbol',
      {
        config,
        schema: {
          tags,
          operationId: 'getOrderBook',
          summary: 'Get the order book of a symbol',
          params: SymbolParams,
          querystring: OrderBookQuery,
          response: { 200: OrderBook, ...PROBLEMS },
        },
      },
      (request, reply) =>
        sendRead(request, reply, views.orderBook.bind(null, request.params.symbol, request.query.depth), now()),
    )

    app.get(
      '/trades/:symbol',
      {
        config,
        schema: {
          tags,
          operationId: 'listPublicTrades',
          summary: 'List recent trades of a symbol',
          params: SymbolParams,
          querystring: TradesQuery,
          response: { 200: PublicTrades, ...PROBLEMS },
        },
      },
      (request, reply) =>
        sendRead(request, reply, views.trades.bind(null, request.params.symbol, request.query.limit), now()),
    )

    app.get(
      '/instruments',
      {
        config,
        schema: { ...INSTRUMENTS, querystring: NoQuery, response: { 200: Instruments, ...PROBLEMS } },
      },
      async () => ({ items: views.instruments(), nextCursor: null }),
    )
  }

const PROBLEMS = problemAnswers(400, 401, 404, 429, 503)
const config = readableBy(ANY_ROLE)
const tags = ['Market']
const TICKERS = { tags, operationId: 'listTickers', summary: 'List tickers' }
const INSTRUMENTS = { tags, operationId: 'listInstruments', summary: 'List instruments and their filters' }
