import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalJson } from '../../core/canonical-json.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../core/instant.ts'
import { createRecentCount } from '../../core/recent-count.ts'
import type { OrderDesk } from '../../engine/desks/order-desk.ts'
import type { IdempotencyRef } from '../../engine/model/events.ts'
import { orderLocation } from '../answers/order-location.ts'
import type { Prepared } from '../answers/prepared.ts'
import { type ProblemDetails, prepareProblem } from '../answers/problems.ts'

/** Stored data of a key; `answer` is null while no response is stored. */
interface StoredAnswer {
  readonly fingerprint: string
  readonly orderId: string | null
  readonly answer: { readonly status: number; readonly body: string } | null
}

/** Store of responses by the keys of their requests. */
export interface AnswerStore {
  findAnswer(scope: string, sinceMs: Instant): StoredAnswer | undefined
}

/** A caller's key and the operation it belongs to. */
export interface Key extends IdempotencyRef {
  /** Principal, route and key: what an order's id at the exchange is made from. */
  readonly parts: readonly string[]
}

/** A request that is carried out once for each key. */
export interface Work {
  readonly request: FastifyRequest
  /** Does it, for the first time. */
  readonly carryOut: (key: Key | null) => Promise<Prepared>
  /** Outcome of an order whose response was never stored, because the process ended in between. */
  readonly recoverAnswer: (orderId: string) => Prepared | undefined
}

export type AnswerOnce = (work: Work) => Promise<Prepared>

export interface IdempotencyParts {
  readonly server: FastifyInstance
  readonly answers: AnswerStore
  readonly desk: Pick<OrderDesk, 'instruct'>
  readonly now: () => Instant
  readonly counts: AnswerCounts
}

/** Number of repeated keys within 24 hours, to the hour. */
export interface AnswerCounts {
  readonly inFlight: Map<string, string>
  note(what: 'replay' | 'mismatch' | 'busy'): void
  read(): {
    readonly replays24h: number
    readonly mismatches24h: number
    /** Requests that would have been carried out twice without their key. */
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
/** Requests with a key that may be worked on at a time. */
const IN_FLIGHT_MAX = 1_024
/** Answers of the engine's own; what was never carried out may be tried again under the same key. */
const STORED_STATUSES: readonly number[] = [200, 201, 202, 409, 422]

/** Gives the same request with the same key the same answer, byte for byte, for 24 hours. */
export const createAnswerOnce = (parts: IdempotencyParts): AnswerOnce => {
  const { inFlight } = parts.counts
  return async (work) => {
    const key = readKey(work.request)
    if (key === null) return work.carryOut(null)
    const busy = refuseBusy(parts, key, inFlight)
    if (busy) return busy
    inFlight.set(key.scope, key.fingerprint)
    try {
      return await answer(parts, key, work)
    } finally {
      inFlight.delete(key.scope)
    }
  }
}

const refuseBusy = ({ server, counts }: IdempotencyParts, key: Key, inFlight: ReadonlyMap<string, string>) => {
  const before = inFlight.get(key.scope)
  if (before !== undefined) {
    counts.note(before === key.fingerprint ? 'busy' : 'mismatch')
    return before === key.fingerprint ? inProgress(server) : reused(server)
  }
  if (inFlight.size < IN_FLIGHT_MAX) return undefined
  return prepareProblem(server, 'not-ready', { detail: 'Too many requests are being worked on.', retryAfterSec: 1 })
}

const answer = async (parts: IdempotencyParts, key: Key, { carryOut, recoverAnswer }: Work): Promise<Prepared> => {
  const known = parts.answers.findAnswer(key.scope, parts.now() - RETENTION_MS)
  if (known) parts.counts.note(known.fingerprint === key.fingerprint ? 'replay' : 'mismatch')
  if (known && known.fingerprint !== key.fingerprint) return reused(parts.server)
  if (known?.answer) return replay(known.answer)
  const recovered = known?.orderId ? recoverAnswer(known.orderId) : undefined
  return keep(parts, key, recovered ?? (await carryOut(key)))
}

/** Stores a response before it is sent, so that a repeated request gets the same one while the key is retained. */
const keep = async ({ desk, server }: IdempotencyParts, key: Key, made: Prepared): Promise<Prepared> => {
  if (!STORED_STATUSES.includes(made.status) || made.retryable) return made
  const { scope, fingerprint } = key
  const { status, body } = made
  try {
    await desk.instruct({ kind: 'recordAnswer', idempotency: { scope, fingerprint }, status, body })
    return made
  } catch {
    return inProgress(server, 'It was carried out, and its answer is not kept yet.')
  }
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

const inProgress = (
  server: FastifyInstance,
  detail = 'The first request with this key is being worked on.',
): Prepared => prepareProblem(server, 'idempotency-in-progress', { detail, retryAfterSec: 1 } satisfies ProblemDetails)

const reused = (server: FastifyInstance): Prepared =>
  prepareProblem(server, 'idempotency-key-reused', { detail: 'The key was sent before with another address or body.' })
