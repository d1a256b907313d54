import type { RecordedAccount, RecordedEntry } from '../../server/adapters/exchanges/recording/entries.ts'
import { decimal } from '../../server/core/decimal.ts'
import type { Instant } from '../../server/core/instant.ts'
import { toMoney } from '../../server/domain/account/money.ts'
import { bracketsFrom } from '../../server/domain/margin/brackets.ts'
import { lots, ticks, toFilters } from '../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Level } from '../../server/domain/market/order-book.ts'
import type { OrderTerms } from '../../server/domain/order/order.ts'
import { STAGE_INSTRUMENTS } from './venue-stage.ts'

/** Market time at which the recorded market opens. */
export const OPENED_MS = Date.UTC(2026, 10, 21, 12)

/** Delay of the recorded feed, with the difference of both clocks. */
export const LAG_MS = 130

const BALANCE = toMoney(decimal('10000'))

/** Account without orders and positions at an exchange that is watched. */
export const aRecordedAccount = (parts: Partial<RecordedAccount> = {}): RecordedAccount => ({
  market: 'binanceusdm',
  origin: 'EXCHANGE_WS',
  instruments: STAGE_INSTRUMENTS.map(toFilters),
  brackets: STAGE_INSTRUMENTS.map(({ symbol }) => [symbol, bracketsFrom([{ floor: '0', rate: '0.004' }])]),
  leverage: 5,
  latencyMs: 50,
  account: {
    openingBalance: BALANCE,
    walletBalance: BALANCE,
    insurance: 0n,
    nextOrder: 1n,
    nextExecution: 1n,
    positions: [],
  },
  orders: [],
  dropped: 0,
  ...parts,
})

type Pair = readonly [price: number, quantity: number]

const toLevels = (pairs: readonly Pair[]): readonly Level[] =>
  pairs.map(([price, quantity]) => ({ price: ticks(price), quantity: lots(quantity) }))

const SYMBOL = 'BTCUSDT'

/** Events of the market; times are milliseconds after the opening. */
export const market = {
  live: (): MarketEvent => ({ kind: 'stream', change: { symbol: SYMBOL, state: 'live', sinceMs: OPENED_MS } }),
  mark: (at: number, mark: number): MarketEvent => ({
    kind: 'markPrice',
    markPrice: {
      symbol: SYMBOL,
      mark: ticks(mark),
      index: null,
      fundingRate: decimal('0.0001'),
      fundingIntervalMs: null,
      nextFundingAtMs: null,
      fundingRateCap: null,
      fundingRateFloor: null,
      openInterest: null,
      exchangeTimeMs: OPENED_MS + at,
    },
  }),
  book: (at: number, bids: readonly Pair[], asks: readonly Pair[]): MarketEvent => ({
    kind: 'bookSnapshot',
    snapshot: {
      symbol: SYMBOL,
      sequence: 100 + at,
      bids: toLevels(bids),
      asks: toLevels(asks),
      exchangeTimeMs: OPENED_MS + at,
    },
  }),
  change: (at: number, bids: readonly Pair[], asks: readonly Pair[], previous = 100): MarketEvent => ({
    kind: 'bookDelta',
    delta: {
      symbol: SYMBOL,
      firstSequence: previous + 1,
      lastSequence: 100 + at,
      previousSequence: previous,
      bids: toLevels(bids),
      asks: toLevels(asks),
      exchangeTimeMs: OPENED_MS + at,
    },
  }),
  trade: (at: number, takerSide: 'BUY' | 'SELL', [price, quantity]: Pair): MarketEvent => ({
    kind: 'trade',
    trade: {
      symbol: SYMBOL,
      tradeId: '',
      sequence: null,
      price: ticks(price),
      quantity: lots(quantity),
      takerSide,
      tradedAtMs: OPENED_MS + at,
    },
  }),
}

/** A request to buy 7 lots at the market. */
export const aSubmission = (orderId: string, atMs: Instant, terms: Partial<OrderTerms> = {}) =>
  ({
    kind: 'submit',
    submission: {
      venueClientId: orderId,
      terms: {
        symbol: SYMBOL,
        side: 'BUY',
        type: 'MARKET',
        quantity: lots(7),
        price: ticks(10_500),
        trigger: null,
        timeInForce: 'IOC',
        reduceOnly: false,
        ...terms,
      },
      signedAtMs: atMs,
      recvWindowMs: 5_000,
    },
  }) as const

/** Entry received `at` milliseconds after the opening, on the clock of this machine. */
export const received = (at: number, event: MarketEvent): RecordedEntry => ({
  kind: 'event',
  event,
  atMs: OPENED_MS + LAG_MS + at,
})

/** Order sent `at` milliseconds after the opening, on the clock of this machine. */
export const sent = (at: number, orderId: string, terms: Partial<OrderTerms> = {}): RecordedEntry => {
  const atMs = OPENED_MS + LAG_MS + at
  return { kind: 'request', request: aSubmission(orderId, atMs, terms), atMs }
}
