/**
 * Creates the HTTP or TLS server: schedules requests fairly across connections, limits them, and answers invalid HTTP.
 */

import { createServer, IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ProblemSlug } from '../../../contract/problem.ts'
import { SECOND_MS } from '../../core/instant.ts'
import type { Identity } from '../../identity/identity.ts'
import type { AccountTable } from '../accounts.ts'
import { prepareProblem } from '../answers/problems.ts'
import { headersAt, readBearer } from '../security/headers.ts'
import { CONNECTION_LIMITS, type Connection, type ConnectionTable, type Exchange } from './connection-table.ts'

/** Creates the server of all accounts, over TLS when there is a certificate. */
export const createPortServer = (parts: ServerParts): Server => {
  const { table, recall, choose, takesUpgrade, tls, monotonic } = parts
  const options = {
    IncomingMessage: countedRequest(table),
    shouldUpgradeCallback: (request: IncomingMessage) => table.isOverrun(request.socket) || takesUpgrade(request),
    connectionsCheckingInterval: CHECK_EVERY_MS,
    headersTimeout: HEADER_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  }
  const server = tls
    ? createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_WITHIN_MS })
    : createServer(options)
  const take = createRequestTurns({
    table,
    rankExchange: (exchange) => rankExchange(exchange, recall),
    monotonic,
  })
  server.maxConnections = CONNECTION_LIMITS.total + CONNECTION_LIMITS.overshoot
  const route: RequestListener = (request, response) => take({ request, response, routes: choose(request) })
  server.on('request', route)
  server.on('checkExpectation', route)
  server.on('connection', (socket: Socket) => table.open(socket))
  server.on('secureConnection', (socket: Socket) => table.secure(socket))
  server.prependListener('upgrade', (_request, socket: Duplex) => {
    if (table.isOverrun(socket)) socket.destroy()
    else table.markUpgraded(socket)
  })
  return server
}

export interface ServerParts {
  readonly table: ConnectionTable
  readonly recall: Identity['recall']
  /** Returns the routes of the account that a request names. */
  readonly choose: AccountTable['choose']
  readonly takesUpgrade: (request: IncomingMessage) => boolean
  readonly tls: TlsFiles | undefined
  readonly monotonic: () => number
}

/** Time limit for the header of a request, counted from the connection or its first byte. */
const HEADER_WITHIN_MS = 5 * SECOND_MS
/** Time after which an incomplete request is dropped. */
const REQUEST_WITHIN_MS = 30 * SECOND_MS
/** Idle time of a connection with a valid token; browsers and proxies keep theirs for a minute. */
const KEEP_ALIVE_MS = 72 * SECOND_MS
const CHECK_EVERY_MS = SECOND_MS
const HANDSHAKE_WITHIN_MS = 5 * SECOND_MS

/** Certificate chain and private key in PEM. */
export interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
}

const STOP = '/api/emergency-stop'

const handle = ({ request, response, routes }: Exchange): void => routes.handle(request, response)

/** Answers from memory; returns false and has no effect when it cannot. */
const answerAtOnce = ({ request, response, routes }: Exchange): boolean =>
  routes.repeatedReads.answer(request, response)

const rankExchange = ({ request }: Exchange, recall: Identity['recall']) => {
  const token = readBearer(request)
  if (token === undefined) return 'STRANGER'
  const isStop = request.method === 'POST' && request.url?.startsWith(STOP) === true
  if (recall(token) !== undefined) return isStop ? 'STOP' : 'KNOWN'
  return isStop ? 'KNOWN' : 'STRANGER'
}

/**
 * Request class that stops reading from a connection with too many requests in progress: it offers the parser an
 * upgrade, the only way to make it ignore the rest of its input. Otherwise one packet could carry more than a thousand
 * requests past every limit.
 */
const countedRequest = (table: ConnectionTable): typeof IncomingMessage =>
  class extends IncomingMessage {
    declare offersUpgrade: boolean

    get upgrade(): boolean {
      return this.offersUpgrade || table.isOverrun(this.socket)
    }

    set upgrade(offers: boolean | null) {
      this.offersUpgrade = offers === true
    }
  }

/** Priority of a request when more are pending than fit into a turn of the event loop. */
type Rank = 'STOP' | 'KNOWN' | 'STRANGER'

interface RequestTurnsParts {
  readonly table: ConnectionTable
  /** Called only under load. A stop with a valid token is `STOP`; any other request with one is `KNOWN`. */
  readonly rankExchange: (exchange: Exchange) => Rank
  readonly monotonic: () => number
}

/**
 * Time budget of the requests started in one turn of the event loop; timers and sockets run in between. One connection
 * is accepted per turn, so a stop on a new connection waits one turn for each connection before it.
 */
const TURN_MS = 2
/** Share of unauthenticated requests among those started after the budget is used up: one in this many. */
const STRANGER_SHARE = 4

/**
 * Schedules requests so that no caller delays the others: the requests of a connection one after another, and when
 * there are more than fit a turn of the event loop, a stop immediately, then those of callers with a token, then all
 * others, in order of arrival. The connection table bounds the number of waiting requests.
 */
const createRequestTurns = ({ table, rankExchange, monotonic }: RequestTurnsParts) => {
  const known: Waiting[] = []
  const strange: Waiting[] = []
  let turn = 0
  let turnBeganAtMs: number | undefined

  const isUsedUp = (): boolean => {
    if (turnBeganAtMs !== undefined) return monotonic() - turnBeganAtMs > TURN_MS
    turnBeganAtMs = monotonic()
    setImmediate(nextTurn)
    return false
  }

  const nextTurn = (): void => {
    turnBeganAtMs = undefined
    while (known.length + strange.length > 0 && !isUsedUp()) {
      const next = takeNext()
      if (next && !next.connection.socket.destroyed) handle(next.exchange)
    }
  }

  const takeNext = (): Waiting | undefined => {
    turn++
    const [first, then] = turn % STRANGER_SHARE === 0 ? [strange, known] : [known, strange]
    return first.shift() ?? then.shift()
  }

  const isFree = (): boolean => known.length + strange.length === 0 && !isUsedUp()

  const begin = (connection: Connection, exchange: Exchange): void => {
    connection.current = exchange
    if (isFree()) return handle(exchange)
    const rank = rankExchange(exchange)
    if (rank === 'STOP') handle(exchange)
    else (rank === 'KNOWN' ? known : strange).push({ connection, exchange })
  }

  const end = (connection: Connection): void => {
    connection.current = undefined
    connection.answeredAtMs = undefined
    connection.lastActiveAtMs = monotonic()
    const next = connection.waiting.shift()
    if (next && !connection.socket.destroyed) begin(connection, next)
  }

  /** Accepts a request. A response that the socket has accepted in full does not occupy its connection. */
  return (exchange: Exchange): void => {
    const { request, response } = exchange
    const connection = table.of(request.socket)
    if (!connection) return handle(exchange)
    const isAnswered = !connection.current && isFree() && answerAtOnce(exchange)
    if (isAnswered && response.writableLength === 0) {
      connection.lastActiveAtMs = monotonic()
      return
    }
    response.once('close', () => end(connection))
    if (isAnswered) connection.current = exchange
    else if (connection.current) connection.waiting.push(exchange)
    else begin(connection, exchange)
  }
}

interface Waiting {
  readonly connection: Connection
  readonly exchange: Exchange
}

interface Refusal {
  readonly slug: ProblemSlug
  readonly detail: string
}

/** Answers invalid HTTP with a problem and the usual headers, and closes the connection. */
export const answerClientError = (app: FastifyInstance, { code }: { readonly code?: string }, socket: Duplex): void => {
  const isAnswering = app.network.connections.of(socket)?.current !== undefined
  if (code === 'ECONNRESET' || isAnswering || !socket.writable) return void socket.destroy()
  const { slug, detail } = REFUSALS[code ?? ''] ?? MALFORMED
  app.log.debug({ code }, 'request refused')
  answerProblem(app, socket, { slug, detail })
}

/** Writes a problem to a socket that has no request object. */
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
