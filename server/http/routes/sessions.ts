import cookie from '@fastify/cookie'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Sessions } from '../../../contract/auth.ts'
import { type Instant, toRfc3339 } from '../../core/instant.ts'
import type { Identity } from '../../identity/identity.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { type AccessRecord, accessBy } from '../security/access-record.ts'
import { clearRefreshCookie } from '../security/refresh-cookie.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/** Routes by which signed-in users log out and list their sessions. */
export const sessionRoutes =
  ({ identity, now, record }: SessionParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(cookie)
    app.post(
      '/logout',
      {
        config: { effect: 'SESSION', access: ANY_ROLE, ofServer: true },
        schema: {
          tags,
          operationId: 'logout',
          summary: 'Log out: end this session',
          body: Type.Optional(Type.Unknown()),
          response: { 204: Type.Null(), ...PROBLEMS },
        },
      },
      async (request, reply) => {
        const { principal } = request
        clearRefreshCookie(reply)
        reply.header('clear-site-data', '"cache"')
        if (principal) {
          identity.logout(principal.sessionId)
          record.noteAccount({ ...accessBy(request), action: 'LOGOUT', target: principal.username, outcome: 'DONE' })
          await record.written()
        }
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/sessions',
      {
        config: { ...readableBy(ANY_ROLE), ofServer: true },
        schema: {
          tags,
          operationId: 'listSessions',
          summary: "List the caller's sessions",
          querystring: NoQuery,
          response: { 200: Sessions, ...PROBLEMS },
        },
      },
      async (request, reply): Promise<Sessions> => {
        const { principal } = request
        const sessions = principal ? identity.sessions(principal.userId) : []
        reply.header('cache-control', 'no-store')
        return {
          items: sessions.map(({ id, kind, createdAt, lastUsedAt, endsAt, address, secondFactor }) => ({
            sessionId: id,
            kind,
            createdAt: toRfc3339(createdAt),
            lastUsedAt: toRfc3339(lastUsedAt),
            expiresAt: toRfc3339(endsAt),
            address,
            secondFactor,
            current: id === principal?.sessionId,
          })),
          nextCursor: null,
          asOf: toRfc3339(now()),
        }
      },
    )
  }

const PROBLEMS = problemAnswers(400, 401, 429, 503)
const tags = ['Sessions']

export interface SessionParts {
  readonly identity: Pick<Identity, 'logout' | 'sessions'>
  readonly now: () => Instant
  readonly record: Pick<AccessRecord, 'noteAccount' | 'written'>
}
