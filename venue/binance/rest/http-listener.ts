import type { IncomingMessage, ServerResponse } from 'node:http'
import { StoreFailure, toError } from '../../../server/core/errors.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { Clock } from '../../../server/engine/model/ports.ts'
import { ExchangeDown } from '../../exchange/account/order-desk.ts'
import type { FaultAnswer, WireFaults } from '../../exchange/faults/wire-faults.ts'
import type { Credentials } from '../../exchange/server/credentials.ts'
import { type Answer, createRequestRouter, type ReceivedRequest } from '../../exchange/server/http-router.ts'
import { writeWire } from '../../exchange/server/json.ts'
import { checkKey, checkSignature, type KeyPermissions } from './auth.ts'
import { Refused, refusedWith, statusUnknown } from './errors.ts'
import { type Params, parseParams } from './params.ts'
import { chargeWeight, orderCounts, type RateLimits } from './rate-limits.ts'
import type { Route } from './route.ts'

/**
 * Creates the HTTP listener of the Binance API: it checks rate limits and authentication, runs the route, and writes
 * results and errors in the exchange's format, or a fault from the fault plan.
 */
export const createHttpListener = (parts: HttpParts): ((request: IncomingMessage, response: ServerResponse) => void) =>
  createRequestRouter({
    routes: parts.routes,
    faults: parts.faults,
    fail: parts.fail,
    carryOut: (request) => carryOut(parts, request),
    toAnswer: (fault) => answerOfRefusal(refusalOfFault(fault), {}),
    unknown: answerOfUnknown,
  })

export interface HttpParts {
  readonly routes: readonly Route[]
  readonly credentials: Credentials
  readonly permissions: KeyPermissions
  readonly rates: RateLimits
  readonly clock: Clock
  readonly faults: WireFaults
  /** Called with an internal error; the client receives no details. */
  readonly fail: (error: Error) => void
}

/** Returns the response to an unknown path: a JSON error below `/fapi`, otherwise an HTML page. */
const answerOfUnknown = (method: string, path: string): Answer =>
  path.startsWith('/fapi/') ? answerOfRefusal(new Refused('-5000', path, method), {}) : UNKNOWN_PATH

const UNKNOWN_PATH: Answer = {
  status: 404,
  headers: { 'Content-Type': 'text/html' },
  text: '<html>\n<head><title>404 Not Found</title></head>\n<body>\n<center><h1>404 Not Found</h1></center>\n</body>\n</html>\n',
}

const carryOut = async (parts: HttpParts, request: ReceivedRequest<Route>): Promise<Answer> => {
  const atMs = parts.clock()
  const headers: Record<string, string> = {}
  try {
    const params = parseParams(request.query, request.body)
    const { route } = request
    const weight = typeof route.weight === 'number' ? route.weight : route.weight(params)
    headers['X-MBX-USED-WEIGHT-1M'] = String(chargeWeight(parts.rates, request.ip, weight, atMs))
    authorize(parts, request, params, atMs)
    const body = await route.answer({ params, atMs })
    if (route.trades) Object.assign(headers, orderHeaders(parts.rates, parts.clock()))
    return { status: 200, headers, text: writeWire(body) }
  } catch (error) {
    return answerOfError(parts, error, headers)
  }
}

const authorize = (parts: HttpParts, request: ReceivedRequest<Route>, params: Params, now: Instant): void => {
  const { credentials, permissions } = parts
  const { route, ip, headers, query, body } = request
  if (route.security === 'NONE') return
  const key = headers['x-mbx-apikey']
  checkKey(Array.isArray(key) ? key[0] : key, credentials, ip)
  if (route.security === 'SIGNED') checkSignature({ query, body, params }, credentials, now)
  if (!(route.trades ? permissions.enableFutures : permissions.enableReading)) throw new Refused('-2015', ip)
}

const orderHeaders = (rates: RateLimits, now: Instant): Record<string, string> => {
  const { tenSeconds, minute } = orderCounts(rates, now)
  return { 'X-MBX-ORDER-COUNT-10S': String(tenSeconds), 'X-MBX-ORDER-COUNT-1M': String(minute) }
}

const answerOfError = ({ fail }: HttpParts, error: unknown, headers: Readonly<Record<string, string>>): Answer => {
  if (error instanceof Refused) return answerOfRefusal(error, headers)
  if (error instanceof ExchangeDown) return answerOfRefusal(statusUnknown(), headers)
  if (error instanceof StoreFailure) return answerOfRefusal(new Refused('-1000'), headers)
  fail(toError(error))
  return answerOfRefusal(new Refused('-1000'), headers)
}

const answerOfRefusal = (refused: Refused, headers: Readonly<Record<string, string>>): Answer => {
  const { status, body, retryAfterS } = refused
  const wait = retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }
  return { status, headers: { ...headers, ...wait }, text: JSON.stringify(body) }
}

/** Error response for a fault, in the format of the exchange. */
const refusalOfFault = (fault: FaultAnswer): Refused => {
  switch (fault) {
    case 'unknownError':
      return statusUnknown()
    case 'unavailable':
      return refusedWith('-1000', 'Service Unavailable.')
    case 'timeout':
      return new Refused('-1007')
    case 'limited':
      return Object.assign(refusedWith('-1003', 'Too many requests.'), { retryAfterS: 1 })
    case 'banned':
      return Object.assign(refusedWith('-1003', 'Way too many requests; IP banned.'), { status: 418, retryAfterS: 2 })
  }
}
