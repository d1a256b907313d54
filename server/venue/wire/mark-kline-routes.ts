import type { Instant } from '../../core/instant.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import { ticks } from '../../domain/market/instrument.ts'
import { INTERVALS, type Interval, lengthOf, openOf } from '../../domain/market/interval.ts'
import { printLongPrice } from '../market/figures.ts'
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

/** How often the mark is looked at for a candle; its highest and lowest are of these. */
const SAMPLES = 4

type MarkAt = (at: Instant) => number | undefined

const markKlines = (instrument: Instrument, markAt: MarkAt, { params, atMs }: Call) => {
  neededText(params, 'interval')
  const interval: Interval = choiceOf(params, 'interval', INTERVALS, () => new Refused('-1120')) ?? '1m'
  const limit = limitOf(params, KLINES_USUAL, KLINES_MAX)
  const length = lengthOf(interval)
  const newest = openOf(interval, Math.min(wholeOf(params, 'endTime') ?? atMs, atMs))
  const given = wholeOf(params, 'startTime')
  const oldest = given === undefined ? newest - (limit - 1) * length : openOf(interval, given + length - 1)
  const rows: unknown[] = []
  for (let openMs = oldest; openMs <= newest && rows.length < limit; openMs += length) {
    rows.push(
      rowOf(instrument, markAt, { openMs, toMs: Math.min(openMs + length, atMs), closeMs: openMs + length - 1 }),
    )
  }
  return rows
}

interface Span {
  readonly openMs: Instant
  readonly toMs: Instant
  readonly closeMs: Instant
}

const rowOf = (instrument: Instrument, markAt: MarkAt, { openMs, toMs, closeMs }: Span) => {
  const step = (toMs - openMs) / SAMPLES
  const marks = Array.from({ length: SAMPLES + 1 }, (_, index) => markAt(Math.floor(openMs + index * step)) ?? 0)
  const [open = 0, close = open] = [marks[0], marks.at(-1)]
  const print = (mark: number): string => printLongPrice(instrument, ticks(mark))
  const [high, low] = [Math.max(...marks), Math.min(...marks)]
  return [openMs, print(open), print(high), print(low), print(close), '0', closeMs, '0', SAMPLES, '0', '0', '0']
}
