import type { Connection, ConnectionTable, Exchange } from './connection-table.ts'

/** Priority of a request when more are pending than fit a turn of the event loop. */
type Rank = 'STOP' | 'KNOWN' | 'STRANGER'

export interface RequestTurnsParts {
  readonly table: ConnectionTable
  readonly handle: (exchange: Exchange) => void
  /** Called only under load. A stop with a valid token is `STOP`; any other request with one is `KNOWN`. */
  readonly rankExchange: (exchange: Exchange) => Rank
  readonly monotonic: () => number
}

/** Requests begun in one turn of the event loop end within about this; timers and sockets have their turn in between. */
const TURN_MS = 8
/** One in this many of the requests begun after the turn is used up is unauthenticated. */
const STRANGER_SHARE = 4

/**
 * Schedules requests so that no caller delays the others: the requests of a connection one after another, and when
 * there are more than fit a turn of the event loop, a stop immediately, then those of callers with a token, then all
 * others, in order of arrival. The connection table bounds the number of waiting requests.
 */
export const createRequestTurns = ({ table, handle, rankExchange, monotonic }: RequestTurnsParts) => {
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

  const begin = (connection: Connection, exchange: Exchange): void => {
    connection.current = exchange
    if (known.length + strange.length === 0 && !isUsedUp()) return handle(exchange)
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

  /** Takes a request that has been read. */
  return (exchange: Exchange): void => {
    const connection = table.of(exchange.request.socket)
    if (!connection) return handle(exchange)
    exchange.response.once('close', () => end(connection))
    if (connection.current) connection.waiting.push(exchange)
    else begin(connection, exchange)
  }
}

interface Waiting {
  readonly connection: Connection
  readonly exchange: Exchange
}
