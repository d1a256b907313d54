/** The WebSocket server of the stream: upgrades, clients, pings, token expiry and shutdown. */

import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { CLOSE_CODES, type CloseCode, STREAM_LIMITS, SUBPROTOCOL } from '../../contract/stream/limits.ts'
import { every } from '../core/every.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Fact } from '../engine/model/facts.ts'
import { readBearer } from '../http/security/headers.ts'
import { createWindowLimiter } from '../http/security/window-limiter.ts'
import { toAddressKey } from '../identity/address-key.ts'
import { rolesOn } from '../identity/grants.ts'
import type { Identity } from '../identity/identity.ts'
import type { Principal } from '../identity/session.ts'
import { authenticate } from './authenticate.ts'
import { type Connection, type ConnectionParts, createConnection, end, forget, send } from './connection.ts'
import { executeHeldRequests, handleMessage } from './handle-message.ts'
import { closeHub, createHub, type Hub, publishFacts, schedule } from './hub.ts'
import { closeOutbox, createOutbox, flush } from './outbox.ts'
import type { Channels } from './source.ts'
import { checkUpgrade, type UpgradeRefusal } from './upgrade-check.ts'

/** The WebSocket stream, which is read-only. */
export interface Stream {
  /** Handles the upgrade requests of an HTTP server. */
  listen(server: Server): void
  /** Receives every fact that the engine of the first account commits. */
  onFacts(facts: readonly Fact[]): void
  /** Opens the channels of another account. */
  openAccount(account: string, channels: Channels): StreamAccount
  standing(): StreamStanding
  /** Ends all connections with the request to reconnect later, and disconnects clients that do not close. */
  close(): Promise<void>
}

/** Channels of an account in the stream of several. */
interface StreamAccount {
  /** Receives every fact that the engine of the account commits. */
  onFacts(facts: readonly Fact[]): void
  /** Ends the connections that read the account. */
  close(): void
}

export interface StreamParts {
  /** Account of subscriptions that name none. */
  readonly account: string
  readonly identity: Pick<Identity, 'authenticate' | 'onSessionEnded'>
  readonly channels: Channels
  /** Identifies this run of the server. */
  readonly epoch: string
  readonly now: () => Instant
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly publicBase: () => string
  readonly network: {
    /** Returns the address of the caller, even behind a trusted proxy. */
    readonly clientAddress: (request: IncomingMessage) => string
    /** Returns why the `Host` of the request does not belong to this server, if it does not. */
    readonly hostFault: (request: IncomingMessage) => string | undefined
  }
  /** Sends a refusal of an upgrade and closes the socket. */
  readonly refuse: (socket: Duplex, refusal: UpgradeRefusal) => void
  /** Called when a channel fails to produce its message. */
  readonly onFault: (channel: string, error: unknown) => void
}

/** State of the stream. */
interface StreamStanding {
  readonly connections: number
  readonly subscriptions: number
  /** Number of messages waiting for clients that must not be lost. */
  readonly backlog: number
  /** Number of connections ended by the server since the start, by reason. */
  readonly ended: Readonly<Record<string, number>>
}

/** Interval of the checks for clients to be pinged, warned or ended. */
const MAINTENANCE_MS = SECOND_MS
/** Maximum number of connections without a token. */
const STRANGERS_MAX = 256
/** Limit of invalid tokens per address. */
const WRONG_TOKENS = { name: 'stream', requests: 30, windowMs: MINUTE_MS }

/** All connected clients, and counts of how connections have ended. */
interface StreamServerState {
  readonly parts: StreamParts
  readonly hub: Hub
  /** Hub of each open account. */
  readonly hubs: Map<string, Hub>
  readonly clients: Set<Client>
  readonly ended: Map<CloseCode, number>
  readonly wrongTokens: ReturnType<typeof createWindowLimiter>
  closing: boolean
}

export const createStream = (parts: StreamParts): Stream => {
  const hub = createHub(parts)
  const state: StreamServerState = {
    parts,
    hub,
    hubs: new Map([[parts.account, hub]]),
    clients: new Set(),
    ended: new Map(),
    wrongTokens: createWindowLimiter(WRONG_TOKENS, parts.monotonic),
    closing: false,
  }
  const { hubs, clients } = state
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 2 * STREAM_LIMITS.messageMaxBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  })
  const stopMaintenance = every(MAINTENANCE_MS, () => maintainAll(state))
  const unwatch = parts.identity.onSessionEnded((sessionId) => {
    for (const { connection } of clients) {
      if (connection.principal?.sessionId === sessionId) end(connection, 4401, 'The session of the token has ended.')
    }
  })
  return {
    listen(http) {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (socket.destroyed) return
        const refusal = checkUpgrade(request, readServerState(state, request))
        if (refusal) return parts.refuse(socket, refusal)
        server.handleUpgrade(request, socket, head, (opened) => addConnection(state, opened, request))
      })
    },
    onFacts: (facts) => publishFacts(hub, facts),
    openAccount(account, channels) {
      const opened = createHub({ ...parts, channels })
      hubs.set(account, opened)
      return {
        onFacts: (facts) => publishFacts(opened, facts),
        close() {
          if (hubs.get(account) === opened) hubs.delete(account)
          closeHub(opened)
        },
      }
    },
    standing: () => readStanding(state),
    async close() {
      state.closing = true
      unwatch()
      stopMaintenance()
      for (const { connection } of clients) end(connection, 1001)
      await Promise.all([...clients].map(({ socket }) => untilClosed(socket)))
      for (const each of hubs.values()) closeHub(each)
      server.close()
    },
  }
}

const addConnection = (state: StreamServerState, socket: WebSocket, request: IncomingMessage): void => {
  const { parts, hub, clients, ended, wrongTokens } = state
  const { now, monotonic, identity } = parts
  const { socket: wire } = request
  const address = toAddressKey(parts.network.clientAddress(request))
  const client = openClient(socket, wire, {
    hub,
    findHub: (account, principal) => findHub(state, account, principal),
    authenticate: identity.authenticate,
    admits: ({ userId }) => countConnections(state, userId) < STREAM_LIMITS.connectionsPerUser,
    isOneTooMany: () => !wrongTokens(address).allowed,
    onEnd: (code) => ended.set(code, (ended.get(code) ?? 0) + 1),
    now,
    monotonic,
  })
  clients.add(client)
  socket.on('close', () => clients.delete(client))
  const token = readBearer(request)
  if (token === undefined) makeRoom(state)
  else authenticate(client.connection, { token, id: null }, () => executeHeldRequests(client.connection))
}

const findHub = (
  { parts, hubs }: StreamServerState,
  account: string | null,
  principal: Principal,
): Result<Hub, readonly string[]> => {
  const mayRead = (name: string): boolean => rolesOn(principal, name).length > 0
  const named = account ?? parts.account
  const hub = mayRead(named) ? hubs.get(named) : undefined
  return hub ? ok(hub) : err([...hubs.keys()].filter(mayRead))
}

const countConnections = ({ clients }: StreamServerState, userId: string): number =>
  [...clients].filter(({ connection: { principal, ended } }) => !ended && principal?.userId === userId).length

/** Evicts the unauthenticated client that has waited longest, to admit another connection. */
const makeRoom = ({ clients }: StreamServerState): void => {
  const strangers = [...clients].filter(({ connection: { principal, held, ended } }) => !(ended || principal || held))
  const [oldest] = strangers
  if (strangers.length > STRANGERS_MAX && oldest)
    end(oldest.connection, 4401, 'The server needed the connection for clients with a token.')
}

const readServerState = ({ parts, closing, clients }: StreamServerState, request: IncomingMessage) => ({
  publicBase: parts.publicBase(),
  isHostOurs: parts.network.hostFault(request) === undefined,
  closing,
  open: clients.size,
})

const maintainAll = ({ clients, parts }: StreamServerState): void => {
  const nowMs = parts.monotonic()
  for (const client of clients) {
    maintain(client.connection)
    ping(client, nowMs)
  }
}

const readStanding = ({ clients, ended }: StreamServerState): StreamStanding => {
  const connections = [...clients].map(({ connection }) => connection)
  return {
    connections: connections.length,
    subscriptions: connections.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0),
    backlog: connections.reduce((sum, { parts }) => sum + parts.outbox.waiting.length, 0),
    ended: Object.fromEntries([...ended].map(([code, count]) => [CLOSE_CODES[code].code, count])),
  }
}

const untilClosed = (socket: WebSocket): Promise<void> =>
  new Promise((resolve) => (socket.readyState === socket.CLOSED ? resolve() : socket.once('close', () => resolve())))

/** Ends a client without a token in time or with an expired one, and warns a client whose token expires soon. */
const maintain = (connection: Connection): void => {
  const { principal, openedAtMs, parts } = connection
  if (!principal) {
    if (parts.monotonic() - openedAtMs >= STREAM_LIMITS.authWithinMs)
      end(connection, 4401, 'No token was sent within 5 seconds.')
    return
  }
  const nowMs = parts.now()
  const { tokenExpiresAt } = principal
  if (nowMs >= tokenExpiresAt) return end(connection, 4401, 'The token has expired.')
  if (connection.expiryNotified || tokenExpiresAt - nowMs > STREAM_LIMITS.expiryToldMs) return
  connection.expiryNotified = true
  send(connection, { type: 'event', data: { event: 'auth.expiring', tokenExpiresAtMs: tokenExpiresAt } })
}

/** A connection and its socket. */
interface Client {
  readonly connection: Connection
  readonly socket: WebSocket
  /** Time of the last ping, by the monotonic clock. */
  pingedAtMs: number
  answered: boolean
}

interface ClientParts
  extends Pick<ConnectionParts, 'hub' | 'findHub' | 'authenticate' | 'admits' | 'isOneTooMany' | 'now'> {
  readonly monotonic: () => number
  /** Called when the server has ended a connection. */
  readonly onEnd: (code: CloseCode) => void
}

/** Time after which a client that does not answer the close frame is disconnected. */
const FAREWELL_MS = 2 * SECOND_MS

/** Opens a client. Shared frames are written directly to the wire; the socket handles reading, pings and closing. */
const openClient = (socket: WebSocket, wire: Socket, parts: ClientParts): Client => {
  const { hub, monotonic, onEnd, ...rest } = parts
  const outbox = createOutbox({
    wire,
    epoch: hub.parts.epoch,
    joiner: hub.joiner,
    schedule: (due) => schedule(hub, due),
    onEnd: (code) => end(connection, code),
  })
  const close = (code: CloseCode): void => {
    onEnd(code)
    flush(outbox)
    closeOutbox(outbox)
    socket.close(code, CLOSE_CODES[code].code)
    setTimeout(() => socket.terminate(), FAREWELL_MS).unref()
  }
  const connection = createConnection({ ...rest, hub, outbox, close, monotonic })
  const client: Client = { connection, socket, pingedAtMs: monotonic(), answered: true }
  socket.on('pong', () => {
    client.answered = true
  })
  socket.on('message', (data, isBinary) => {
    const text = String(data)
    if (isBinary) end(connection, 4400, 'The message is binary; send text.')
    else if (Buffer.byteLength(text) > STREAM_LIMITS.messageMaxBytes) end(connection, 1009)
    else handleMessage(connection, text)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closeOutbox(outbox)
    forget(connection)
  })
  return client
}

/** Pings a quiet client; one that has not answered the previous ping is disconnected. */
const ping = (client: Client, nowMs: number): void => {
  if (nowMs - client.pingedAtMs < STREAM_LIMITS.pingEveryMs) return
  if (!client.answered) return client.socket.terminate()
  client.answered = false
  client.pingedAtMs = nowMs
  client.socket.ping()
}
