/**
 * Table of the open connections of the server. It limits their number, closes idle ones, and evicts those without a
 * valid token to admit others.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SECOND_MS } from '../../core/instant.ts'
import { toAddressKey } from '../../identity/address-key.ts'
import type { AccountRoutes } from '../accounts.ts'

/** Table of open connections. */
export interface ConnectionTable {
  /** Adds a connection that was accepted; it is removed when it closes. */
  open(socket: Socket): void
  /** Registers the TLS socket of a connection. */
  secure(socket: Socket): void
  of(socket: Duplex): Connection | undefined
  /** Marks a connection and its address as having presented a valid token. */
  markKnown(socket: Duplex): void
  /** Marks a connection as a WebSocket stream, which has its own limits. */
  markUpgraded(socket: Duplex): void
  /** Returns whether one more request on the connection exceeds the limit. */
  isOverrun(socket: Duplex): boolean
  /**
   * Closes connections that are idle or do not read their response. Call it every second; a call that is late closes
   * nothing, because requests that arrived while the process was paused have not been read yet.
   */
  sweep(): void
  standing(): { readonly total: number; readonly strangers: number; readonly evicted: number }
}

/** Connection limits. Those without a valid token are evicted to admit others, and never evict one with a token. */
export const CONNECTION_LIMITS = {
  /** Maximum number of open connections; `overshoot` more may be accepted before the oldest are evicted. */
  total: 2_048,
  overshoot: 512,
  /**
   * Maximum number of connections without a valid token, in total and per address. The rest of `total` is a reserve.
   */
  strangers: 1_536,
  strangersPerAddress: 512,
  /**
   * Maximum number of pipelined requests per connection, without and with a valid token. One more ends the connection.
   */
  pipelinedByStranger: 4,
  pipelined: 16,
  /** Idle time after which a connection without a valid token is closed. */
  strangerIdleMs: 10 * SECOND_MS,
  /** Time after which a response the peer has not read is dropped with its connection. */
  unreadMs: 30 * SECOND_MS,
  /** Maximum number of remembered addresses that have presented a valid token. */
  knownAddresses: 1_024,
} as const

/** A request and its pending response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Routes of the account that the request names. */
  readonly routes: AccountRoutes
}

/** An open connection. Changed in place. */
export interface Connection {
  readonly socket: Duplex
  /** Address of the peer as used for quotas; IPv6 by /64. */
  readonly address: string
  /** True when it has presented a valid token, or comes from a trusted proxy. */
  known: boolean
  /** True for a WebSocket stream, which has its own limits. */
  upgraded: boolean
  /** Request in progress; requests of a connection are answered one at a time. */
  current: Exchange | undefined
  readonly waiting: Exchange[]
  lastActiveAtMs: number
  /** Time at which the current response was complete; undefined while it is not. */
  answeredAtMs: number | undefined
}

export interface ConnectionTableParts {
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Returns whether connections of this address come from a trusted reverse proxy. */
  readonly isTrustedProxy: (address: string) => boolean
  readonly limits?: Partial<typeof CONNECTION_LIMITS>
}

export const createConnectionTable = (parts: ConnectionTableParts): ConnectionTable => {
  const limits = { ...CONNECTION_LIMITS, ...parts.limits }
  const table: Table = {
    parts,
    limits,
    connections: new Set(),
    strangers: new Map(),
    bySocket: new WeakMap(),
    byPeer: new Map(),
    knownAddresses: new Set(),
    evicted: 0,
    trimDue: false,
    sweptAtMs: parts.monotonic(),
  }
  return {
    open: (socket) => add(table, socket),
    secure(socket) {
      const connection = table.byPeer.get(peerKey(socket))
      if (connection) table.bySocket.set(socket, connection)
    },
    of: (socket) => table.bySocket.get(socket),
    markKnown: (socket) => markKnown(table, table.bySocket.get(socket)),
    markUpgraded(socket) {
      const connection = table.bySocket.get(socket)
      if (!connection) return
      connection.upgraded = true
      removeAnonymous(table, connection)
    },
    isOverrun(socket) {
      const connection = table.bySocket.get(socket)
      if (!connection?.current) return false
      return connection.waiting.length + 1 >= (connection.known ? limits.pipelined : limits.pipelinedByStranger)
    },
    sweep: () => sweep(table),
    standing: () => ({ total: table.connections.size, strangers: countAnonymous(table), evicted: table.evicted }),
  }
}

interface Table {
  readonly parts: ConnectionTableParts
  readonly limits: { readonly [Name in keyof typeof CONNECTION_LIMITS]: number }
  /** Connections in the order in which they were opened. */
  readonly connections: Set<Connection>
  /** Connections without a valid token by address, the oldest first. */
  readonly strangers: Map<string, Set<Connection>>
  readonly bySocket: WeakMap<Duplex, Connection>
  readonly byPeer: Map<string, Connection>
  readonly knownAddresses: Set<string>
  evicted: number
  trimDue: boolean
  sweptAtMs: number
}

const peerKey = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const add = (table: Table, socket: Socket): void => {
  const { parts, connections, bySocket, byPeer } = table
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return void socket.destroy()
  const peer = peerKey(socket)
  const connection: Connection = {
    socket,
    address: toAddressKey(remoteAddress),
    known: parts.isTrustedProxy(remoteAddress),
    upgraded: false,
    current: undefined,
    waiting: [],
    lastActiveAtMs: parts.monotonic(),
    answeredAtMs: undefined,
  }
  connections.add(connection)
  bySocket.set(socket, connection)
  byPeer.set(peer, connection)
  if (!connection.known) addAnonymous(table, connection)
  if (isCrowded(table, connection.address)) trimSoon(table)
  socket.once('close', () => {
    connections.delete(connection)
    byPeer.delete(peer)
    connection.waiting.length = 0
    removeAnonymous(table, connection)
  })
}

const addAnonymous = (table: Table, connection: Connection): void => {
  const ofAddress = table.strangers.get(connection.address) ?? new Set()
  ofAddress.add(connection)
  table.strangers.set(connection.address, ofAddress)
}

const removeAnonymous = ({ strangers }: Table, connection: Connection): void => {
  const ofAddress = strangers.get(connection.address)
  ofAddress?.delete(connection)
  if (ofAddress?.size === 0) strangers.delete(connection.address)
}

const isCrowded = (table: Table, address: string): boolean =>
  (table.strangers.get(address)?.size ?? 0) > table.limits.strangersPerAddress || countExcess(table) > 0

const countExcess = (table: Table): number => {
  const { limits, connections } = table
  return Math.max(connections.size - limits.total, countAnonymous(table) - limits.strangers)
}

const countAnonymous = ({ strangers }: Table): number => {
  let count = 0
  for (const { size } of strangers.values()) count += size
  return count
}

/**
 * Evicts after the next read of the sockets: by then the first packet of a new connection is known, so that a flood of
 * silent ones does not evict one with a request.
 */
const trimSoon = (table: Table): void => {
  if (table.trimDue) return
  table.trimDue = true
  setImmediate(() =>
    setImmediate(() => {
      table.trimDue = false
      trim(table)
    }),
  )
}

const trim = (table: Table): void => {
  for (const ofAddress of [...table.strangers.values()]) {
    evict(table, ofAddress, ofAddress.size - table.limits.strangersPerAddress)
  }
  const strange = [...table.strangers].filter(([address]) => !table.knownAddresses.has(address))
  evict(table, flatten(strange), countExcess(table))
  evict(table, flatten([...table.strangers]), countExcess(table))
  const others = [...table.connections].filter(({ upgraded }) => !upgraded)
  evict(table, others, table.connections.size - table.limits.total)
}

const flatten = (entries: readonly (readonly [string, ReadonlySet<Connection>])[]): Connection[] =>
  entries.flatMap(([, connections]) => [...connections]).sort((one, other) => one.lastActiveAtMs - other.lastActiveAtMs)

/** Evicts the oldest connections, idle ones before those with a pending response. */
const evict = (table: Table, connections: Iterable<Connection>, count: number): void => {
  if (count <= 0) return
  const idle: Connection[] = []
  const busy: Connection[] = []
  for (const connection of connections) (connection.current ? busy : idle).push(connection)
  for (const connection of [...idle, ...busy].slice(0, count)) {
    table.evicted++
    removeAnonymous(table, connection)
    table.connections.delete(connection)
    connection.socket.destroy()
  }
}

const markKnown = (table: Table, connection: Connection | undefined): void => {
  if (!connection || connection.known) return
  connection.known = true
  removeAnonymous(table, connection)
  const { knownAddresses, limits } = table
  knownAddresses.delete(connection.address)
  knownAddresses.add(connection.address)
  if (knownAddresses.size > limits.knownAddresses) {
    const [oldest] = knownAddresses
    if (oldest !== undefined) knownAddresses.delete(oldest)
  }
}

/** Time after which a sweep is late. */
const SWEPT_WITHIN_MS = 3 * SECOND_MS

const sweep = (table: Table): void => {
  const nowMs = table.parts.monotonic()
  const isLate = nowMs - table.sweptAtMs > SWEPT_WITHIN_MS
  table.sweptAtMs = nowMs
  if (isLate) return
  for (const connection of table.connections) if (isOver(connection, table.limits, nowMs)) connection.socket.destroy()
}

const isOver = (connection: Connection, limits: Table['limits'], nowMs: number): boolean => {
  if (connection.upgraded) return false
  const { current, known, lastActiveAtMs } = connection
  if (!current) return !known && nowMs - lastActiveAtMs > limits.strangerIdleMs
  if (!current.response.writableEnded) return false
  connection.answeredAtMs ??= nowMs
  return nowMs - connection.answeredAtMs > limits.unreadMs
}
