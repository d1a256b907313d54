import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { drawRequest, type FaultAnswer, type WireFaults } from '../faults/wire-faults.ts'
import { type Answer, deliver, plain, write } from './deliver.ts'

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
  /** Called with an internal error, of which the client learns only that one occurred. */
  readonly fail: (error: Error) => void
}

const BODY_MAX = 1_000_000

/** Finds the route of what comes over HTTP, has it carried out, and answers; or does as the faults have it. */
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
