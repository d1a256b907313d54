import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AuditEntries, type AuditEntry, AuditQuery } from '../../../contract/audit.ts'
import { rolesWith } from '../../../contract/roles.ts'
import type { Instant } from '../../core/instant.ts'
import type { Identity } from '../../identity/identity.ts'
import { type AuditReader, auditBody } from '../../views/audit-view.ts'
import { sendProblem } from '../answers/problems.ts'
import { prefersCsv, sendList } from '../answers/send-list.ts'
import { parseList, parseRange } from '../input/list-query.ts'
import { problemAnswers } from '../openapi/components.ts'
import { forbidStoring } from '../security/headers.ts'
import { readableBy } from '../security/route-access.ts'

/** Routes of the audit log, for roles that may read the actions of all users. */
export const auditRoutes =
  (audit: AuditReader, { findUser }: Pick<Identity, 'findUser'>, now: () => Instant): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    app.get(
      '/audit',
      {
        config: readableBy(rolesWith('audit')),
        schema: {
          tags: ['Audit'],
          operationId: 'listAuditEntries',
          summary: 'List audit entries, newest first',
          description:
            'A search that reaches its read limit returns what it has found so far; continue with `nextCursor`.',
          produces: ['application/json', 'text/csv'],
          querystring: AuditQuery,
          response: { 200: AuditEntries, ...problemAnswers(400, 401, 403, 429, 503) },
        },
      },
      async (request, reply) => {
        const { actor = null, action = null, outcome = null, target = null } = request.query
        const { requestId = null, limit, cursor } = request.query
        const range = parseRange(request.query)
        if (!range.ok) return sendProblem(reply, 'invalid-parameter', range.error)
        const actorType = parseList<AuditEntry['actor']['type']>(request.query.actorType)
        const filter = { actorType, actor, action, outcome, target, requestId }
        const page = await auditBody(audit, { ...filter, ...range.value, limit, cursor }, { nowMs: now(), findUser })
        reply.header('vary', 'accept')
        if (!page.ok || !prefersCsv(request.headers.accept)) return sendList(request, reply, page)
        const rows = { ...page, value: { ...page.value, items: page.value.items.map(toRow) } }
        return sendList(request, reply, rows, COLUMNS)
      },
    )
  }

/** Returns an entry as a CSV row. */
const toRow = ({ actor, ...entry }: AuditEntry) => ({
  ...entry,
  actorType: actor.type,
  actor: actor.sub,
  sessionId: actor.sid,
  ip: actor.ip,
})

const COLUMNS: readonly (keyof ReturnType<typeof toRow>)[] = [
  'seq',
  'auditId',
  'at',
  'epoch',
  'actorType',
  'actor',
  'sessionId',
  'ip',
  'action',
  'target',
  'before',
  'after',
  'outcome',
  'reason',
  'requestId',
  'prevHash',
  'hash',
]
