import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openClient } from '../../server/adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../server/adapters/exchanges/ccxt/exchanges/index.ts'
import { createTroubles } from '../../server/adapters/exchanges/ccxt/troubles.ts'
import * as bitget from '../ccxt-recorded/bitget-bodies.ts'
import { openLoopback } from '../ccxt-recorded/loopback.ts'
import { valueAt } from '../ccxt-recorded/mutants.ts'
import * as okx from '../ccxt-recorded/okx-bodies.ts'

const INSTRUMENTS = {
  'GET /v5/market/instruments-info': { retCode: 0, retMsg: 'OK', result: { category: 'linear', list: [] } },
  'GET /api/v5/public/instruments': okx.INSTRUMENTS,
  'GET /api/v2/mix/market/contracts': bitget.ok([bitget.CONTRACT]),
}

/** Opens a client whose clock is ahead of the exchange, and records its socket messages. */
const openAhead = async (id: 'bybit' | 'okx' | 'bitget', aheadMs: number) => {
  const messages: unknown[] = []
  const loopback = await openLoopback(INSTRUMENTS, (_path, message) => void messages.push(message))
  const client = await openClient({
    dialect: getDialect(id),
    url: loopback.url,
    practice: false,
    keys: { apiKey: 'a-key', secret: 'a-secret', password: 'a-phrase' },
    recvWindowMs: 3_000,
    clock: Date.now,
    monotonic: () => performance.now(),
    delay: async () => {},
    troubles: createTroubles(Date.now, () => {}),
  })
  client.setOffset(-aheadMs)
  const streams = await client.openStreams()
  onTestFinished(async () => {
    for (const { connection } of Object.values(streams.clients ?? {})) connection?.terminate?.()
    streams.close().catch(() => {})
    await client.close()
    await loopback.close()
  })
  return { streams, messages }
}

const AHEAD_MS = 30_000
const near = (atMs: unknown): boolean => Math.abs(Number(atMs) - (Date.now() - AHEAD_MS)) < 5_000

describe('a machine whose clock is half a minute off', () => {
  it.each([
    ['okx', (login: unknown) => near(Number(valueAt(login, 'args', 0, 'timestamp')) * 1_000)],
    ['bitget', (login: unknown) => near(Number(valueAt(login, 'args', 0, 'timestamp')) * 1_000)],
    ['bybit', (login: unknown) => near(Number(valueAt(login, 'args', 1)) - 10_000)],
  ] as const)('authenticates to the stream of %s by the clock of the exchange', async (id, isNear) => {
    const { streams, messages } = await openAhead(id, AHEAD_MS)
    const { stream } = getDialect(id).orders
    stream.authenticate(streams).catch(() => {})
    if (id === 'bitget') stream.watches[0]?.(streams).catch(() => {})
    await vi.waitFor(() => expect(messages).not.toEqual([]), 30_000)
    expect(isNear(messages[0])).toBe(true)
  })

  it.each<['okx' | 'bitget' | 'bybit', () => unknown]>([
    ['okx', () => 'pong'],
    ['bitget', () => 'pong'],
    ['bybit', () => ({ success: true, ret_msg: 'pong', op: 'ping' })],
    ['bybit', () => ({ pong: Date.now() - AHEAD_MS })],
  ])('timestamps the pong of %s with the clock by which the library measures silence', async (id, createPong) => {
    const { streams } = await openAhead(id, AHEAD_MS)
    const socket = streams.client('ws://127.0.0.1:1/v5/private')
    streams.handleMessage(socket, createPong())
    expect(Math.abs(Date.now() - Number(socket.lastPong))).toBeLessThan(5_000)
  })
})
