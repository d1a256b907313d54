import { beforeEach, describe, expect, it } from 'vitest'
import { changePosition } from '../../../server/adapters/exchanges/clearing/execution.ts'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import type { VenueFill, VenueReport } from '../../../server/domain/order/venue-report.ts'
import type { VenueEvent } from '../../../server/engine/model/venue.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { createAccountBook, openOrders, positionIn, toWireStatus } from './account-book.ts'
import { type AccountNews, foldEvents } from './fold-events.ts'
import { createOrderDesk, type OrderDesk } from './order-desk.ts'
import type { WireRecord } from './wire-record.ts'

const BTC = anInstrument()

let desk: OrderDesk
let published: string[]

beforeEach(() => {
  const book = createAccountBook({ changePosition, instruments: new Map([['BTCUSDT', BTC]]), wallet: 100_000_000_000n })
  const store = {
    readRecords: () => [],
    putRecord: () => {},
    removeRecord: () => {},
    readSettings: () => new Map(),
    putSetting: () => {},
  }
  const account = { open: () => {}, send: () => {}, close: () => {} }
  desk = createOrderDesk({ account, book, store, clock: () => 1_000, hidesFailedMakers: true })
  published = []
})

const publish = (news: AccountNews): void => {
  if (news.kind === 'order') published.push(`${news.execution} ${news.status}`)
  else if (news.kind === 'algo') published.push(`algo ${news.status}`)
  else published.push(news.kind)
}

const send = (more: Partial<WireRecord> = {}): Promise<string> => {
  const record: WireRecord = {
    key: 'k',
    clientId: 'mine',
    algoId: null,
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTX',
    quantity: lots(10),
    price: ticks(500_000),
    triggerPrice: null,
    workingType: 'CONTRACT_PRICE',
    reduceOnly: false,
    closePosition: false,
    priceProtect: false,
    createdAtMs: 1_000,
    ...more,
  }
  return new Promise((resolve) => {
    desk.submitted.set(record.key, { record, settle: ({ kind }) => resolve(kind) })
  })
}

const createReport = (status: VenueReport['status'], more: Partial<VenueReport> = {}): VenueReport => ({
  venueClientId: 'k',
  exchangeOrderId: '1795254571077000001',
  symbol: 'BTCUSDT',
  status,
  filled: lots(0),
  sequence: 1,
  reason: null,
  atMs: 1_000,
  ...more,
})

const report = (...given: Parameters<typeof createReport>): VenueEvent => ({
  kind: 'report',
  report: createReport(...given),
})

const accepted = (status: VenueReport['status'] = 'NEW'): VenueEvent => ({
  kind: 'submitAnswered',
  venueClientId: 'k',
  outcome: { kind: 'accepted', report: createReport(status) },
})

const fill = (more: Partial<VenueFill> = {}): VenueEvent => ({
  kind: 'fill',
  fill: {
    execId: '7',
    exchangeOrderId: '1795254571077000001',
    venueClientId: 'k',
    symbol: 'BTCUSDT',
    side: 'BUY',
    price: ticks(500_000),
    quantity: lots(10),
    fee: 10_000_000n,
    liquidity: 'TAKER',
    kind: 'TRADE',
    executedAtMs: 1_000,
    ...more,
  },
})

const fold = (...events: readonly VenueEvent[]): void => foldEvents(desk, events, publish)

describe('account events', () => {
  it('omit a post-only order that would have taken', async () => {
    const answer = send()
    fold(accepted(), report('NEW'), report('EXPIRED', { reason: 'POST_ONLY_WOULD_TAKE' }))
    expect([await answer, published, desk.book.orders.size]).toEqual(['accepted', [], 0])
  })

  it('publish a fill as execution and account before the response', async () => {
    const answer = send()
    fold(accepted(), report('NEW'), fill(), report('FILLED', { filled: lots(10) }))
    expect(published).toEqual(['NEW NEW', 'fill', 'moved', 'TRADE FILLED'])
    expect(await answer).toBe('accepted')
    expect(positionIn(desk.book, 'BTCUSDT')).toMatchObject({ quantity: 10, cost: 50_000_000_000n })
    expect(desk.book.wallet).toBe(100_000_000_000n - 10_000_000n)
    expect(openOrders(desk.book)).toEqual([])
  })

  it('of a truncated order contain the trades, and then its end', () => {
    void send()
    fold(
      accepted(),
      report('NEW'),
      fill({ quantity: lots(4) }),
      report('EXPIRED', { filled: lots(4), reason: 'REDUCE_ONLY' }),
    )
    expect(published).toEqual(['NEW NEW', 'fill', 'moved', 'TRADE PARTIALLY_FILLED', 'EXPIRED EXPIRED'])
  })

  it('of a conditional order are published at the Algo Service until it is triggered', () => {
    void send({ algoId: '1000000000000001', type: 'STOP_MARKET', side: 'SELL', closePosition: true, quantity: lots(0) })
    fold(accepted('UNTRIGGERED'), report('UNTRIGGERED'))
    fold(report('TRIGGERED'), fill({ side: 'SELL' }), report('EXPIRED', { filled: lots(10), reason: 'REDUCE_ONLY' }))
    expect(published).toEqual([
      'algo NEW',
      'algo TRIGGERING',
      'algo TRIGGERED',
      'NEW NEW',
      'fill',
      'moved',
      'TRADE FILLED',
      'algo FINISHED',
    ])
    const order = desk.book.orders.get('k')
    expect(order && toWireStatus(order)).toBe('FILLED')
  })

  it('of a conditional order that is rejected when triggered contain no order', () => {
    void send({ algoId: '1000000000000001', type: 'STOP_MARKET', side: 'SELL', reduceOnly: false })
    fold(accepted('UNTRIGGERED'), report('UNTRIGGERED'))
    fold(report('TRIGGERED'), report('EXPIRED', { reason: 'INSUFFICIENT_MARGIN' }))
    expect(published).toEqual(['algo NEW', 'algo TRIGGERING', 'algo REJECTED'])
  })

  it('of a conditional order whose position is closed report its expiry', () => {
    void send({ algoId: '1000000000000001', type: 'STOP_MARKET', side: 'SELL', reduceOnly: true })
    fold(accepted('UNTRIGGERED'), report('UNTRIGGERED'))
    fold(report('EXPIRED', { reason: 'REDUCE_ONLY' }))
    expect(published).toEqual(['algo NEW', 'algo EXPIRED'])
  })

  it('of a liquidation contain an order of its own', () => {
    fold(fill({ venueClientId: null, exchangeOrderId: '9', kind: 'LIQUIDATION' }))
    expect(published).toEqual(['moved', 'CALCULATED FILLED'])
    expect(desk.book.orders.get('9')?.record.clientId).toBe('autoclose-7')
  })

  it('after a loss report the loss', () => {
    fold({ kind: 'stream', state: 'lost' })
    expect(published).toEqual(['lost'])
  })
})
