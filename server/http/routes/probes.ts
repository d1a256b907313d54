import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Health, Jwks, Readiness } from '../../../contract/probes.ts'
import type { Identity } from '../../identity/identity.ts'
import { readableBy } from '../security/route-access.ts'

/** Routes of the health probes and of the public keys that verify access tokens: public, without quotas. */
export const probeRoutes =
  ({ readiness, jwks }: ProbeParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/healthz',
      {
        config,
        schema: { tags, operationId: 'getLiveness', summary: 'Liveness', security: [], response: { 200: Health } },
      },
      async () => ({ status: 'UP' as const }),
    )

    app.get(
      '/readyz',
      {
        config,
        schema: {
          tags,
          operationId: 'getReadiness',
          summary: 'Readiness: recovered, reconciled, market data received',
          security: [],
          response: { 200: Readiness, 503: Readiness },
        },
      },
      async (_request, reply) => {
        const state = readiness()
        return reply
          .code(state.status === 'READY' ? 200 : 503)
          .header('cache-control', 'no-store')
          .send(state)
      },
    )

    app.get(
      '/.well-known/jwks.json',
      {
        config,
        schema: {
          tags,
          operationId: 'getJwks',
          summary: 'Get the public keys that verify access tokens',
          security: [],
          response: { 200: Jwks },
        },
      },
      async (): Promise<Jwks> => ({ keys: [...jwks().keys] }),
    )
  }

export interface ProbeParts {
  readonly readiness: () => Readiness
  readonly jwks: Identity['jwks']
}

const config = readableBy('OPEN')
const tags = ['Probes']
