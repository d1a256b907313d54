/** Route of the server log, for roles that may read what all users and the engine did. */

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LogQuery, LogRecords } from '../../../contract/logs.ts'
import { rolesWith } from '../../../contract/roles.ts'
import type { Instant } from '../../core/instant.ts'
import { type LogReader, logBody } from '../../views/log-view.ts'
import { sendProblem } from '../answers/problems.ts'
import { sendList } from '../answers/send-list.ts'
import { parseRange } from '../input/list-query.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { readableBy } from '../security/route-access.ts'

export const logRoutes =
  (logs: LogReader, now: () => Instant): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/logs',
      {
        config: readableBy(rolesWith('logs')),
        schema: {
          tags: ['Audit'],
          operationId: 'listLogRecords',
          summary: 'List the newest records of the server log, newest first',
          description: 'At most 2,000 records of this process; a gateway has only its own.',
          querystring: LogQuery,
          response: { 200: LogRecords, ...problemAnswers(400, 401, 403, 429) },
        },
      },
      (request, reply) => {
        const { level = null, q = null, limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        sendList(request, reply, logBody(logs, { level, text: q, ...range.value, limit, cursor }, now()))
      },
    )
  }
