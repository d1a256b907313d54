import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { sendFile, storeCompressed, storedOnce } from '../answers/stored-file.ts'
import { PAGE_TYPE, withPagePolicy } from '../openapi/pages/page.ts'
import { buildAsyncApi } from '../openapi/stream-docs/asyncapi.ts'
import { streamsPage } from '../openapi/stream-docs/streams-page.ts'
import { readableBy } from '../security/route-access.ts'

const config = readableBy('OPEN')
const schema = { hide: true, security: [], response: { 200: Type.Unknown() } }

/** Stream documentation, for programs and for people. Both are created when first requested. */
export const streamDocsRoutes =
  (version: string): FastifyPluginAsyncTypebox =>
  async (app) => {
    const document = storedOnce(() =>
      storeCompressed(
        'application/json; charset=utf-8',
        JSON.stringify(buildAsyncApi({ publicBase: app.publicBase, version })),
      ),
    )
    const page = storedOnce(() => storeCompressed(PAGE_TYPE, streamsPage(app.publicBase)))

    app.get('/api-docs/asyncapi.json', { config, schema }, (request, reply) => sendFile(request, reply, document()))

    app.get('/api-docs/streams', { config, schema }, (request, reply) =>
      sendFile(request, withPagePolicy(reply), page()),
    )
  }
