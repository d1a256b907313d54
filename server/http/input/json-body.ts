import type { FastifyInstance } from 'fastify'

/** Parses bodies of these types as JSON; an empty one is no body, and the schema decides whether one is required. */
export const readJson = (app: FastifyInstance, ...types: readonly string[]): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser([...types], { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  )
}
