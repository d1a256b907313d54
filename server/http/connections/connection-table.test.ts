import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { CONNECTION_LIMITS, type ConnectionTable, createConnectionTable } from './connection-table.ts'

/** A socket as the table knows one: an address, and an end. */
const aSocket = (remoteAddress: string, remotePort: number): Socket => {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress,
    remotePort,
    destroyed: false,
    destroy: () => socket,
  })
  socket.destroy = () => {
    socket.destroyed = true
    socket.emit('close')
    return socket
  }
  return socket as unknown as Socket
}

const LIMITS = { total: 10, strangers: 8, strangersPerAddress: 4, pipelined: 3, pipelinedByStranger: 2 }

const aTable = (trusted = '') => {
  let nowMs = 0
  const table = createConnectionTable({
    monotonic: () => nowMs,
    isTrustedProxy: (address) => address === trusted,
    limits: LIMITS as never,
  })
  let port = 1
  return {
    table,
    open(address: string): Socket {
      const socket = aSocket(address, port++)
      nowMs++
      table.open(socket)
      return socket
    },
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

/** Past the turn in which the table evicts. */
const evicted = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await setImmediate()
}

const busy = (table: ConnectionTable, socket: Socket, writableEnded = false): void => {
  const connection = table.of(socket)
  if (connection) connection.current = { request: {}, response: { writableEnded } } as never
}

const listOpen = (sockets: readonly Socket[]): number[] =>
  sockets.flatMap((socket, place) => (socket.destroyed ? [] : [place]))

describe('the connection limits', () => {
  it('leave room for others beside the share of one address, and for tokens beside all unauthenticated callers', () => {
    const { total, strangers, strangersPerAddress, pipelined, pipelinedByStranger } = CONNECTION_LIMITS
    expect(strangersPerAddress).toBeLessThanOrEqual(strangers / 2)
    expect(strangers).toBeLessThanOrEqual(total - 500)
    expect(pipelinedByStranger).toBeLessThan(pipelined)
  })
})

describe('the connection table', () => {
  it('evicts the oldest idle connection of an address at its limit, and none that waits for an answer', async () => {
    const { table, open } = aTable()
    const sockets = Array.from({ length: 6 }, () => open('192.0.2.1'))
    busy(table, sockets[0] as Socket)
    const other = open('192.0.2.2')
    await evicted()
    expect(listOpen(sockets)).toEqual([0, 3, 4, 5])
    expect(other.destroyed).toBe(false)
    expect(table.standing()).toEqual({ total: 5, strangers: 5, evicted: 2 })
  })

  it('counts an IPv6 network as one address', async () => {
    const { open } = aTable()
    const sockets = Array.from({ length: 6 }, (_, place) => open(`2001:db8::${place + 1}`))
    await evicted()
    expect(listOpen(sockets)).toEqual([2, 3, 4, 5])
  })

  it('retains connections that have sent a valid token, and the newest of all others', async () => {
    const { table, open } = aTable()
    const known = [open('192.0.2.1'), open('192.0.2.1')]
    for (const socket of known) table.markKnown(socket)
    const strangers = Array.from({ length: 12 }, (_, place) => open(`198.51.100.${place}`))
    await evicted()
    expect(listOpen(known)).toEqual([0, 1])
    expect(listOpen(strangers)).toEqual([4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('evicts unauthenticated connections of addresses that never sent a valid token first', async () => {
    const { table, open } = aTable()
    table.markKnown(open('192.0.2.1'))
    const old = open('192.0.2.1')
    const strangers = Array.from({ length: 12 }, (_, place) => open(`198.51.100.${place}`))
    await evicted()
    expect([old.destroyed, listOpen(strangers).length]).toEqual([false, 7])
  })

  it('treats connections of a trusted proxy as known', async () => {
    const { open } = aTable('10.0.0.1')
    const sockets = Array.from({ length: 9 }, () => open('10.0.0.1'))
    await evicted()
    expect(listOpen(sockets)).toHaveLength(9)
  })

  it('closes idle unauthenticated connections, and those whose client does not read a response', () => {
    const { table, open, pass } = aTable()
    const [idle, known, unread, working] = ['1', '2', '3', '4'].map((last) => open(`192.0.2.${last}`)) as Socket[]
    table.markKnown(known as Socket)
    busy(table, unread as Socket, true)
    busy(table, working as Socket)
    const sweepFor = (seconds: number): void => {
      for (let nth = 0; nth < seconds; nth++) {
        pass(1_000)
        table.sweep()
      }
    }
    sweepFor(20)
    expect([idle, known, unread, working].map((socket) => socket?.destroyed)).toEqual([true, false, false, false])
    sweepFor(20)
    expect([known, unread, working].map((socket) => socket?.destroyed)).toEqual([false, true, false])
  })

  it('closes no connection right after a pause, in which its request may have arrived', () => {
    const { table, open, pass } = aTable()
    const idle = open('192.0.2.1')
    pass(20_000)
    table.sweep()
    expect(idle.destroyed).toBe(false)
    pass(1_000)
    table.sweep()
    expect(idle.destroyed).toBe(true)
  })

  it('is overrun by one request more than may wait', () => {
    const { table, open } = aTable()
    const socket = open('192.0.2.1')
    expect(table.isOverrun(socket)).toBe(false)
    busy(table, socket)
    expect(table.isOverrun(socket)).toBe(false)
    table.of(socket)?.waiting.push({} as never)
    expect(table.isOverrun(socket)).toBe(true)
    table.markKnown(socket)
    expect(table.isOverrun(socket)).toBe(false)
  })
})
