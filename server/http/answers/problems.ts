import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Problem, type ProblemSlug, problemKind } from '../../../contract/problem.ts'
import { type Id, toUuid } from '../../core/id.ts'
import { type Prepared, sendPrepared } from './prepared.ts'

export interface ProblemDetails {
  readonly detail: string
  /** Members of this kind of problem beside the standard ones. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly retryAfterSec?: number
  /** Request id where the log has one already; otherwise a new one is created. */
  readonly requestId?: Id
}

/** A problem as it goes out. The only place where a refusal becomes a status code. */
export const prepareProblem = (server: FastifyInstance, slug: ProblemSlug, details: ProblemDetails): Prepared => {
  const kind = problemKind(slug)
  const requestId = details.requestId ?? server.requestId()
  const problem: Problem = {
    type: kind.type ?? `${server.publicBase}/api-docs/problems/${slug}`,
    title: kind.title,
    status: kind.status,
    detail: details.detail,
    instance: `urn:uuid:${toUuid(requestId)}`,
    code: slug.toUpperCase().replaceAll('-', '_'),
    requestId,
    retryable: kind.retryable,
    ...details.members,
  }
  const { retryAfterSec } = details
  return {
    status: kind.status,
    body: JSON.stringify(problem),
    headers: { 'cache-control': 'no-store', ...(retryAfterSec !== undefined && { 'retry-after': retryAfterSec }) },
  }
}

/** Answers with a problem. */
export const sendProblem = (reply: FastifyReply, slug: ProblemSlug, details: ProblemDetails): void =>
  sendPrepared(reply, prepareProblem(reply.server, slug, details))

declare module 'fastify' {
  interface FastifyInstance {
    /** Public base address of this server: the prefix of the addresses in problems. */
    publicBase: string
    /** Made when an answer needs one: most requests are never spoken of again. */
    requestId: () => Id
  }
}
