import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { problemAnswers } from '../openapi/problem-answers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Metrics of the monitor, for Prometheus. */
export const metricsRoutes =
  (metrics: () => string): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/metrics',
      {
        config: readableBy(ANY_ROLE),
        schema: {
          tags: ['Monitor'],
          operationId: 'getMetrics',
          summary: 'Metrics in the Prometheus text format',
          description: 'Of the snapshot the monitor surfaces judge by. It never changes anything.',
          produces: [CONTENT_TYPE],
          response: { 200: Type.String(), ...problemAnswers(401, 429) },
        },
      },
      (_request, reply) => {
        reply.header('content-type', CONTENT_TYPE).header('cache-control', 'no-store').send(metrics())
      },
    )
  }
