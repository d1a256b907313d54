import { type Instant, MINUTE_MS, SECOND_MS } from '../../server/core/instant.ts'
import type { Candle } from '../../server/domain/market/candle.ts'
import {
  createInstrument,
  type Instrument,
  type InstrumentFilters,
  lots,
  ticks,
} from '../../server/domain/market/instrument.ts'
import type { Quote } from '../../server/domain/market/market-event.ts'
import type { BookDelta, BookSnapshot, Level } from '../../server/domain/market/order-book.ts'
import type { Trade } from '../../server/domain/market/trade-tape.ts'

/** A Saturday morning; its week began on Monday, 16 November. */
export const NOON_MS = Date.UTC(2026, 10, 21, 12)
export const WEEK_START_MS = Date.UTC(2026, 10, 16)

/** Returns the instant so long after noon. */
export const at = (minutes: number, seconds = 0): Instant => NOON_MS + minutes * MINUTE_MS + seconds * SECOND_MS

export const anInstrument = (filters: Partial<InstrumentFilters> = {}): Instrument =>
  createInstrument({
    symbol: 'BTCUSDT',
    tickSize: '0.1',
    lotSize: '0.001',
    minNotional: null,
    maxLeverage: null,
    ...filters,
  })

interface TradeSample {
  readonly symbol?: string
  readonly at?: Instant
  readonly price?: number
  readonly quantity?: number
  readonly sequence?: number | null
  readonly takerSide?: 'BUY' | 'SELL'
}

export const aTrade = (sample: TradeSample = {}): Trade => {
  const { symbol = 'BTCUSDT', at = NOON_MS, price = 1_000, quantity = 1, sequence = null, takerSide = 'BUY' } = sample
  return {
    symbol,
    tradeId: String(sequence ?? at),
    sequence,
    price: ticks(price),
    quantity: lots(quantity),
    takerSide,
    tradedAtMs: at,
  }
}

type CandleSample = Partial<Omit<Candle, 'open' | 'high' | 'low' | 'close' | 'volume' | 'takerBuyVolume'>> & {
  /** Open, high, low, close in ticks. */
  readonly prices?: readonly [number, number, number, number]
  readonly volume?: number
  readonly takerBuyVolume?: number | null
}

export const aCandle = ({
  prices = [10, 12, 9, 11],
  volume = 5,
  takerBuyVolume = 2,
  ...rest
}: CandleSample = {}): Candle => ({
  symbol: 'BTCUSDT',
  interval: '1m',
  openMs: NOON_MS,
  open: ticks(prices[0]),
  high: ticks(prices[1]),
  low: ticks(prices[2]),
  close: ticks(prices[3]),
  volume: lots(volume),
  turnover: 53n,
  tradeCount: 4,
  takerBuyVolume: takerBuyVolume === null ? null : lots(takerBuyVolume),
  missing: [],
  ...rest,
})

/** One-minute candles one after the other. */
export const someMinutes = (count: number, fromMs: Instant = NOON_MS): Candle[] =>
  Array.from({ length: count }, (_, index) => aCandle({ openMs: fromMs + index * MINUTE_MS }))

const aLevel = (price: number, quantity: number): Level => ({ price: ticks(price), quantity: lots(quantity) })

export const levels = (...pairs: readonly (readonly [price: number, quantity: number])[]): Level[] =>
  pairs.map(([price, quantity]) => aLevel(price, quantity))

export const aQuote = (quote: Partial<Quote> = {}): Quote => ({
  symbol: 'BTCUSDT',
  sequence: 1,
  bid: aLevel(999, 5),
  ask: aLevel(1_001, 4),
  exchangeTimeMs: NOON_MS,
  ...quote,
})

export const aSnapshot = (snapshot: Partial<BookSnapshot> = {}): BookSnapshot => ({
  symbol: 'BTCUSDT',
  sequence: 100,
  bids: levels([999, 5], [998, 7]),
  asks: levels([1_001, 4], [1_002, 6]),
  exchangeTimeMs: NOON_MS,
  ...snapshot,
})

/** `U`, `u` and `pu` as Binance calls them. */
export const aDelta = (U: number, u: number, pu: number, change: Partial<BookDelta> = {}): BookDelta => ({
  symbol: 'BTCUSDT',
  firstSequence: U,
  lastSequence: u,
  previousSequence: pu,
  bids: [],
  asks: [],
  exchangeTimeMs: NOON_MS,
  ...change,
})
