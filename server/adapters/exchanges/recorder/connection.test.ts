import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { backoffMs, keepConnected } from './connection.ts'

/** Starts a server with a scripted connection handler, and a client that stays connected until the test ends. */
const listenTo = async (welcome: (socket: WebSocket, count: number) => void, silenceMaxMs = 60_000) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const ending = new AbortController()
  let count = 0
  server.on('connection', (socket) => welcome(socket, ++count))
  const received: string[] = []
  const downs: string[] = []
  let nextNote = Promise.withResolvers<void>()
  const note = (list: string[], what: string): void => {
    list.push(what)
    nextNote.resolve()
    nextNote = Promise.withResolvers()
  }
  const ended = keepConnected({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    random: () => 0,
    signal: ending.signal,
    silenceMaxMs,
    onMessage: (text) => note(received, text),
    onUp: () => note(received, 'up'),
    onDown: (reason) => note(downs, reason),
  })
  onTestFinished(async () => {
    ending.abort()
    await ended
    server.close()
  })
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await nextNote.promise
  }
  return { received, downs, until, end: () => ending.abort(), ended, server }
}

describe('a persistent connection', () => {
  it('returns every message as received', async () => {
    const { received, until, end, ended, downs } = await listenTo((socket) => socket.send('{"a": 1}'))
    await until(() => received.length === 2)
    end()
    await ended
    expect([received, downs]).toEqual([['up', '{"a": 1}'], []])
  })

  it('reconnects when the other side closes it', async () => {
    const { received, downs, until } = await listenTo((socket, count) => {
      socket.send(String(count))
      if (count < 3) socket.close(1001)
    })
    await until(() => received.includes('3'))
    expect(received).toEqual(['up', '1', 'up', '2', 'up', '3'])
    expect(downs).toEqual(['closed by the exchange, code 1001', 'closed by the exchange, code 1001'])
  })

  it('reconnects when nothing arrives any more', async () => {
    const { downs, received, until } = await listenTo((socket, count) => {
      if (count === 2) socket.send('again')
    }, 100)
    await until(() => received.includes('again'))
    expect(downs).toEqual(['no message arrived for 0.1 s'])
  })

  it('is retried while the server is unreachable, and ends immediately when aborted', async () => {
    const { downs, until, end, ended, server, received } = await listenTo((socket) => socket.send('here'))
    await until(() => received.includes('here'))
    server.close()
    for (const socket of server.clients) socket.terminate()
    await until(() => downs.length === 2)
    expect(downs).toEqual(['closed by the exchange, code 1006', expect.stringContaining('ECONNREFUSED')])
    end()
    await ended
  })
})

it.each([
  { failures: 0, random: 0, ms: 125 },
  { failures: 0, random: 1, ms: 250 },
  { failures: 3, random: 1, ms: 2_000 },
  { failures: 50, random: 0, ms: 15_000 },
  { failures: 50, random: 1, ms: 30_000 },
])('waits $ms ms after $failures failures', ({ failures, random, ms }) => {
  expect(backoffMs(failures, () => random)).toBe(ms)
})
