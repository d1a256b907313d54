import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Performance, PerformanceQuery } from '../../../contract/performance.ts'
import type { ReadPerformance } from '../../views/performance-view.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { parseRange, readSymbols } from '../input/list-query.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Route of the results of closed positions, in total and by day, strategy, symbol, direction, origin and hour. */
export const performanceRoutes =
  (read: ReadPerformance): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/performance',
      {
        config: readableBy(ANY_ROLE),
        schema: {
          tags: ['Account'],
          operationId: 'getPerformance',
          summary:
            'Get the results of closed positions: in total, by day, strategy, symbol, direction, origin and hour',
          querystring: PerformanceQuery,
          response: { 200: Performance, ...problemAnswers(400, 401, 429, 503) },
        },
      },
      async (request, reply) => {
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const { strategyId } = request.query
        const body = await read({ ...range.value, symbols: readSymbols(request.query), strategyId })
        return sendPrepared(reply, prepared(200, body))
      },
    )
  }
