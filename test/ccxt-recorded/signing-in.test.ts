import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as bitget from './bitget-bodies.ts'
import type { SocketHandler } from './loopback.ts'
import { valueAt } from './mutants.ts'
import * as okx from './okx-bodies.ts'
import { openOrdersStage } from './orders-stage.ts'

/** Messages sent to an exchange over its sockets, without signatures. */
interface SocketMessage {
  readonly path: string
  readonly op: unknown
  readonly channel: unknown
}

interface Place {
  readonly id: 'okx' | 'bitget'
  readonly instruments: Readonly<Record<string, unknown>>
  readonly paths: readonly string[]
  readonly welcome: unknown
  readonly refusal: unknown
  readonly update: unknown
}

const { state: _state, ...BITGET_ORDER } = bitget.AN_ORDER

const PLACES: readonly Place[] = [
  {
    id: 'okx',
    instruments: { 'GET /api/v5/public/instruments': okx.INSTRUMENTS },
    paths: ['/ws/v5/private', '/ws/v5/business'],
    welcome: { event: 'login', code: '0', msg: '' },
    refusal: { event: 'error', code: '60009', msg: 'Login failed.', connId: 'a4d3ae55' },
    update: {
      arg: { channel: 'orders', instType: 'SWAP', uid: '1' },
      data: [
        {
          ...okx.AN_ORDER,
          ...{ state: 'filled', accFillSz: '0.2', fillSz: '0.2', fillPx: '60000.1', tradeId: '9', execType: 'T' },
          ...{ fillFee: '-0.006', fillFeeCcy: 'USDT', fillTime: '1789999990100' },
        },
      ],
    },
  },
  {
    id: 'bitget',
    instruments: { 'GET /api/v2/mix/market/contracts': bitget.ok([bitget.CONTRACT]) },
    paths: ['/v2/ws/private'],
    welcome: { event: 'login', code: 0 },
    refusal: { event: 'error', code: 30_015, msg: 'Invalid sign' },
    update: {
      action: 'snapshot',
      arg: { instType: 'USDT-FUTURES', channel: 'orders', instId: 'default' },
      data: [
        {
          ...BITGET_ORDER,
          instId: 'BTCUSDT',
          ...{ status: 'filled', accBaseVolume: '0.002', baseVolume: '0.002', fillPrice: '60000.5', tradeId: '77' },
          ...{ tradeScope: 'T', fillFee: '-0.072', fillFeeCoin: 'USDT', fillTime: '1789999990100' },
        },
      ],
      ts: 1_789_999_990_110,
    },
  },
]

/** Accepts every login and subscription, and sends an update once there are two. */
const open = async ({ id, instruments, update, welcome, refusal }: Place, { letsIn }: { readonly letsIn: boolean }) => {
  const messages: SocketMessage[] = []
  const onMessage: SocketHandler = (path, message, reply) => {
    const [op, arg] = [valueAt(message, 'op'), valueAt(message, 'args', 0)]
    messages.push({ path, op, channel: valueAt(arg, 'channel') })
    if (op === 'login') reply(letsIn ? welcome : refusal)
    if (op === 'subscribe') reply({ event: 'subscribe', arg })
    if (valueAt(arg, 'channel') === 'orders') reply(update)
  }
  const stage = await openOrdersStage(id, instruments, onMessage)
  onTestFinished(() => stage.close())
  return { stage, messages }
}

describe.each(PLACES)('the account stream of $id', (place) => {
  it('logs in before any request, and is ready once both subscriptions are confirmed', async () => {
    const { stage, messages } = await open(place, { letsIn: true })
    await vi.waitFor(() => expect(stage.events).toContainEqual({ kind: 'stream', state: 'connected' }), 3_000)
    expect(new Set(messages.map(({ path }) => path))).toEqual(new Set(place.paths))
    for (const path of place.paths) expect(messages.find((one) => one.path === path)?.op).toBe('login')
    const channels = messages.filter(({ op }) => op === 'subscribe').map(({ channel }) => channel)
    expect(channels.toSorted()).toEqual(['orders', 'orders-algo'])
  })

  it('emits an order and its execution', async () => {
    const { stage } = await open(place, { letsIn: true })
    const kinds = () => stage.events.map(({ kind }) => kind)
    await vi.waitFor(() => expect(kinds()).toEqual(expect.arrayContaining(['report', 'fill'])), 3_000)
    expect(stage.events.find(({ kind }) => kind === 'report')).toMatchObject({
      report: { status: 'FILLED', filled: 2 },
    })
    expect(stage.events.find(({ kind }) => kind === 'fill')).toMatchObject({
      fill: { quantity: 2, liquidity: 'TAKER' },
    })
  })

  it('reports a refused key when the login fails', async () => {
    const { stage } = await open(place, { letsIn: false })
    await vi.waitFor(() => expect([...stage.troubles.present.keys()]).toContain('KEY_REFUSED'), 3_000)
    expect(stage.events).not.toContainEqual({ kind: 'stream', state: 'connected' })
  })
})
