import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type AnswerFate, drawRequest, type FaultAnswer, type WireFaults } from '../faults/wire-faults.ts'

/** Creates the handler that finds and runs the route of a request, or applies a fault. */
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

/** The part of a route that both wires share; everything else is specific to the wire. */
interface RouterRoute {
  readonly method: string
  readonly path: string
  /** A request of this kind changes what the account holds. */
  readonly trades?: boolean
}

/** A request as far as it is read before anything is done. */
export interface ReceivedRequest<R> {
  readonly route: R
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  readonly query: string
  readonly body: string
}

/** The HTTP behaviour of a wire. */
export interface ServerParts<R extends RouterRoute> {
  readonly routes: readonly R[]
  readonly faults: WireFaults
  carryOut(request: ReceivedRequest<R>): Promise<Answer>
  /** Response to a fault, in the format of the wire. */
  toAnswer(fault: FaultAnswer): Answer
  /** Response to an unknown address. */
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

/** A response with a status and an empty body. */
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

/** Sends an answer as it is. */
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
