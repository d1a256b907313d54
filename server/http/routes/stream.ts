/** Routes at the stream's address for plain HTTP requests, and of the stream documentation. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { STREAM_PATH } from '../../../contract/stream/limits.ts'
import { sendProblem } from '../answers/problems.ts'
import { sendFile } from '../answers/stored-file.ts'
import { problemAnswers } from '../openapi/components.ts'
import { withPagePolicy } from '../openapi/page.ts'
import type { ReadReference } from '../openapi/reference.ts'
import { toStreamUrl } from '../openapi/stream-docs/guide.ts'
import { readableBy } from '../security/route-access.ts'

/**
 * Route that answers plain requests to the stream's address with instructions to open a WebSocket; upgrades are handled
 * by the stream itself.
 */
export const streamRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    STREAM_PATH,
    { config: readableBy('OPEN'), schema: { hide: true, security: [], response: problemAnswers(426) } },
    (_request, reply) => {
      reply.header('upgrade', 'websocket').header('connection', 'upgrade')
      sendProblem(reply, 'upgrade-required', { detail: `Open a WebSocket at ${toStreamUrl(app.publicBase).href}.` })
    },
  )
}

const config = readableBy('OPEN')
const schema = { hide: true, security: [], response: { 200: Type.Unknown() } }

/** Routes of the stream documentation: the AsyncAPI document and the HTML page. */
export const streamDocsRoutes =
  (readReference: ReadReference): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/api-docs/asyncapi.json', { config, schema }, async (request, reply) =>
      sendFile(request, reply, (await readReference()).asyncapi),
    )

    app.get('/api-docs/streams', { config, schema }, async (request, reply) =>
      sendFile(request, withPagePolicy(reply), (await readReference()).streamsPage),
    )
  }
