import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { sendPage } from '../pages/page.ts'
import { readableBy } from '../route-access.ts'
import { asyncApiOf } from '../stream-docs/asyncapi.ts'
import { streamsPage } from '../stream-docs/streams-page.ts'

const config = readableBy('OPEN')
const schema = { hide: true, security: [], response: { 200: Type.Unknown() } }

/** What the stream is, for programs and for people. Both are made when first asked for. */
export const streamDocsRoutes =
  (version: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    const document = madeOnce(() => JSON.stringify(asyncApiOf({ publicBase: app.publicBase, version })))
    const page = madeOnce(() => streamsPage(app.publicBase))

    app.get('/api-docs/asyncapi.json', { config, schema }, (_request, reply) => {
      reply.type('application/json; charset=utf-8').send(document())
    })

    app.get('/api-docs/streams', { config, schema }, (_request, reply) => {
      sendPage(reply, page())
    })
  }

/** The bytes of a text, which take half the room of the text. */
const madeOnce = (make: () => string): (() => Buffer) => {
  let made: Buffer | undefined
  return () => {
    made ??= Buffer.from(make())
    return made
  }
}
