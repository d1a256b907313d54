import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Instant } from '../../core/instant.ts'
import { StoreFailure } from '../../core/store-failure.ts'
import type { Clock } from '../../engine/ports.ts'
import { type AnswerFate, drawRequest, type WireFaults } from '../faults/wire-faults.ts'
import { type Credentials, checkKey, checkSignature } from './auth.ts'
import { Refused } from './errors.ts'
import { writeWire } from './json.ts'
import { type Params, parseParams } from './params.ts'
import type { KeyPermissions } from './permissions.ts'
import { chargeWeight, orderCounts, type RateLimits } from './rate-limits.ts'
import type { Route } from './route.ts'

export interface HttpParts {
  readonly routes: readonly Route[]
  readonly credentials: Credentials
  readonly permissions: KeyPermissions
  readonly rates: RateLimits
  readonly clock: Clock
  readonly faults: WireFaults
  /** Told of a fault of this program, of which the client hears only that it is one. */
  readonly fail: (error: Error) => void
}

/** A request as far as it is read before anything is done. */
interface Asked {
  readonly route: Route
  readonly ip: string
  readonly key: string | undefined
  readonly query: string
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const BODY_MAX = 1_000_000

/** Answers what comes over HTTP as the exchange does, or as its faults have it. */
export const createHttpDoor = (parts: HttpParts): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const table = new Map(parts.routes.map((route) => [`${route.method} ${route.path}`, route]))
  return (request, response) => {
    answerRequest(parts, table, request, response).catch((error: unknown) => {
      response.destroy()
      if (error instanceof Error && !isGone(error)) parts.fail(error)
    })
  }
}

const GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'])

const isGone = (error: NodeJS.ErrnoException): boolean => GONE.has(error.code ?? '')

const answerRequest = async (
  parts: HttpParts,
  table: ReadonlyMap<string, Route>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path = '', query = ''] = splitUrl(request.url ?? '')
  const body = await readBody(request)
  const route = table.get(`${request.method} ${path}`)
  if (body === undefined || !route) return write(response, plain(body === undefined ? 413 : 404))
  const key = request.headers['x-mbx-apikey']
  const ip = (request.socket.remoteAddress ?? '').replace('::ffff:', '')
  const asked: Asked = { route, ip, query, body, key: Array.isArray(key) ? key[0] : key }
  const fate = drawRequest(parts.faults, route.trades ?? false)
  const answer = fate.arrives ? await carryOut(parts, asked) : plain(503)
  deliver(response, answer, fate.answer)
}

const splitUrl = (url: string): readonly string[] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const carryOut = async (parts: HttpParts, asked: Asked): Promise<Answer> => {
  const atMs = parts.clock()
  const headers: Record<string, string> = {}
  try {
    const params = parseParams(asked.query, asked.body)
    const { route } = asked
    const weight = typeof route.weight === 'number' ? route.weight : route.weight(params)
    headers['X-MBX-USED-WEIGHT-1M'] = String(chargeWeight(parts.rates, asked.ip, weight, atMs))
    authorize(parts, asked, params, atMs)
    const body = await route.answer({ params, atMs })
    if (route.trades) Object.assign(headers, orderHeaders(parts.rates, parts.clock()))
    return { status: 200, headers, text: writeWire(body) }
  } catch (error) {
    return answerOfError(parts, error, headers)
  }
}

const authorize = (parts: HttpParts, { route, key, ip, query, body }: Asked, params: Params, now: Instant): void => {
  const { credentials, permissions } = parts
  if (route.security === 'NONE') return
  checkKey(key, credentials, ip)
  if (route.security === 'SIGNED') checkSignature({ query, body, params }, credentials, now)
  if (!(route.trades ? permissions.enableFutures : permissions.enableReading)) throw new Refused('-2015', ip)
}

const orderHeaders = (rates: RateLimits, now: Instant): Record<string, string> => {
  const { tenSeconds, minute } = orderCounts(rates, now)
  return { 'X-MBX-ORDER-COUNT-10S': String(tenSeconds), 'X-MBX-ORDER-COUNT-1M': String(minute) }
}

const answerOfError = ({ fail }: HttpParts, error: unknown, headers: Readonly<Record<string, string>>): Answer => {
  if (error instanceof Refused) return answerOfRefusal(error, headers)
  if (error instanceof StoreFailure) return answerOfRefusal(new Refused('-1000'), headers)
  fail(error instanceof Error ? error : new Error(String(error)))
  return answerOfRefusal(new Refused('-1000'), headers)
}

const answerOfRefusal = (refused: Refused, headers: Readonly<Record<string, string>>): Answer => {
  const { status, body, retryAfterS } = refused
  const wait = retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) }
  return { status, headers: { ...headers, ...wait }, text: JSON.stringify(body) }
}

const plain = (status: number): Answer => ({ status, headers: {}, text: '' })

const deliver = (response: ServerResponse, answer: Answer, fate: AnswerFate): void => {
  switch (fate.kind) {
    case 'told':
      return write(response, answer)
    case 'replaced':
      return write(response, answerOfRefusal(fate.by, {}))
    case 'empty':
      return write(response, { ...answer, status: 200, text: '' })
    case 'delayed':
      setTimeout(() => write(response, answer), fate.byMs).unref()
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'cut':
      return writeHalf(response, answer)
    case 'silent':
      return
  }
}

const write = (response: ServerResponse, { status, headers, text }: Answer): void => {
  response.writeHead(status, { ...TYPE, ...headers, 'Content-Length': String(Buffer.byteLength(text)) })
  response.end(text)
}

const TYPE = { 'Content-Type': 'application/json;charset=utf-8' }

const writeHalf = (response: ServerResponse, { status, headers, text }: Answer): void => {
  response.writeHead(status, { ...TYPE, ...headers, 'Content-Length': String(Buffer.byteLength(text)) })
  response.write(text.slice(0, Math.floor(text.length / 2)), () => response.socket?.end())
}
