/** Route `/fleet`: all accounts that share a PostgreSQL store, with their engines and standbys. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Fleet } from '../../../contract/fleet.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { Instant } from '../../core/instant.ts'
import { rolesOn } from '../../identity/grants.ts'
import { fleetBody } from '../../views/fleet-view.ts'
import type { AccountTable } from '../accounts.ts'
import { prepared, sendPrepared, sendProblem } from '../answers/problems.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Reads all accounts of the store. Rejects with a `StoreFailure` when it cannot be reached. */
export type ReadFleet = () => Promise<Parameters<typeof fleetBody>[0]>

interface FleetParts {
  readonly readFleet: ReadFleet
  readonly accounts: Pick<AccountTable, 'names' | 'first'>
  readonly now: () => Instant
}

/** Route of the fleet. */
export const fleetRoutes =
  ({ readFleet, accounts: { names, first }, now }: FleetParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/fleet',
      {
        config: { ...readableBy(ANY_ROLE), ofServer: true },
        schema: {
          tags: ['Control'],
          operationId: 'getFleet',
          summary: 'Get the accounts of the store that the caller may read',
          querystring: NoQuery,
          response: { 200: Fleet, ...problemAnswers(400, 401, 429, 503) },
        },
      },
      async ({ principal }, reply) => {
        const fleet = await readFleet().catch(unlessAway)
        const reader = { names, first, rolesOn: (account: string) => (principal ? rolesOn(principal, account) : []) }
        if (fleet) return sendPrepared(reply, prepared(200, fleetBody(fleet, reader, now())))
        return sendProblem(reply, 'not-ready', { detail: 'The shared store does not respond.', retryAfterSec: 1 })
      },
    )
  }

const unlessAway = (error: unknown): undefined => {
  if (!(error instanceof StoreFailure)) throw error
}
