import type { FastifyInstance } from 'fastify'

/** Forbids caching of responses with account data by any intermediary. */
export const forbidStoring = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
