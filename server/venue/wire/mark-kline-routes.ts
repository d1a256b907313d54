import type { Instrument, Ticks } from '../../domain/market/instrument.ts'
import { INTERVALS, type Interval, lengthOf } from '../../domain/market/interval.ts'
import { printLongPrice } from '../market/figures.ts'
import { MARK_SAMPLES, type MarkAt, type MarkCandle, markCandles } from '../market/mark-candles.ts'
import { listingOf, type MarketBoard } from '../market/market-board.ts'
import type { FundingTermsAt } from '../ports.ts'
import { Refused } from './errors.ts'
import { choiceOf, limitOf, neededText, wholeOf } from './params.ts'
import type { Call, Route } from './route.ts'

/** Candles of the mark price, where the market can tell what it was; they have no volume. */
export const markKlineRoutes = (board: MarketBoard, fundingAt: FundingTermsAt | undefined): readonly Route[] => [
  {
    method: 'GET',
    path: '/fapi/v1/markPriceKlines',
    weight: 5,
    security: 'NONE',
    answer: (call) => {
      const { instrument } = listingOf(board, neededText(call.params, 'symbol')).entry
      return fundingAt ? markKlines(instrument, (at) => fundingAt(instrument.symbol, at)?.mark, call) : []
    },
  },
]

const KLINES_MAX = 1_500
const KLINES_USUAL = 500

const markKlines = (instrument: Instrument, markAt: MarkAt, { params, atMs }: Call) => {
  neededText(params, 'interval')
  const interval: Interval = choiceOf(params, 'interval', INTERVALS, () => new Refused('-1120')) ?? '1m'
  const candles = markCandles(markAt, {
    interval,
    fromMs: wholeOf(params, 'startTime'),
    toMs: wholeOf(params, 'endTime'),
    limit: limitOf(params, KLINES_USUAL, KLINES_MAX),
    nowMs: atMs,
  })
  return candles.map((candle) => rowOf(instrument, candle, lengthOf(interval)))
}

const rowOf = (instrument: Instrument, { openMs, open, high, low, close }: MarkCandle, lengthMs: number) => {
  const print = (mark: Ticks): string => printLongPrice(instrument, mark)
  const closeMs = openMs + lengthMs - 1
  return [openMs, print(open), print(high), print(low), print(close), '0', closeMs, '0', MARK_SAMPLES, '0', '0', '0']
}
