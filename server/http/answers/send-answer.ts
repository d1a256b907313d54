/**
 * Sends responses with an entity tag: 304 when the caller has the current one, and stores market reads for repetition.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'
import type { Answer, Body, ViewRefusal } from '../../views/answer.ts'
import { REVALIDATE } from '../security/headers.ts'
import { sendProblem } from './problems.ts'
import type { Read } from './repeated-reads.ts'

/** Sends a read that depends on the URL alone, and stores it for repetitions. */
export const sendRead = (request: FastifyRequest, reply: FastifyReply, read: Read, nowMs: Instant): void => {
  const result = read()
  if (result.ok) request.server.repeatedReads.remember(request, read)
  sendAnswer(request, reply, result, nowMs)
}

/** Sends a prepared body, a 304, or a problem when there is no data. */
const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<Answer, ViewRefusal>,
  nowMs: Instant,
): void => {
  if (!result.ok) return sendRefusal(reply, result.error)
  const { etag, body } = result.value
  sendTagged(request, reply, { etag, body: () => body(nowMs) })
}

interface Tagged {
  readonly etag: string
  readonly body: () => Body
}

/** Sends the body, or 304 when the caller has it already. */
export const sendTagged = (request: FastifyRequest, reply: FastifyReply, { etag, body }: Tagged): void => {
  reply.header('etag', etag).header('cache-control', REVALIDATE)
  if (isMatch(request.headers['if-none-match'], etag)) return void reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8').send(body())
}

/** Returns whether `If-None-Match` contains the tag, by the weak comparison of RFC 9110, 13.1.2. */
export const isMatch = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((tag) => bare(tag.trim()) === bare(etag)))

const bare = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)

const sendRefusal = (reply: FastifyReply, refusal: ViewRefusal): void => {
  if (refusal.kind === 'unknownSymbol') {
    return sendProblem(reply, 'unknown-symbol', { detail: `${refusal.symbol} is not traded here.` })
  }
  return sendProblem(reply, 'market-data-unavailable', {
    detail: `No ${refusal.what} of ${refusal.symbol} has been observed yet.`,
    retryAfterSec: 1,
  })
}
