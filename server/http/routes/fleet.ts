/** Route `/fleet`: all accounts that share a PostgreSQL store, with their engines and standbys. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Fleet } from '../../../contract/fleet.ts'
import { StoreFailure } from '../../core/errors.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Reads all accounts of the store. Rejects with a `StoreFailure` when it cannot be reached. */
export type ReadFleet = () => Promise<Fleet>

/** Route of the fleet. */
export const fleetRoutes =
  (readFleet: ReadFleet): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/fleet',
      {
        config: readableBy(ANY_ROLE),
        schema: {
          tags: ['Control'],
          operationId: 'getFleet',
          summary: 'Get all accounts of the store',
          querystring: NoQuery,
          response: { 200: Fleet, ...problemAnswers(400, 401, 429, 503) },
        },
      },
      async (_request, reply) => {
        const fleet = await readFleet().catch(unlessAway)
        if (fleet) return sendPrepared(reply, prepared(200, fleet))
        return sendProblem(reply, 'not-ready', { detail: 'The shared store does not answer.', retryAfterSec: 1 })
      },
    )
  }

const unlessAway = (error: unknown): undefined => {
  if (!(error instanceof StoreFailure)) throw error
}
