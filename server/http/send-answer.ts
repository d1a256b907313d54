import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { Answer, ViewRefusal } from '../views/answer.ts'
import { REVALIDATE } from './headers.ts'
import { sendProblem } from './problems.ts'

/** Answers with a prepared body, with 304 when the caller has it already, or with why there is none. */
export const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<Answer, ViewRefusal>,
  nowMs: Instant,
): void => {
  if (!result.ok) return sendRefusal(reply, result.error)
  const { etag, body } = result.value
  reply.header('etag', etag).header('cache-control', REVALIDATE)
  if (matches(request.headers['if-none-match'], etag)) return void reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8').send(body(nowMs))
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((tag) => tag.trim() === etag))

const sendRefusal = (reply: FastifyReply, refusal: ViewRefusal): void => {
  if (refusal.kind === 'unknownSymbol') {
    return sendProblem(reply, 'unknown-symbol', { detail: `${refusal.symbol} is not traded here.` })
  }
  return sendProblem(reply, 'market-data-unavailable', {
    detail: `No ${refusal.what} of ${refusal.symbol} has been observed yet.`,
    retryAfterSec: 1,
  })
}
