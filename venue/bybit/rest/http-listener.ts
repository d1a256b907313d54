import type { IncomingMessage, ServerResponse } from 'node:http'
import { StoreFailure, toError } from '../../../server/core/errors.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { Clock } from '../../../server/engine/model/ports.ts'
import { ExchangeDown } from '../../exchange/account/order-desk.ts'
import type { FaultAnswer, WireFaults } from '../../exchange/faults/wire-faults.ts'
import type { Credentials } from '../../exchange/server/credentials.ts'
import { type Answer, createRequestRouter, plain, type ReceivedRequest } from '../../exchange/server/http-router.ts'
import { writeWire } from '../../exchange/server/json.ts'
import { type BybitPermissions, checkSigned, mayDo } from './auth.ts'
import { readJson, readQuery } from './params.ts'
import { type BybitRates, countRequest, isAdmitted, type RateStanding } from './rate-limits.ts'
import { Refusal } from './refusal.ts'
import type { BybitRoute, Extended } from './route.ts'

/**
 * Creates the HTTP listener of the Bybit API: it checks rate limits and authentication, runs the route, and responds
 * with status 200 and a code in the body.
 */
export const createBybitListener = (
  parts: BybitListenerParts,
): ((request: IncomingMessage, response: ServerResponse) => void) =>
  createRequestRouter({
    routes: parts.routes,
    faults: parts.faults,
    fail: parts.fail,
    carryOut: (request) => carryOut(parts, request),
    toAnswer: (fault) => answerOfFault(fault, parts.clock()),
    unknown: () => plain(404),
  })

interface BybitListenerParts {
  readonly routes: readonly BybitRoute[]
  readonly credentials: Credentials
  readonly permissions: BybitPermissions
  readonly rates: BybitRates
  readonly clock: Clock
  readonly faults: WireFaults
  readonly fail: (error: Error) => void
}

const carryOut = async (parts: BybitListenerParts, request: ReceivedRequest<BybitRoute>): Promise<Answer> => {
  const atMs = parts.clock()
  if (!isAdmitted(parts.rates, request.ip, atMs)) return TOO_FREQUENT
  const headers: Record<string, string> = {}
  try {
    Object.assign(headers, admit(parts, request, atMs))
    const params = request.route.method === 'GET' ? readQuery(request.query) : readJson(request.body)
    const answered = await request.route.answer({ params, atMs })
    const payload = request.route.isExtended ? (answered as Extended) : { result: answered }
    return envelope({ retCode: 0, retMsg: 'OK', ...payload }, parts.clock(), headers)
  } catch (error) {
    return answerOfError(parts, error, headers)
  }
}

/** Refuses unauthorised requests and those above the rate limit; returns the rate limit headers. */
const admit = (
  parts: BybitListenerParts,
  request: ReceivedRequest<BybitRoute>,
  now: Instant,
): Record<string, string> => {
  const { route, headers, query, body } = request
  if (route.needs === 'nothing') return {}
  checkSigned({ headers, payload: route.method === 'GET' ? query : body }, parts.credentials, now)
  if (!mayDo(parts.permissions, route.needs)) throw new Refusal(10005)
  const standing = countRequest(parts.rates, route.path, route.perSecond, now)
  if (standing.left < 0) throw Object.assign(new Refusal(10006), { standing })
  return limitHeaders(standing)
}

const limitHeaders = ({ limit, left, resetMs }: RateStanding): Record<string, string> => ({
  'X-Bapi-Limit': String(limit),
  'X-Bapi-Limit-Status': String(Math.max(0, left)),
  'X-Bapi-Limit-Reset-Timestamp': String(resetMs),
})

const answerOfError = (
  { fail, clock }: BybitListenerParts,
  error: unknown,
  headers: Readonly<Record<string, string>>,
): Answer => {
  if (error instanceof Refusal) return toEnvelope(error, clock(), { ...headers, ...limitsIn(error) })
  const known = error instanceof ExchangeDown || error instanceof StoreFailure
  if (!known) fail(toError(error))
  return toEnvelope(new Refusal(10016), clock(), headers)
}

const limitsIn = (refusal: Refusal & { standing?: RateStanding }): Record<string, string> =>
  refusal.standing ? limitHeaders(refusal.standing) : {}

const toEnvelope = (refusal: Refusal, now: Instant, headers: Readonly<Record<string, string>> = {}): Answer =>
  envelope({ retCode: refusal.retCode, retMsg: refusal.message, result: {} }, now, headers)

interface Outcome {
  readonly retCode: number
  readonly retMsg: string
  readonly result: unknown
  readonly retExtInfo?: unknown
}

const envelope = (outcome: Outcome, now: Instant, headers: Readonly<Record<string, string>>): Answer => ({
  status: 200,
  headers,
  text: writeWire({ ...outcome, retExtInfo: outcome.retExtInfo ?? {}, time: now }),
})

const html = (status: number, title: string): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  text: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`,
})

const TOO_FREQUENT: Answer = { ...plain(403), headers: { 'Content-Type': 'text/plain' }, text: 'access too frequent' }

/** Response to a fault: an HTML page from the proxy in front of the exchange, or a code from the exchange itself. */
const answerOfFault = (fault: FaultAnswer, now: Instant): Answer => {
  switch (fault) {
    case 'unknownError':
      return html(502, '502 Bad Gateway')
    case 'unavailable':
      return html(503, '503 Service Temporarily Unavailable')
    case 'timeout':
      return toEnvelope(new Refusal(10000), now)
    case 'limited':
      return toEnvelope(new Refusal(10006), now)
    case 'banned':
      return TOO_FREQUENT
  }
}
