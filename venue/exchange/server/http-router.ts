import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type AnswerFate, drawRequest, type FaultAnswer, type WireFaults } from '../faults/wire-faults.ts'

/**
 * Creates the HTTP handler shared by the Binance and Bybit APIs: it finds and runs the route of a request, and injects
 * faults into the response.
 */
export const createRequestRouter = <R extends RouterRoute>(
  parts: ServerParts<R>,
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const table = new Map(parts.routes.map((route) => [`${route.method} ${route.path}`, route]))
  return (request, response) => {
    answerRequest(parts, table, request, response).catch((error: unknown) => {
      response.destroy()
      if (error instanceof Error && !isGone(error)) parts.fail(error)
    })
  }
}

/** Fields of a route that both APIs share. */
interface RouterRoute {
  readonly method: string
  readonly path: string
  /** True when the request changes orders or positions. */
  readonly trades?: boolean
}

/** Request with its route, before authentication. */
export interface ReceivedRequest<R> {
  readonly route: R
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  readonly query: string
  readonly body: string
}

/** Behaviour that differs between the two APIs. */
export interface ServerParts<R extends RouterRoute> {
  readonly routes: readonly R[]
  readonly faults: WireFaults
  carryOut(request: ReceivedRequest<R>): Promise<Answer>
  /** Returns the response to an injected fault. */
  toAnswer(fault: FaultAnswer): Answer
  /** Returns the response to an unknown path. */
  unknown(method: string, path: string): Answer
  /** Called with an internal error; the client receives no details. */
  readonly fail: (error: Error) => void
}

const BODY_MAX = 1_000_000

const GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'])

const isGone = (error: NodeJS.ErrnoException): boolean => GONE.has(error.code ?? '')

const answerRequest = async <R extends RouterRoute>(
  parts: ServerParts<R>,
  table: ReadonlyMap<string, R>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const [path = '', query = ''] = splitUrl(request.url ?? '')
  const body = await readBody(request)
  const route = table.get(`${request.method} ${path}`)
  if (body === undefined) return write(response, plain(413))
  if (!route) return write(response, parts.unknown(request.method ?? '', path))
  const ip = (request.socket.remoteAddress ?? '').replace('::ffff:', '')
  const fate = drawRequest(parts.faults, route.trades ?? false)
  const answer = fate.arrives ? await parts.carryOut({ route, ip, headers: request.headers, query, body }) : plain(503)
  deliver(response, answer, fate.answer.kind === 'replaced' ? parts.toAnswer(fate.answer.by) : fate.answer)
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

/** An HTTP response. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Creates a response with a status and an empty body. */
export const plain = (status: number): Answer => ({ status, headers: {}, text: '' })

/** Sends a response, or applies its fault. */
const deliver = (
  response: ServerResponse,
  answer: Answer,
  fate: Exclude<AnswerFate, { kind: 'replaced' }> | Answer,
): void => {
  if ('status' in fate) return write(response, fate)
  switch (fate.kind) {
    case 'delivered':
      return write(response, answer)
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

/** Sends a response unchanged. */
const write = (response: ServerResponse, answer: Answer): void => {
  response.writeHead(answer.status, toHeaders(answer))
  response.end(answer.text)
}

const TYPE = { 'Content-Type': 'application/json;charset=utf-8' }

const toHeaders = ({ headers, text }: Answer) => ({
  ...TYPE,
  ...headers,
  'Content-Length': String(Buffer.byteLength(text)),
})

const writeHalf = (response: ServerResponse, answer: Answer): void => {
  response.writeHead(answer.status, toHeaders(answer))
  response.write(answer.text.slice(0, Math.floor(answer.text.length / 2)), () => response.socket?.end())
}
