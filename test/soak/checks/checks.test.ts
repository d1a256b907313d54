import { describe, expect, it } from 'vitest'
import type { Json, Sent } from '../../support/order-stream.ts'
import type { BookedFill, BookedOrder, VenueBooks } from '../stage/venue-books.ts'
import { acknowledged } from './acknowledged.ts'
import { atMostOnce } from './at-most-once.ts'
import { booksEqual } from './books-equal.ts'
import { quietAfterStop } from './quiet-after-stop.ts'
import { reconciledFirst } from './reconciled-first.ts'
import { reduceOnly } from './reduce-only.ts'
import type { EngineBooks, Finding, SettledBooks } from './settled-books.ts'

const UNIT = 100_000_000n

const order = (clientId: string, more: Partial<BookedOrder> = {}): BookedOrder => ({
  list: 'regular',
  clientId,
  id: `1${clientId}`,
  becameId: null,
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'MARKET',
  status: 'FILLED',
  isOpen: false,
  isFilled: true,
  reduceOnly: false,
  quantity: 2n * UNIT,
  filled: 2n * UNIT,
  atMs: 1_000,
  ...more,
})

const stop = (more: Partial<BookedOrder> = {}): BookedOrder =>
  order('s', {
    list: 'conditional',
    side: 'SELL',
    type: 'STOP_MARKET',
    status: 'NEW',
    isOpen: true,
    isFilled: false,
    reduceOnly: true,
    filled: 0n,
    ...more,
  })

const fill = (more: Partial<BookedFill> = {}): BookedFill => ({
  id: '7',
  orderId: '1a',
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: 100n * UNIT,
  quantity: 2n * UNIT,
  fee: UNIT / 10n,
  atMs: 1_001,
  ...more,
})

const ourOrder = (name: string, more: object = {}): Json => ({
  orderId: `ord_${name}`,
  venueClientId: name,
  clientOrderId: `key-${name}`,
  exchangeOrderId: `1${name}`,
  status: 'FILLED',
  filledQty: '2',
  purpose: 'ENTRY',
  origin: 'API',
  ...more,
})

const ourTrade = (more: object = {}): Json => ({
  exchangeExecId: 'BTCUSDT:7',
  symbol: 'BTCUSDT',
  side: 'BUY',
  price: '100',
  qty: '2',
  fee: '0.1',
  ...more,
})

const sent = (more: Partial<Sent> = {}): Sent => ({
  key: 'key-a',
  method: 'POST',
  path: '/trading/order',
  body: {},
  answer: { status: 201, text: JSON.stringify({ orderId: 'ord_a' }) },
  unheard: 0,
  contradictions: [],
  ...more,
})

interface Changes {
  readonly venue?: Partial<VenueBooks>
  readonly engine?: Partial<EngineBooks>
  readonly sent?: readonly Sent[]
}

/** Two orders, one executed and one that protects what came of it, as both sides have them. */
const settledBooks = ({ venue, engine, sent: given = [sent()] }: Changes = {}): SettledBooks => ({
  sent: given,
  venue: {
    wallet: 9_999n * UNIT,
    positions: new Map([['BTCUSDT', 2n * UNIT]]),
    orders: [order('a'), stop()],
    open: [stop()],
    fills: [fill()],
    ...venue,
  },
  engine: {
    walletBalance: '9999',
    orders: [ourOrder('a'), ourOrder('s', { status: 'UNTRIGGERED', filledQty: '0', purpose: 'STOP_LOSS' })],
    trades: [ourTrade()],
    positions: [{ symbol: 'BTCUSDT', direction: 'LONG', qty: '2', protection: { state: 'VERIFIED' } }],
    portfolio: { reconciliation: { status: 'OK', differences: 0 }, dayPnl: { adjustments: '0' } },
    ...engine,
  },
})

const STOPPED = { requestedAtMs: 400, acknowledgedAtMs: 500, stopId: 'stp_1', clearedAtMs: 2_000 }
const LIFE = { number: 0, spawnedAtMs: 900, upAtMs: 950, endedAtMs: null }

const listPromises = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ promise }) => promise))]

describe('the checks of a soak', () => {
  it('report nothing when both sides agree', () => {
    const whole = settledBooks()
    expect([...booksEqual(whole), ...reduceOnly(whole), ...atMostOnce(whole), ...acknowledged(whole)]).toEqual([])
  })

  it.each<[what: string, changes: Changes]>([
    ['a position of another size', { venue: { positions: new Map([['BTCUSDT', 3n * UNIT]]) } }],
    ['a position that only the exchange has', { engine: { positions: [] } }],
    ['an order that is executed further', { venue: { orders: [order('a', { filled: UNIT }), stop()] } }],
    ['an order that is over there', { venue: { orders: [order('a'), stop({ isOpen: false })] } }],
    ['an order under another id', { venue: { orders: [order('a', { id: '2' }), stop()] } }],
    ['an order the exchange does not have', { venue: { orders: [order('a')] } }],
    ['an execution that was not booked', { engine: { trades: [] } }],
    ['an execution that was booked twice', { engine: { trades: [ourTrade(), ourTrade()] } }],
    ['an execution at another price', { engine: { trades: [ourTrade({ price: '101' })] } }],
    ['an execution with another fee', { engine: { trades: [ourTrade({ fee: '0.2' })] } }],
    ['an unexpected execution', { engine: { trades: [ourTrade(), ourTrade({ exchangeExecId: 'BTCUSDT:8' })] } }],
  ])('reports %s', (_what, changes) => {
    expect(listPromises(booksEqual(settledBooks(changes)))).toContain('I6')
  })

  it.each<[what: string, promise: string, changes: Changes]>([
    ['a wallet that is off', 'I7', { venue: { wallet: 9_999n * UNIT + 101n } }],
    ['a stop that is too small', 'I5', { venue: { open: [stop({ quantity: UNIT })] } }],
    ['a stop on the wrong side', 'I5', { venue: { open: [stop({ side: 'BUY' })] } }],
    [
      'differences reported by the engine',
      'I7',
      {
        engine: {
          portfolio: { reconciliation: { status: 'DIFFERENCES', differences: 1 }, dayPnl: { adjustments: '0' } },
        },
      },
    ],
  ])('reports %s', (_what, promise, changes) => {
    expect(listPromises(booksEqual(settledBooks(changes)))).toContain(promise)
  })

  it.each<[what: string, changes: Changes]>([
    ['a name that was accepted twice', { venue: { orders: [order('a'), order('a', { id: '9' }), stop()] } }],
    ['an order that we do not know', { venue: { orders: [order('a'), order('b'), stop()] } }],
  ])('reports %s', (_what, changes) => {
    expect(listPromises(atMostOnce(settledBooks(changes)))).toEqual(['I1'])
  })

  it.each<[what: string, promise: string, changes: Changes]>([
    ['an acknowledged order that was forgotten', 'I1', { engine: { orders: [] } }],
    [
      'an acknowledged order whose fate is unknown',
      'I1',
      { engine: { orders: [ourOrder('a', { status: 'OUTCOME_UNKNOWN' })] } },
    ],
    ['an acknowledged order that is not at the exchange', 'I1', { venue: { orders: [] } }],
    ['a key with two answers', 'I11', { sent: [sent({ contradictions: [{ status: 201, text: '{}' }] })] }],
    [
      'a key with two orders',
      'I11',
      { engine: { orders: [ourOrder('a'), ourOrder('b', { clientOrderId: 'key-a' })] } },
    ],
  ])('reports %s', (_what, promise, changes) => {
    expect(listPromises(acknowledged(settledBooks(changes)))).toContain(promise)
  })

  it('report a reduce-only order that enlarges or reverses a position', () => {
    const larger = settledBooks({ venue: { orders: [order('a', { reduceOnly: true }), stop()] } })
    const turned = settledBooks({
      venue: {
        orders: [order('a'), stop({ id: '8', becameId: '1s' })],
        fills: [fill(), fill({ id: '8', orderId: '1s', side: 'SELL', quantity: 3n * UNIT })],
      },
    })
    expect([listPromises(reduceOnly(larger)), listPromises(reduceOnly(turned))]).toEqual([['I4'], ['I4', 'I6']])
    const exit = (isReduceOnly: boolean) =>
      reduceOnly(settledBooks({ engine: { orders: [ourOrder('a', { purpose: 'EXIT', reduceOnly: isReduceOnly })] } }))
    expect([listPromises(exit(true)), listPromises(exit(false))]).toEqual([['I4'], []])
  })

  it('report a risk-increasing order after a stop, and before the reconciliation', () => {
    const reconciledAtMs = new Map([[0, 1_500]])
    expect(listPromises(quietAfterStop(settledBooks(), [STOPPED]))).toEqual(['I3'])
    expect(quietAfterStop(settledBooks(), [{ ...STOPPED, acknowledgedAtMs: 1_000 }])).toEqual([])
    expect(quietAfterStop(settledBooks(), [{ ...STOPPED, clearedAtMs: 900 }])).toEqual([])
    expect(listPromises(reconciledFirst(settledBooks(), [LIFE], { reconciledAtMs }))).toEqual(['I2'])
    expect(reconciledFirst(settledBooks(), [LIFE], { reconciledAtMs: new Map([[0, 999]]) })).toEqual([])
  })
})
