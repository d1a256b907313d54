import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RiskLimits } from '../../../contract/limits.ts'
import type { ControlViews } from '../../views/control-views.ts'
import { prepared, sendPrepared } from '../answers/problems.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Route of the account's risk limits, their use, and the loss if every stop is hit. */
export const limitRoutes =
  (views: Pick<ControlViews, 'limits'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/limits',
      {
        config: readableBy(ANY_ROLE),
        schema: {
          tags: ['Account'],
          operationId: 'getLimits',
          summary: 'Get the limits in effect, their usage, and the loss if every stop is hit',
          querystring: NoQuery,
          response: { 200: RiskLimits, ...problemAnswers(400, 401, 429, 503) },
        },
      },
      (_request, reply) => sendPrepared(reply, prepared(200, views.limits())),
    )
  }
