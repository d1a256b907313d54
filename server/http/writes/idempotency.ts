/**
 * Idempotency keys of requests: a repeated request with the same key is executed only once and receives the same
 * response for 24 hours.
 */

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS, HOUR_MS, type Instant } from '../../core/instant.ts'
import { canonicalJson } from '../../core/json.ts'
import { createRecentCount } from '../../core/recent-count.ts'
import type { OrderDesk } from '../../engine/desks/order-desk.ts'
import type { IdempotencyRef } from '../../engine/model/events.ts'
import type { StoredAnswer, TradingStore } from '../../views/ports.ts'
import { orderLocation } from '../answers/command-answers.ts'
import { type Prepared, type ProblemDetails, prepareProblem, sendPrepared, setPrepared } from '../answers/problems.ts'

/**
 * Adds the hooks to routes with `config: { idempotent: true }`: before the handler, a key is looked up and reserved;
 * before the response is sent, it is stored. Must run before these routes, and before any other `onSend` hook that
 * depends on the status, are added.
 */
export const addIdempotency = (app: FastifyInstance, parts: IdempotencyParts): void => {
  app.decorateRequest('idempotencyKey', null)
  app.addHook('onRoute', (route) => {
    if (route.config?.idempotent) route.preHandler = [route.preHandler ?? [], reserveKey(parts)].flat()
  })
  app.addHook('onSend', storeAnswer(parts))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Key under which an idempotent route executes the request; null if there is none. */
    idempotencyKey: Key | null
  }
}

export interface IdempotencyParts {
  readonly answers: AnswerStore
  readonly desk: Pick<OrderDesk, 'instruct'>
  /** Returns the response for an order whose response was never stored, because the process ended in between. */
  readonly recoverAnswer: (orderId: string) => Prepared | undefined
  readonly now: () => Instant
  readonly counts: AnswerCounts
}

/** Store of responses by the keys of their requests. */
export type AnswerStore = Pick<TradingStore, 'findAnswer'>

/** A caller's key and the operation it belongs to. */
interface Key extends IdempotencyRef {
  /** Principal, route and key, from which an order's ID at the exchange is derived. */
  readonly parts: readonly string[]
}

/** Number of repeated keys within 24 hours, to the hour. */
export interface AnswerCounts {
  readonly inFlight: Map<string, string>
  note(what: 'replay' | 'mismatch' | 'busy'): void
  read(): {
    readonly replays24h: number
    readonly mismatches24h: number
    /** Requests that would have been executed twice without their key. */
    readonly duplicates24h: number
    readonly inFlight: number
  }
}

const HOURS = 24

export const createAnswerCounts = (now: () => Instant): AnswerCounts => {
  const recent = () => createRecentCount(HOUR_MS, HOURS)
  const counts = { replay: recent(), mismatch: recent(), busy: recent() }
  const inFlight = new Map<string, string>()
  return {
    inFlight,
    note: (what) => counts[what].note(now()),
    read() {
      const [replays24h, busy] = [counts.replay.since(DAY_MS, now()), counts.busy.since(DAY_MS, now())]
      const mismatches24h = counts.mismatch.since(DAY_MS, now())
      return { replays24h, mismatches24h, duplicates24h: replays24h + busy, inFlight: inFlight.size }
    },
  }
}

/** Retention time of a key. */
const RETENTION_MS = DAY_MS
/** Maximum number of requests with a key in progress. */
const IN_FLIGHT_MAX = 1_024
/**
 * Statuses of responses that are stored; after any other, the request was not executed and may be repeated with the
 * same key.
 */
const STORED_STATUSES: readonly number[] = [200, 201, 202, 409, 422]

/** Reserves the request's key for the handler, or sends the response that belongs to the key. */
const reserveKey =
  (parts: IdempotencyParts) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const key = readKey(request)
    if (key === null) return done()
    const refusal = refuseBusy(parts.counts, reply.server, key)
    if (refusal) return sendPrepared(reply, refusal)
    const known = parts.answers.findAnswer(key.scope, parts.now() - RETENTION_MS)
    const earlier = known && repeatAnswer(parts.counts, reply.server, { key, known })
    if (earlier) return sendPrepared(reply, earlier)
    request.idempotencyKey = key
    parts.counts.inFlight.set(key.scope, key.fingerprint)
    const recovered = known?.orderId ? parts.recoverAnswer(known.orderId) : undefined
    if (recovered) return sendPrepared(reply, recovered)
    done()
  }

interface Repeated {
  readonly key: Key
  readonly known: StoredAnswer
}

/**
 * Returns the stored response of a key, or a refusal when the request differs; undefined while no response is stored.
 */
const repeatAnswer = (
  counts: AnswerCounts,
  server: FastifyInstance,
  { key, known }: Repeated,
): Prepared | undefined => {
  const isSame = known.fingerprint === key.fingerprint
  counts.note(isSame ? 'replay' : 'mismatch')
  if (!isSame) return reused(server)
  return known.answer ? replay(known.answer) : undefined
}

const refuseBusy = (counts: AnswerCounts, server: FastifyInstance, key: Key): Prepared | undefined => {
  const before = counts.inFlight.get(key.scope)
  if (before !== undefined) {
    counts.note(before === key.fingerprint ? 'busy' : 'mismatch')
    return before === key.fingerprint ? inProgress(server) : reused(server)
  }
  if (counts.inFlight.size < IN_FLIGHT_MAX) return undefined
  return prepareProblem(server, 'not-ready', { detail: 'Too many requests are in progress.', retryAfterSec: 1 })
}

/**
 * Stores the response under the key of its request before it is sent, so that a repeated request receives the same
 * response. Meanwhile, the empty response that Fastify sends for an `async` handler without a return value is dropped.
 */
const storeAnswer = ({ desk, counts }: IdempotencyParts) => {
  const storing = new WeakSet<FastifyReply>()
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    const key = request.idempotencyKey
    if (key === null) return done(null, payload)
    if (storing.has(reply)) return
    const finish = (body: unknown): void => {
      counts.inFlight.delete(key.scope)
      storing.delete(reply)
      request.idempotencyKey = null
      done(null, body)
    }
    const { statusCode: status } = reply
    if (!isStored(status, payload)) return finish(payload)
    storing.add(reply)
    const { scope, fingerprint } = key
    desk.instruct({ kind: 'recordAnswer', idempotency: { scope, fingerprint }, status, body: payload }).then(
      () => finish(payload),
      () =>
        finish(replaceAnswer(reply, inProgress(reply.server, 'It was executed, but its response is not stored yet.'))),
    )
  }
}

const isStored = (status: number, body: unknown): body is string =>
  STORED_STATUSES.includes(status) && typeof body === 'string' && (status < 400 || !JSON.parse(body).retryable)

/** Replaces the handler's response, after its status and headers were set, and returns the new body. */
const replaceAnswer = (reply: FastifyReply, other: Prepared): string => {
  setPrepared(reply.removeHeader('location').removeHeader('etag'), other)
  return other.body
}

const replay = ({ status, body }: NonNullable<StoredAnswer['answer']>): Prepared => ({
  status,
  body,
  headers: { 'idempotency-replayed': 'true', ...(status === 201 && orderLocation(body)) },
})

const readKey = (request: FastifyRequest): Key | null => {
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string') return null
  const { method, url = '' } = request.routeOptions
  const parts = [request.principal?.userId ?? '', `${method} ${url}`, header.replaceAll('"', '')]
  return { parts, scope: parts.join('|'), fingerprint: computeFingerprint(request) }
}

const computeFingerprint = ({ params, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(canonicalJson({ params, body: body ?? null }))
    .digest('hex')

const inProgress = (server: FastifyInstance, detail = 'The first request with this key is in progress.'): Prepared =>
  prepareProblem(server, 'idempotency-in-progress', { detail, retryAfterSec: 1 } satisfies ProblemDetails)

const reused = (server: FastifyInstance): Prepared =>
  prepareProblem(server, 'idempotency-key-reused', {
    detail: 'The key was already used with a different address or body.',
  })
