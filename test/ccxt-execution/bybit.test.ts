import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lots, type Ticks, ticks } from '../../server/domain/market/instrument.ts'
import { type BybitStage, openBybitStage } from '../venue-wire-bybit/bybit-stage.ts'
import { BYBIT } from './places.ts'
import { openTradingClient, type TradingClient } from './trading-client.ts'

/** Long enough for a busy machine; the exchange reports a stop after the fill it belongs to. */
const SOON = { timeout: 60_000, interval: 50 }

let stage: BybitStage
let trader: TradingClient
let mark: number
let count = 0

beforeAll(async () => {
  stage = await openBybitStage({ balance: '1000000' })
  trader = await openTradingClient({ id: 'bybit', url: stage.url, keys: BYBIT.keys })
  await trader.connected()
  const { body } = await stage.open('/v5/market/tickers', { category: 'linear', symbol: 'BTCUSDT' })
  mark = Math.round(Number(body.result.list[0].markPrice) * 10)
})
afterAll(async () => {
  await trader.close()
  await stage.close()
})

const anId = (purpose = 'E'): string => `t${purpose}0001${String(++count).padStart(26, '0')}`
const near = (part: number): Ticks => ticks(Math.round(mark * part))

describe('an order at Bybit', () => {
  it('is a single request with our client order id', async () => {
    const before = trader.wire.length
    const id = anId()
    expect(await trader.submit({ price: near(0.9), timeInForce: 'POST_ONLY' }, id)).toMatchObject({
      kind: 'accepted',
      report: { status: 'NEW', sequence: 1 },
    })
    const sent = trader.wire.slice(before)
    expect(sent.map(({ path }) => path)).toEqual(['/v5/order/create'])
    expect(sent[0]?.body).toMatchObject({ orderLinkId: id, timeInForce: 'PostOnly', qty: '0.01', category: 'linear' })
    expect(await trader.cancel(id)).toMatchObject({ kind: 'canceled', report: { status: 'CANCELED' } })
  })

  it('carries its stop, which is reported as created by the exchange and can be cancelled by its id', async () => {
    const id = anId()
    const terms = {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'MARKET',
      quantity: lots(10),
      price: near(1.02),
      trigger: null,
      timeInForce: 'IOC',
      reduceOnly: false,
    } as const
    const stopLoss = { price: near(0.9), by: 'MARK' } as const
    const submission = { venueClientId: id, terms, stopLoss, signedAtMs: Date.now(), recvWindowMs: 3_000 }
    trader.venue.send({ kind: 'submit', submission })
    await trader.until(() => trader.of('fill').find(({ fill }) => fill.venueClientId === id))
    const stops = async () => (await trader.account())?.openOrders ?? []
    const stop = await vi.waitFor(async () => {
      const [first] = await stops()
      expect(first).toMatchObject({
        attached: true,
        status: 'UNTRIGGERED',
        terms: { type: 'STOP_MARKET', side: 'SELL', trigger: stopLoss, reduceOnly: true },
      })
      return first
    }, SOON)
    expect(stop?.venueClientId).toMatch(/^x[0-9a-f]{32}$/)
    const newcomer = await openTradingClient({ id: 'bybit', url: stage.url, keys: BYBIT.keys })
    expect(await newcomer.query(String(stop?.venueClientId))).toMatchObject({ kind: 'found' })
    expect(await newcomer.cancel(String(stop?.venueClientId))).toMatchObject({ kind: 'canceled' })
    expect(await stops()).toEqual([])
    await newcomer.close()
  })

  it('is rejected over the stream with an invalid key, and reports the reason', async () => {
    const keys = { ...BYBIT.keys, secret: 'w'.repeat(36) }
    const stranger = await openTradingClient({ id: 'bybit', url: stage.url, keys, haste: 50 })
    await stranger.until(() => stranger.troubles.find(([, code]) => code === 'KEY_REFUSED'))
    expect(stranger.of('stream')).toEqual([])
    await stranger.close()
  })
})
