import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { STREAM_PATH } from '../../../contract/stream/limits.ts'
import { sendProblem } from '../answers/problems.ts'
import { problemAnswers } from '../openapi/problem-answers.ts'
import { toStreamUrl } from '../openapi/stream-docs/stream-url.ts'
import { readableBy } from '../security/route-access.ts'

/** Explains how the stream is opened to a request without an upgrade. Upgrades are handled elsewhere. */
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
