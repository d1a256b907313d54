import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ProblemSlug } from '../../../contract/problem.ts'
import { prepareProblem } from '../answers/problems.ts'
import { headersAt } from '../security/headers.ts'

interface Refusal {
  readonly slug: ProblemSlug
  readonly detail: string
}

/** Answers what cannot be read as HTTP with a problem and the headers of every answer, and closes the connection. */
export const answerClientError = (app: FastifyInstance, { code }: { readonly code?: string }, socket: Duplex): void => {
  const isAnswering = app.network.connections.of(socket)?.current !== undefined
  if (code === 'ECONNRESET' || isAnswering || !socket.writable) return void socket.destroy()
  const { slug, detail } = REFUSALS[code ?? ''] ?? MALFORMED
  app.log.debug({ code }, 'request refused')
  answerProblem(app, socket, { slug, detail })
}

/** Writes a problem to a socket that has no request object any more. */
export const answerProblem = (app: FastifyInstance, socket: Duplex, { slug, detail }: Refusal): void => {
  const { status, body, headers } = prepareProblem(app, slug, { detail })
  const all = { ...headersAt('', app.publicBase), ...headers, 'content-type': 'application/problem+json' }
  answerRaw(socket, { status, headers: all, body })
}

const MALFORMED: Refusal = { slug: 'malformed-request', detail: 'The request is not valid HTTP.' }

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { slug: 'request-timeout', detail: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { slug: 'header-too-large', detail: 'The header is larger than 16 KiB.' },
}

/** A response without a request object. */
interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
}

/** Writes a response to a socket detached from HTTP, and closes it. */
export const answerRaw = (socket: Duplex, { status, headers, body }: RawAnswer): void => {
  const all = { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
