import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemSlug } from '../../../contract/problem.ts'
import { StoreFailure } from '../../core/errors.ts'
import { toFaults, toPart } from '../input/validation.ts'
import { sendProblem } from './problems.ts'

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
    detail: 'The server failed. The request id finds the cause in its log.',
    requestId,
  })
}

const isRefusal = ({ statusCode = 500 }: FastifyError): boolean => statusCode >= 400 && statusCode < 500

/** Responds to a refusal by a library, which is the fault of the request: it must not fill the log. */
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
