import { type Decimal, toFloat } from '../../../server/core/decimal.ts'
import { DAY_MS, type Instant } from '../../../server/core/instant.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import type { Instrument, Ticks } from '../../../server/domain/market/instrument.ts'
import { type Interval, intervalLength, intervalStart } from '../../../server/domain/market/interval.ts'
import type { MarkPrice } from '../../../server/domain/market/market-event.ts'
import { printRate } from '../../exchange/market/figures.ts'
import { candlesIn, type Listing, type MarketBoard } from '../../exchange/market/market-board.ts'
import type { MarkPriceAt } from '../../exchange/ports.ts'
import { Refused, refusedWith } from './errors.ts'
import { getListing, neededText, type Params, readChoice, readLimit, readWhole } from './params.ts'
import type { Call, Route } from './route.ts'

/**
 * Binance routes for statistics of open interest, long/short ratios and taker volume; empty when the market has no
 * history.
 */
export const statisticsRoutes = (board: MarketBoard, markPriceAt: MarkPriceAt | undefined): readonly Route[] => {
  const route = (name: string, getPoints: (listing: Listing, span: Span) => readonly unknown[]): Route => ({
    method: 'GET',
    path: `/futures/data/${name}`,
    weight: 0,
    security: 'NONE',
    answer: (call) => getPoints(getListing(board, neededText(call.params, 'symbol')), readSpan(call)),
  })
  const byMark =
    (toPoint: (instrument: Instrument, markPrice: MarkPrice, atMs: Instant) => object | undefined) =>
    ({ entry: { instrument } }: Listing, span: Span): readonly unknown[] =>
      instantsIn(span).flatMap((atMs) => {
        const markPrice = markPriceAt?.(instrument.symbol, atMs)
        return (markPrice && toPoint(instrument, markPrice, atMs)) ?? []
      })
  return [
    route('openInterestHist', byMark(openInterestPoint)),
    ...RATIOS.map(({ name, reach }) =>
      route(
        name,
        byMark((instrument, markPrice, atMs) => ratioPoint(instrument, computePremium(markPrice) * reach, atMs)),
      ),
    ),
    route('takerlongshortRatio', takerPoints),
  ]
}

/** Weight of the premium in each synthetic long/short ratio, lower for large accounts. */
const RATIOS = [
  { name: 'globalLongShortAccountRatio', reach: 1 },
  { name: 'topLongShortAccountRatio', reach: 0.6 },
  { name: 'topLongShortPositionRatio', reach: 0.3 },
] as const

const PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const satisfies readonly Interval[]
const POINTS_USUAL = 30
const POINTS_MAX = 500
const REACH_MS = 30 * DAY_MS

/** Requested points, one at the start of each period. */
interface Span {
  readonly period: Interval
  readonly fromMs: Instant | undefined
  readonly toMs: Instant
  readonly limit: number
}

const readSpan = ({ params, atMs }: Call): Span => {
  neededText(params, 'period')
  const period = readChoice(params, 'period', PERIODS, () => new Refused('-1130', 'period')) ?? '5m'
  const fromMs = readStart(params, atMs)
  const toMs = Math.min(readWhole(params, 'endTime') ?? atMs, atMs)
  return { period, fromMs, toMs, limit: readLimit(params, POINTS_USUAL, POINTS_MAX) }
}

/** Start of the span; only the last thirty days are available. */
const readStart = (params: Params, atMs: Instant): Instant | undefined => {
  const fromMs = readWhole(params, 'startTime')
  if (fromMs !== undefined && fromMs < atMs - REACH_MS) throw refusedWith('-1130', "parameter 'startTime' is invalid.")
  return fromMs
}

const instantsIn = ({ period, fromMs, toMs, limit }: Span): Instant[] => {
  const length = intervalLength(period)
  const newest = intervalStart(period, toMs)
  const oldest = fromMs === undefined ? newest - (limit - 1) * length : intervalStart(period, fromMs + length - 1)
  const count = Math.max(0, Math.min(limit, Math.floor((newest - oldest) / length) + 1))
  return Array.from({ length: count }, (_, index) => oldest + index * length)
}

const openInterestPoint = (
  instrument: Instrument,
  { mark, openInterest }: MarkPrice,
  timestamp: Instant,
): object | undefined =>
  openInterest
    ? {
        symbol: instrument.symbol,
        sumOpenInterest: printRate(openInterest),
        sumOpenInterestValue: printRate(computeWorth(instrument, openInterest, mark)),
        timestamp,
      }
    : undefined

const computeWorth = ({ price: { step } }: Instrument, coins: Decimal, mark: Ticks): Decimal => ({
  units: coins.units * step.units * BigInt(mark),
  scale: coins.scale + step.scale,
})

const computePremium = ({ mark, index }: MarkPrice): number => (index ? mark / index - 1 : 0)

/** Maximum deviation of the long share from one half, and scale of the premium at which it saturates. */
const SHARE_MAX = 0.25
const PREMIUM_SCALE = 0.001

/** Returns one ratio point. As the exchange has a single account, the long share is derived from the premium. */
const ratioPoint = ({ symbol }: Instrument, premium: number, timestamp: Instant): object => {
  const long = (0.5 + SHARE_MAX * Math.tanh(premium / PREMIUM_SCALE)).toFixed(SHARE_DIGITS)
  const short = (1 - Number(long)).toFixed(SHARE_DIGITS)
  const longShortRatio = (Number(long) / Number(short)).toFixed(SHARE_DIGITS)
  return { symbol, longShortRatio, longAccount: long, shortAccount: short, timestamp }
}

const SHARE_DIGITS = 4

/** Returns taker buy and sell volumes from the candles of the period. */
const takerPoints = ({ shelf, entry: { instrument, candles } }: Listing, span: Span): readonly unknown[] => {
  const { period, fromMs, toMs, limit } = span
  const forming = formingCandle(candles, period)
  const closed = shelf.get(period) ?? []
  const known = forming && forming.openMs > (closed.at(-1)?.openMs ?? 0) ? [...closed, forming] : closed
  return candlesIn(known, { fromMs, toMs, limit }).map(({ openMs, volume, takerBuyVolume }) => {
    const bought = toCoins(instrument, takerBuyVolume ?? 0)
    const sold = toCoins(instrument, volume - (takerBuyVolume ?? 0))
    return {
      buySellRatio: (sold === 0 ? 0 : bought / sold).toFixed(SHARE_DIGITS),
      buyVol: bought.toFixed(SHARE_DIGITS),
      sellVol: sold.toFixed(SHARE_DIGITS),
      timestamp: openMs,
    }
  })
}

const toCoins = ({ quantity: { step } }: Instrument, amount: number): number => toFloat(step) * amount
