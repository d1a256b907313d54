import type { FastifyReply } from 'fastify'
import { type Problem, type ProblemSlug, problemKind } from '../../contract/problem.ts'
import { type Id, uuidOf } from '../core/id.ts'

export interface ProblemDetails {
  readonly detail: string
  /** Members of this kind of problem beside the standard ones. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly retryAfterSec?: number
  /** Where the log has it already; else a new one is made. */
  readonly requestId?: Id
}

/** Answers with a problem. The only place where a refusal becomes a status code. */
export const sendProblem = (reply: FastifyReply, slug: ProblemSlug, details: ProblemDetails): void => {
  const kind = problemKind(slug)
  const requestId = details.requestId ?? reply.server.requestId()
  const problem: Problem = {
    type: kind.type ?? `${reply.server.publicBase}/api-docs/problems/${slug}`,
    title: kind.title,
    status: kind.status,
    detail: details.detail,
    instance: `urn:uuid:${uuidOf(requestId)}`,
    code: slug.toUpperCase().replaceAll('-', '_'),
    requestId,
    retryable: kind.retryable,
    ...details.members,
  }
  if (details.retryAfterSec !== undefined) reply.header('retry-after', details.retryAfterSec)
  reply
    .code(kind.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Where clients reach this server: the front of the addresses in problems. */
    publicBase: string
    /** Made when an answer needs one: most requests are never spoken of again. */
    requestId: () => Id
  }
}
