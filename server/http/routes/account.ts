import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  type AccountTrade,
  AccountTrades,
  AccountTradesQuery,
  Balance,
  Portfolio,
  PortfolioQuery,
} from '../../../contract/account.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { sendList } from '../answers/send-list.ts'
import { parseRange, readSymbols } from '../input/list-query.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Routes of the account: balance, fills and funding payments, and the portfolio with its equity curve. */
export const accountRoutes =
  (trading: TradingViews): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/balance',
      {
        config,
        schema: {
          tags,
          operationId: 'getBalance',
          summary: 'Get wallet balance, equity and margin',
          querystring: NoQuery,
          response: { 200: Balance, ...PROBLEMS },
        },
      },
      (_request, reply) => sendPrepared(reply, prepared(200, trading.balance())),
    )

    app.get(
      '/trades',
      {
        config,
        schema: {
          tags,
          operationId: 'listAccountTrades',
          summary: 'List executions and funding payments, newest first',
          produces: ['application/json', 'text/csv'],
          querystring: AccountTradesQuery,
          response: { 200: AccountTrades, ...PROBLEMS, ...problemAnswers(404) },
        },
      },
      (request, reply) => {
        const { orderId = null, positionId = null, limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const query = { symbols: readSymbols(request.query), orderId, positionId, ...range.value, limit, cursor }
        return sendList(request, reply, trading.accountTrades(query), COLUMNS)
      },
    )

    app.get(
      '/portfolio',
      {
        config,
        schema: {
          tags,
          operationId: 'getPortfolio',
          summary: "Get exposure, the day's result and drawdown; with `series`, the equity curve",
          querystring: PortfolioQuery,
          response: { 200: Portfolio, ...PROBLEMS },
        },
      },
      (request, reply) => {
        const { series, points } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const body = trading.portfolio(series === undefined ? null : { ...range.value, points })
        return sendPrepared(reply, prepared(200, body))
      },
    )
  }

const config = readableBy(ANY_ROLE)
const tags = ['Account']
const PROBLEMS = problemAnswers(400, 401, 429, 503)

/** CSV columns of the account history. */
const COLUMNS: readonly (keyof AccountTrade)[] = [
  'fillId',
  'exchangeExecId',
  'orderId',
  'positionId',
  'symbol',
  'side',
  'price',
  'qty',
  'notional',
  'fee',
  'feeAsset',
  'liquidity',
  'kind',
  'realizedPnl',
  'fundingRate',
  'cashFlow',
  'executedAt',
  'exploratory',
  'feeEstimated',
  'fundingEstimated',
]
