import type { FastifyInstance } from 'fastify'

/** What concerns the caller's money is kept by nobody on the way. */
export const forbidStoring = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
