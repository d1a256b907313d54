import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Listing } from '../../server/adapters/exchanges/ccxt/listing.ts'
import { decimal } from '../../server/core/decimal.ts'
import { createGrid } from '../../server/core/grid.ts'
import { createInstrument, lots, type Ticks, ticks } from '../../server/domain/market/instrument.ts'
import type { OrderTerms } from '../../server/domain/order/order.ts'
import { openStage, type VenueStage } from '../venue-wire/venue-stage.ts'
import { buildListing, openTradingClient, type TradingClient } from './trading-client.ts'

let stage: VenueStage
let trader: TradingClient
let price: number
let count = 0

beforeAll(async () => {
  stage = await openStage({ balance: '1000000' })
  trader = await openTradingClient({ url: stage.url })
  await trader.connected()
})
afterAll(async () => {
  await trader.close()
  await stage.close()
})
beforeEach(async () => {
  price = Math.round(Number((await stage.get('/fapi/v1/ticker/price', { symbol: 'BTCUSDT' })).body.price) * 10)
})

const anId = (purpose = 'E'): string => `t${purpose}0001${String(++count).padStart(26, '0')}`
const near = (part: number): Ticks => ticks(Math.round(price * part))
const lastSent = () => trader.wire.findLast(({ method }) => method === 'POST')

const FLAT = { type: 'MARKET', price: null, timeInForce: 'IOC', side: 'SELL', reduceOnly: true } as const

describe('an order sent to Binance', () => {
  it.each<[string, () => Partial<OrderTerms>, Record<string, string | undefined>]>([
    [
      'to rest',
      () => ({ price: ticks(300_001), timeInForce: 'GTC' }),
      { type: 'LIMIT', price: '30000.1', timeInForce: 'GTC', quantity: '0.01', reduceOnly: undefined },
    ],
    [
      'with a collar',
      () => ({ type: 'MARKET', price: near(1.01), timeInForce: 'GTC' }),
      { type: 'LIMIT', timeInForce: 'IOC' },
    ],
    ['at any price', () => FLAT, { type: 'MARKET', price: undefined, timeInForce: undefined, reduceOnly: 'true' }],
    [
      'of which all or nothing',
      () => ({ price: near(1.01), timeInForce: 'FOK' }),
      { type: 'LIMIT', timeInForce: 'FOK' },
    ],
    ['that only makes', () => ({ price: near(0.9), timeInForce: 'POST_ONLY' }), { type: 'LIMIT', timeInForce: 'GTX' }],
    [
      'as a stop by the mark',
      () => ({ type: 'STOP_MARKET', side: 'SELL', trigger: { price: near(0.9), by: 'MARK' }, reduceOnly: true }),
      { type: 'STOP_MARKET', algoType: 'CONDITIONAL', workingType: 'MARK_PRICE', reduceOnly: 'true', quantity: '0.01' },
    ],
    [
      'as a target by the last price',
      () => ({ type: 'TAKE_PROFIT_MARKET', side: 'SELL', trigger: { price: near(1.1), by: 'LAST' }, reduceOnly: true }),
      { type: 'TAKE_PROFIT_MARKET', workingType: 'CONTRACT_PRICE', closePosition: undefined },
    ],
  ])(
    '%s reports it in the exchange’s words, under our client order id and signed when it was',
    async (_what, terms, expected) => {
      const id = anId()
      const signedAtMs = Date.now() - 123
      expect(await trader.submit(terms(), id, { signedAtMs })).toMatchObject({ kind: 'accepted' })
      const params = lastSent()?.params ?? {}
      expect(params).toMatchObject({ timestamp: String(signedAtMs), recvWindow: '3000', side: terms().side ?? 'BUY' })
      expect(params.newClientOrderId ?? params.clientAlgoId).toBe(id)
      expect(Object.fromEntries(Object.keys(expected).map((name) => [name, params[name]]))).toEqual(expected)
      await trader.cancel(id)
    },
  )

  it('omits a stop that Binance would silently ignore', async () => {
    const id = anId()
    const before = trader.wire.length
    trader.venue.send({
      kind: 'submit',
      submission: {
        venueClientId: id,
        terms: {
          symbol: 'BTCUSDT',
          side: 'BUY',
          type: 'LIMIT',
          quantity: lots(10),
          price: near(0.9),
          trigger: null,
          timeInForce: 'GTC',
          reduceOnly: false,
        },
        stopLoss: { price: near(0.8), by: 'MARK' },
        signedAtMs: Date.now(),
        recvWindowMs: 3_000,
      },
    })
    await trader.until(() => trader.of('submitAnswered').find(({ venueClientId }) => venueClientId === id))
    const sent = trader.wire.slice(before)
    expect(sent).toHaveLength(1)
    expect(Object.keys(sent[0]?.params ?? {}).filter((name) => /stop|trigger|loss/i.test(name))).toEqual([])
    await trader.cancel(id)
  })

  it('is not sent when it is delayed at the last moment, or is valid for another time only', async () => {
    const [held, other] = [anId(), anId()]
    expect(await trader.submit({ price: near(0.9) }, held, { getBlocker: () => 'LATCHED' })).toBe('notSent')
    expect(await trader.submit({ price: near(0.9) }, other, { recvWindowMs: 5_000 })).toBe('notSent')
    expect(trader.of('notSent').map(({ reason }) => reason)[0]).toBe('LATCHED')
    expect([await trader.query(held), await trader.query(other)]).toEqual([{ kind: 'notFound' }, { kind: 'notFound' }])
  })

  it('is rejected as too old by the exchange’s clock, which is a definite rejection', async () => {
    const outcome = await trader.submit({ price: near(0.9) }, anId(), { signedAtMs: Date.now() - 10_000 })
    expect(outcome).toMatchObject({ kind: 'rejected', rejection: { code: '-1021', category: 'EXPIRED_REQUEST' } })
    expect(trader.client.troubles.present.has('CLOCK')).toBe(true)
    await trader.requestEvent({ kind: 'readTime', queryId: 1 }, 'timeRead')
    expect(trader.client.troubles.present.has('CLOCK')).toBe(false)
  })
})

describe('an order that the library would change', () => {
  it.each<[string, Partial<OrderTerms>]>([
    ['a quantity between its steps', { price: ticks(3_000_000), quantity: lots(105) }],
    ['a price between its ticks', { price: ticks(3_000_016), quantity: lots(100) }],
    [
      'a trigger between its ticks',
      { type: 'STOP_MARKET', side: 'SELL', quantity: lots(100), trigger: { price: ticks(3_000_016), by: 'MARK' } },
    ],
  ])('is not sent: %s', async (_what, terms) => {
    const finer = await openTradingClient({
      url: stage.url,
      listings(client) {
        const listing = buildListing(client, 'BTCUSDT')
        const steps = { symbol: 'BTCUSDT', tickSize: '0.01', lotSize: '0.0001', minNotional: null, maxLeverage: null }
        return new Map([
          ['BTCUSDT', { ...listing, instrument: createInstrument(steps), amounts: createGrid('0.0001') }],
        ])
      },
    })
    expect(await finer.submit(terms, anId())).toBe('notSent')
    expect(finer.of('notSent')[0]?.reason).toContain('would be changed')
    expect(finer.wire.filter(({ path }) => /order/i.test(path))).toEqual([])
    await finer.close()
  })
})

describe('an order in increments that the exchange has changed since', () => {
  const listingWith = (more: Partial<Listing>) => (client: TradingClient['client']) =>
    new Map([['BTCUSDT', { ...buildListing(client, 'BTCUSDT'), ...more }]])
  const steps = { symbol: 'BTCUSDT', minNotional: null, maxLeverage: null }

  it.each<[string, Partial<Listing>]>([
    ['other ticks', { instrument: createInstrument({ ...steps, tickSize: '1', lotSize: '0.001' }) }],
    [
      'other lots',
      { instrument: createInstrument({ ...steps, tickSize: '0.1', lotSize: '0.002' }), amounts: createGrid('0.002') },
    ],
  ])('is not sent when it may increase a position: %s', async (_what, listing) => {
    const trading = await openTradingClient({ url: stage.url, listings: listingWith(listing) })
    expect(await trading.submit({ price: ticks(30_000) }, anId())).toBe('notSent')
    expect(trading.of('notSent')[0]?.reason).toContain('the tick or lot size has changed since')
    const closing = { ...FLAT, type: 'LIMIT', side: 'SELL', price: ticks(300_000) } as const
    expect(await trading.submit(closing, anId())).not.toBe('notSent')
    await trading.close()
  })

  it('is not sent at all when the contract size has changed', async () => {
    const listings = listingWith({ contractSize: decimal('0.01') })
    const trading = await openTradingClient({ url: stage.url, listings })
    for (const terms of [{ price: ticks(300_000) }, FLAT]) expect(await trading.submit(terms, anId())).toBe('notSent')
    await trading.close()
  })
})

/** Places a stop and a target next to the mark again and again: one that the mark has already passed is refused. */
const placeExitsUntilOneFills = async (): Promise<{ filled: string; others: readonly string[] }> => {
  const placed: string[] = []
  const isFilled = (id: string): boolean =>
    trader.of('report').some(({ report }) => report.venueClientId === id && report.status === 'FILLED')
  for (const endMs = Date.now() + 30_000; Date.now() < endMs; await setTimeout(200)) {
    const filled = placed.find(isFilled)
    if (filled !== undefined) return { filled, others: placed.filter((id) => id !== filled) }
    const { markPrice } = (await stage.get('/fapi/v1/premiumIndex', { symbol: 'BTCUSDT' })).body
    const mark = Math.round(Number(markPrice) * 10)
    const exit = { side: 'SELL', reduceOnly: true } as const
    for (const [type, price] of [['STOP_MARKET', mark - 1] as const, ['TAKE_PROFIT_MARKET', mark + 2] as const]) {
      const id = anId('S')
      const outcome = await trader.submit({ ...exit, type, trigger: { price: ticks(price), by: 'MARK' } }, id)
      if (outcome !== 'notSent' && outcome.kind === 'accepted') placed.push(id)
    }
  }
  throw new Error('no stop or target was filled within 30 s')
}

describe('a stop', () => {
  it('keeps its name once triggered: its end, executions and fills belong to it', async () => {
    const entry = anId()
    await trader.submit({ type: 'MARKET', price: near(1.01), timeInForce: 'IOC' }, entry)
    const placed = await placeExitsUntilOneFills()
    const done = placed.filled
    const outcome = await trader.query(done)
    expect(outcome).toMatchObject({
      kind: 'found',
      order: { venueClientId: done, status: 'FILLED', filled: 10, terms: { trigger: { by: 'MARK' } } },
    })
    const fills = trader.of('fill').flatMap(({ fill }) => (fill.venueClientId === done ? [fill] : []))
    expect(outcome.kind === 'found' && outcome.fills).toEqual(fills)
    expect(fills.every(({ exchangeOrderId }) => /^\d{19}$/.test(exchangeOrderId))).toBe(true)
    const statuses = trader.of('report').flatMap(({ report }) => (report.venueClientId === done ? [report] : []))
    const numbers = statuses.map(({ sequence }) => sequence)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    for (const id of placed.others) await trader.cancel(id)
  })

  it('is found and cancelled by a client that did not place it', async () => {
    const entry = anId()
    await trader.submit({ type: 'MARKET', price: near(1.01), timeInForce: 'IOC' }, entry)
    const [rest, stop] = [anId(), anId('S')]
    await trader.submit({ price: near(0.9) }, rest)
    const trigger = { price: near(0.8), by: 'MARK' } as const
    await trader.submit({ type: 'STOP_MARKET', side: 'SELL', trigger, reduceOnly: true }, stop)
    const newcomer = await openTradingClient({ url: stage.url })
    expect(await newcomer.query(stop)).toMatchObject({ kind: 'found', order: { terms: { trigger } }, fills: [] })
    expect([(await newcomer.cancel(stop)).kind, (await newcomer.cancel(rest)).kind]).toEqual(['canceled', 'canceled'])
    const account = await newcomer.account()
    expect(account?.fills.map(({ venueClientId }) => venueClientId)).toContain(entry)
    expect(account?.openOrders.map(({ venueClientId }) => venueClientId)).not.toContain(stop)
    await newcomer.close()
    await trader.submit(FLAT, anId('C'))
  })
})

describe('the account', () => {
  it('reports leverage where positions do not, and queries the order of an execution once', async () => {
    await stage.signed('POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 33 })
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010', newClientOrderId: 'by-hand' }
    const newcomer = await openTradingClient({ url: stage.url })
    await stage.signed('POST', '/fapi/v1/order', order)
    const account = await newcomer.account()
    expect(account?.positions).toMatchObject([{ leverage: 33 }])
    expect(account?.fills.at(-1)).toMatchObject({ venueClientId: 'by-hand', kind: 'TRADE' })
    const requestsBefore = newcomer.wire.length
    const again = await newcomer.account()
    expect(again?.fills).toEqual(account?.fills)
    const orderQueries = newcomer.wire
      .slice(requestsBefore)
      .filter(({ method, path }) => method === 'GET' && /v1\/order$/.test(path))
    expect(orderQueries).toEqual([])
    await newcomer.close()
    await trader.submit(FLAT, anId('C'))
  })

  it('is not reported when one part of it fails', async () => {
    const { client } = trader
    const send = client.rest.fetchImplementation
    client.rest.fetchImplementation = (address: string, init: unknown) =>
      address.includes('openAlgoOrders') ? Promise.reject(new Error('lost')) : send(address, init)
    expect(await trader.account()).toBeNull()
    client.rest.fetchImplementation = send
    expect(await trader.account()).not.toBeNull()
  })
})
