import { decimal } from '../../server/core/decimal.ts'
import { computeDigest } from '../../server/core/digest.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import { createRandom } from '../../server/core/random.ts'
import { createInstrument, type Instrument } from '../../server/domain/market/instrument.ts'
import type { PastFunding } from '../../server/domain/market/market-event.ts'
import type {
  CandleColumns,
  InstrumentHistory,
  OpenInterestReading,
  ReadHistory,
} from '../../server/research/history.ts'

/** Prices of one minute in ticks; the mark has the same prices unless they are given. */
export interface Minute {
  readonly prices: readonly [open: number, high: number, low: number, close: number]
  readonly mark?: readonly [open: number, high: number, low: number, close: number]
  /** In lots; a million when omitted. */
  readonly volume?: number
}

export const BTC: Instrument = createInstrument({
  symbol: 'BTCUSDT',
  tickSize: '0.1',
  lotSize: '0.001',
  minNotional: decimal('5'),
  maxLeverage: 125,
})

/** Returns columns with these minutes; null is a minute without data. */
export const createColumns = (fromMs: Instant, minutes: readonly (Minute | null)[]): CandleColumns => {
  const at = (pick: (minute: Minute) => number): number[] => minutes.map((minute) => (minute ? pick(minute) : 0))
  return {
    fromMs,
    length: minutes.length,
    open: Int32Array.from(at(({ prices }) => prices[0])),
    high: Int32Array.from(at(({ prices }) => prices[1])),
    low: Int32Array.from(at(({ prices }) => prices[2])),
    close: Int32Array.from(at(({ prices }) => prices[3])),
    volume: Float64Array.from(at(({ volume = 1_000_000 }) => volume)),
    takerBuyVolume: null,
    turnover: null,
    tradeCount: null,
    gaps: minutes.flatMap((minute, row) =>
      minute ? [] : [{ fromMs: fromMs + row * MINUTE_MS, toMs: fromMs + (row + 1) * MINUTE_MS }],
    ),
  }
}

const NO_READINGS: readonly OpenInterestReading[] = []

/** Returns the history of an instrument with these minutes. */
export const createHistory = (
  fromMs: Instant,
  minutes: readonly (Minute | null)[],
  { instrument = BTC, funding = null }: { instrument?: Instrument; funding?: readonly PastFunding[] | null } = {},
): InstrumentHistory => {
  const last = createColumns(fromMs, minutes)
  const mark = createColumns(
    fromMs,
    minutes.map((minute) => minute && { prices: minute.mark ?? minute.prices }),
  )
  const digest = computeDigest({ fromMs, minutes, funding: funding?.map(({ settledAtMs }) => settledAtMs) ?? null })
  return { instrument, last, mark, index: null, funding, openInterest: NO_READINGS, digest }
}

/** Returns a walk of this many minutes with alternating volatility, so that strategies of every family have ideas. */
export const walkMinutes = (seed: number, count: number, start = 300_000): Minute[] => {
  const random = createRandom(seed)
  const normal = (): number => random() + random() + random() + random() - 2
  const minutes: Minute[] = []
  let [price, volatility] = [start, 0.0006]
  for (let row = 0; row < count; row++) {
    if (random() < 0.004) volatility = 0.0003 + random() * 0.0012
    const open = Math.round(price)
    const path = Array.from({ length: 4 }, () => {
      price = Math.max(1_000, price * (1 + volatility * normal()))
      return Math.round(price)
    })
    const close = path.at(-1) ?? open
    const volume = Math.round(20_000 + random() * 200_000)
    minutes.push({ prices: [open, Math.max(open, ...path), Math.min(open, ...path), close], volume })
  }
  return minutes
}

/** Returns settlements every eight hours, with positive and negative rates. */
export const walkFunding = (seed: number, fromMs: Instant, toMs: Instant, symbol = BTC.symbol): PastFunding[] => {
  const random = createRandom(seed)
  const first = Math.ceil(fromMs / (8 * HOUR_MS)) * 8 * HOUR_MS
  return Array.from({ length: Math.max(0, Math.ceil((toMs - first) / (8 * HOUR_MS))) }, (_, index) => ({
    symbol,
    rate: decimal((random() * 0.0006 - 0.0002).toFixed(8).replace(/^-(0\.0+)$/, '$1')),
    settledAtMs: first + index * 8 * HOUR_MS,
    intervalMs: 8 * HOUR_MS,
  }))
}

/** Returns a reader of these histories for any range. */
export const createReader =
  (...histories: readonly InstrumentHistory[]): ReadHistory =>
  ({ symbol }) => {
    const match = histories.find(({ instrument }) => instrument.symbol === symbol)
    return match ? Promise.resolve(match) : Promise.reject(new Error(`no history of ${symbol}`))
  }
