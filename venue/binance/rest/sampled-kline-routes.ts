import type { Instant } from '../../../server/core/instant.ts'
import { type Instrument, ticks } from '../../../server/domain/market/instrument.ts'
import { INTERVALS, type Interval, intervalLength } from '../../../server/domain/market/interval.ts'
import type { MarkPrice } from '../../../server/domain/market/market-event.ts'
import { printLongPrice } from '../../exchange/market/figures.ts'
import type { MarketBoard } from '../../exchange/market/market-board.ts'
import { CANDLE_SAMPLES, type SampledCandle, sampledCandles } from '../../exchange/market/sampled-history.ts'
import type { MarkPriceAt } from '../../exchange/ports.ts'
import { Refused } from './errors.ts'
import { getListing, neededText, readChoice, readWhole } from './params.ts'
import { klinesLimit, klinesWeight } from './rate-limits.ts'
import type { Call, Route } from './route.ts'

/**
 * Binance routes for candles of mark price, index price and premium, sampled from the market; empty lists when it has
 * no history of them.
 */
export const sampledKlineRoutes = (board: MarketBoard, markPriceAt: MarkPriceAt | undefined): readonly Route[] =>
  SERIES.map((series) => ({
    method: 'GET',
    path: `/fapi/v1/${series.path}`,
    weight: klinesWeight,
    security: 'NONE',
    answer: (call) => {
      const { instrument } = getListing(board, neededText(call.params, series.parameter)).entry
      return klines(series, instrument, markPriceAt, call)
    },
  }))

/** A series of candles without volume, sampled from the mark price feed. */
interface SampledSeries {
  readonly path: string
  /** Request parameter that names the market: the index belongs to the pair, mark and premium to the contract. */
  readonly parameter: 'symbol' | 'pair'
  sample(markPrice: MarkPrice): number | undefined
  print(instrument: Instrument, value: number): string
}

const printTicks = (instrument: Instrument, value: number): string => printLongPrice(instrument, ticks(value))

const PREMIUM_DIGITS = 8

const SERIES: readonly SampledSeries[] = [
  { path: 'markPriceKlines', parameter: 'symbol', sample: ({ mark }) => mark, print: printTicks },
  { path: 'indexPriceKlines', parameter: 'pair', sample: ({ index }) => index ?? undefined, print: printTicks },
  {
    path: 'premiumIndexKlines',
    parameter: 'symbol',
    sample: ({ mark, index }) => (index ? mark / index - 1 : undefined),
    print: (_, value) => value.toFixed(PREMIUM_DIGITS),
  },
]

const klines = (
  { sample, print }: SampledSeries,
  instrument: Instrument,
  markPriceAt: MarkPriceAt | undefined,
  { params, atMs }: Call,
) => {
  neededText(params, 'interval')
  const interval: Interval = readChoice(params, 'interval', INTERVALS, () => new Refused('-1120')) ?? '1m'
  const span = {
    interval,
    fromMs: readWhole(params, 'startTime'),
    toMs: readWhole(params, 'endTime'),
    limit: klinesLimit(params),
    nowMs: atMs,
  }
  if (!markPriceAt) return []
  const sampleAt = (at: Instant): number | undefined => {
    const markPrice = markPriceAt(instrument.symbol, at)
    return markPrice && sample(markPrice)
  }
  const row = (candle: SampledCandle) => toRow(candle, intervalLength(interval), (value) => print(instrument, value))
  return sampledCandles(sampleAt, span).map(row)
}

const toRow = (
  { openMs, open, high, low, close }: SampledCandle,
  lengthMs: number,
  print: (value: number) => string,
) => {
  const closeMs = openMs + lengthMs - 1
  return [openMs, print(open), print(high), print(low), print(close), '0', closeMs, '0', CANDLE_SAMPLES, '0', '0', '0']
}
