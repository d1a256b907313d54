/** Problem responses (RFC 9457), conversion of errors to them, and responses rendered before they are sent. */

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, type ProblemSlug, problemKind } from '../../../contract/problem.ts'
import { StoreFailure } from '../../core/errors.ts'
import { type Id, toUuid } from '../../core/id.ts'
import { toFaults, toPart } from '../input/schemas.ts'

/** Response rendered before it is sent, so that its bytes can be stored. */
export interface Prepared {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string | number>>
}

export const prepared = (status: number, body: object, headers: Prepared['headers'] = {}): Prepared => ({
  status,
  body: JSON.stringify(body),
  headers,
})

/** Sets status and headers, without sending. */
export const setPrepared = (reply: FastifyReply, { status, headers = {} }: Omit<Prepared, 'body'>): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .header('content-type', status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json')

export const sendPrepared = (reply: FastifyReply, made: Prepared): void => {
  setPrepared(reply, made)
    .serializer((text: string) => text)
    .send(made.body)
}

export interface ProblemDetails {
  readonly detail: string
  /** Additional members of this problem type. */
  readonly members?: Readonly<Record<string, unknown>>
  readonly retryAfterSec?: number
  /** Request ID if the log already has one; otherwise a new one is created. */
  readonly requestId?: Id
}

/** Renders a problem. No other code maps a refusal to a status code. */
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

/** Sends a problem. */
export const sendProblem = (reply: FastifyReply, slug: ProblemSlug, details: ProblemDetails): void =>
  sendPrepared(reply, prepareProblem(reply.server, slug, details))

declare module 'fastify' {
  interface FastifyInstance {
    /** Public base address of this server: the prefix of the addresses in problems. */
    publicBase: string
    /** Created when a response needs one: most requests are never referred to again. */
    requestId: () => Id
  }
}

/** Converts refusals of Fastify into problems; an unexpected error is logged in full, and reported without details. */
export const onError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  if (error.validation) {
    const errors = toFaults(error.validation, toPart(error.validationContext))
    const detail = errors.map((fault) => `${fault.in} ${fault.pointer || '/'} ${fault.detail}`).join('; ')
    return sendProblem(reply, 'invalid-parameter', { detail: `${detail}.`, members: { errors } })
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return sendProblem(reply, 'unsupported-media-type', { detail: 'The body must be application/json.' })
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return sendProblem(reply, 'content-too-large', { detail: 'The body is larger than 64 KiB.' })
  }
  if (error instanceof StoreFailure) {
    return sendProblem(reply, 'not-ready', {
      detail: 'It cannot be stored now: the disk is full or failing.',
      retryAfterSec: 5,
    })
  }
  if (isRefusal(error)) return refuse(error, request, reply)
  const requestId = reply.server.requestId()
  request.log.error({ err: error, requestId }, 'request failed')
  return sendProblem(reply, 'internal-error', {
    detail: 'The server failed. Search its log for the request ID to find the cause.',
    requestId,
  })
}

const isRefusal = ({ statusCode = 500 }: FastifyError): boolean => statusCode >= 400 && statusCode < 500

/** Responds to a refusal by a library, which is caused by the request and must not fill the log. */
const refuse = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  request.log.debug({ err: error }, 'request refused')
  const slug = REFUSALS[error.statusCode ?? 400] ?? 'malformed-request'
  sendProblem(reply, slug, { detail: 'The request cannot be read: its address or body is malformed.' })
}

const REFUSALS: Readonly<Record<number, ProblemSlug>> = {
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'content-too-large',
  415: 'unsupported-media-type',
}
