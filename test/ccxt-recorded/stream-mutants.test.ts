import { describe, expect, it } from 'vitest'
import type { ExchangeId } from '../../server/domain/market/exchanges.ts'
import { type Body, HAS_BODIES, storedMessages } from './binance-bodies.ts'
import * as bitget from './bitget-bodies.ts'
import * as bybit from './bybit-bodies.ts'
import { type Claim, contradictions, isMoney, isPrice, isQuantity, isText, isTime, isWord } from './claims.ts'
import { createMutants, valueAt } from './mutants.ts'
import * as okx from './okx-bodies.ts'
import { beginReading, receiveMessage, type Steps } from './reading.ts'

type Claims = Readonly<Record<string, Claim>>

/** Message of an account stream, the place of the row in it, and the claims that the resulting events must meet. */
interface Kind {
  readonly name: string
  readonly id: ExchangeId
  readonly steps: Steps
  readonly message: unknown
  readonly row: readonly (string | number)[]
  readonly report: Claims
  readonly fill: Claims
}

const DOLLAR: Steps = { symbol: 'BTCUSDT', tick: '0.1', step: '0.001' }
const SWAP: Steps = { ...DOLLAR, native: 'BTC-USDT-SWAP', step: '0.1', lot: '0.001', contractSize: '0.01' }

const LOWER_SIDE = isWord('side', { BUY: ['buy'], SELL: ['sell'] })

const BINANCE_REPORT: Claims = {
  exchangeOrderId: isText('i'),
  filled: isQuantity('z'),
  status: isWord('X', {
    NEW: ['NEW'],
    PARTIALLY_FILLED: ['PARTIALLY_FILLED'],
    FILLED: ['FILLED'],
    CANCELED: ['CANCELED'],
    EXPIRED: ['EXPIRED', 'EXPIRED_IN_MATCH'],
    REJECTED: ['REJECTED'],
  }),
  atMs: isTime('T'),
}
const BINANCE_FILL: Claims = {
  execId: (value, row) => value === `${valueAt(row, 's')}:${valueAt(row, 't')}`,
  exchangeOrderId: isText('i'),
  side: isWord('S', { BUY: ['BUY'], SELL: ['SELL'] }),
  price: isPrice('L'),
  quantity: isQuantity('l'),
  fee: (value, row, listing) => (valueAt(row, 'N') === 'USDT' ? isMoney('n')(value, row, listing) : value === 0n),
  liquidity: isWord('m', { MAKER: [true], TAKER: [false] }),
  executedAtMs: isTime('T'),
}
const BINANCE_TRADE = {
  e: 'ORDER_TRADE_UPDATE',
  E: 1_789_999_990_401,
  T: 1_789_999_990_400,
  o: {
    ...{
      s: 'BTCUSDT',
      c: 'tE00010000000000000000000000000A',
      S: 'BUY',
      o: 'LIMIT',
      f: 'GTC',
      q: '0.200',
      p: '60000.10',
    },
    ...{ x: 'TRADE', X: 'PARTIALLY_FILLED', i: 8_389_765_739, l: '0.050', z: '0.100', L: '60000.1', N: 'USDT' },
    ...{ n: '1.20000200', T: 1_789_999_990_400, t: 82_357_626, m: true, R: false, wt: 'CONTRACT_PRICE', cp: false },
  },
}

const OKX_FILLED = {
  ...okx.AN_ORDER,
  ...{ state: 'partially_filled', accFillSz: '0.1', fillSz: '0.1', fillPx: '60000.1', tradeId: '9', execType: 'M' },
  ...{ fillFee: '-0.0003', fillFeeCcy: 'USDT', fillTime: '1789999990100' },
}

const { posMode: _posMode, ...BITGET_ORDER } = bitget.AN_ORDER
const BITGET_FILLED = {
  ...BITGET_ORDER,
  instId: 'BTCUSDT',
  ...{ status: 'partially_filled', accBaseVolume: '0.001', baseVolume: '0.001', fillPrice: '60000.5', tradeId: '77' },
  ...{ tradeScope: 'T', fillFee: '-0.036', fillFeeCoin: 'USDT', fillTime: '1789999990100' },
}

const KINDS: readonly Kind[] = [
  {
    name: 'an order update of Binance',
    ...{ id: 'binanceusdm', steps: DOLLAR, message: BINANCE_TRADE, row: ['o'] },
    ...{ report: BINANCE_REPORT, fill: BINANCE_FILL },
  },
  {
    name: 'an order of Bybit',
    ...{ id: 'bybit', steps: DOLLAR, message: { topic: 'order', data: [bybit.AN_ORDER] }, row: ['data', 0] },
    report: { exchangeOrderId: isText('orderId'), filled: isQuantity('cumExecQty'), atMs: isTime('updatedTime') },
    fill: {},
  },
  {
    name: 'an execution of Bybit',
    ...{ id: 'bybit', steps: DOLLAR, message: { topic: 'execution', data: [bybit.AN_EXECUTION] }, row: ['data', 0] },
    report: {},
    fill: {
      exchangeOrderId: isText('orderId'),
      side: isWord('side', { BUY: ['Buy'], SELL: ['Sell'] }),
      price: isPrice('execPrice'),
      quantity: isQuantity('execQty'),
      executedAtMs: isTime('execTime'),
    },
  },
  {
    name: 'an order of OKX',
    ...{ id: 'okx', steps: SWAP, row: ['data', 0] },
    message: { arg: { channel: 'orders', instType: 'SWAP' }, data: [OKX_FILLED] },
    report: { exchangeOrderId: isText('ordId'), filled: orNone('accFillSz'), atMs: isTime('uTime') },
    fill: {
      exchangeOrderId: isText('ordId'),
      side: LOWER_SIDE,
      price: isPrice('fillPx'),
      quantity: isQuantity('fillSz'),
      executedAtMs: isTime('fillTime'),
    },
  },
  {
    name: 'a conditional order of OKX',
    ...{ id: 'okx', steps: SWAP, row: ['data', 0] },
    message: { arg: { channel: 'orders-algo', instType: 'SWAP' }, data: [okx.AN_ALGO] },
    report: { exchangeOrderId: isText('algoId'), filled: (value) => value === 0, atMs: isTime('cTime', 'triggerTime') },
    fill: {},
  },
  {
    name: 'an order of Bitget',
    ...{ id: 'bitget', steps: { ...DOLLAR, tick: '0.5' }, row: ['data', 0] },
    message: { arg: { channel: 'orders', instType: 'USDT-FUTURES', instId: 'default' }, data: [BITGET_FILLED] },
    report: {
      exchangeOrderId: isText('orderId'),
      filled: (value, row, listing) => ['accBaseVolume', 'baseVolume'].some((f) => isQuantity(f)(value, row, listing)),
      atMs: isTime('uTime'),
    },
    fill: {
      exchangeOrderId: isText('orderId'),
      side: LOWER_SIDE,
      price: isPrice('fillPrice'),
      quantity: isQuantity('baseVolume'),
      executedAtMs: isTime('fillTime'),
    },
  },
]

function orNone(field: string): Claim {
  return (value, row, listing) => valueAt(row, field) === '' || isQuantity(field)(value, row, listing)
}

/**
 * Returns the names of the event values that contradict the message. A message that is not a list throws on its own.
 */
const wrongIn = ({ id, steps, row: place, report, fill }: Kind, message: unknown): string[] => {
  const reading = beginReading(steps)
  const [listing] = reading.listings
  if (!listing) throw new Error('nothing is listed')
  const { reports, fills } = receiveOrNothing(reading, id, message)
  const row = valueAt(message, ...place)
  return [
    ...reports.flatMap((actual) => contradictions({ ...actual }, report, { row, listing })),
    ...fills.flatMap((actual) => contradictions({ ...actual }, fill, { row, listing })),
  ]
}

const receiveOrNothing = (...[reading, id, message]: Parameters<typeof receiveMessage>) => {
  try {
    return receiveMessage(reading, id, message)
  } catch (error) {
    if (error instanceof TypeError && error.message.includes('the exchange did not return a list')) return NOTHING
    throw error
  }
}

const NOTHING = { reports: [], fills: [] }

describe.each(KINDS)('$name, from the stream', (kind) => {
  it('is emitted', () => {
    const received = receiveMessage(beginReading(kind.steps), kind.id, kind.message)
    const expected = [Object.keys(kind.report).length > 0, Object.keys(kind.fill).length > 0]
    expect([received.reports.length > 0, received.fills.length + received.ownerless.length > 0]).toEqual(expected)
    expect(wrongIn(kind, kind.message)).toEqual([])
  })

  it('agrees with the message, or is not emitted, whichever part of it is altered', () => {
    const mutants = createMutants(kind.message)
    expect(mutants.flatMap(({ what, body }) => wrongIn(kind, body).map((name) => `${what}: ${name}`))).toEqual([])
  })
})

describe.skipIf(!HAS_BODIES)('recorded order updates of Binance', () => {
  const updates = Object.entries(HAS_BODIES ? storedMessages() : {})
    .map(([name, message]) => [name, (message.data ?? message) as Body] as const)
    .filter(([, { e }]) => e === 'ORDER_TRADE_UPDATE')

  it.each(updates)('%s', (_name, message) => {
    const kind: Kind = {
      name: 'kept',
      id: 'binanceusdm',
      steps: { symbol: String(valueAt(message, 'o', 's')), tick: '0.01', step: '0.001' },
      ...{ message, row: ['o'], report: BINANCE_REPORT, fill: BINANCE_FILL },
    }
    const mutants = createMutants(message)
    expect(mutants.flatMap(({ what, body }) => wrongIn(kind, body).map((name) => `${what}: ${name}`))).toEqual([])
  })
})
