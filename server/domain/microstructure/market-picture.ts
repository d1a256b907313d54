import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Instrument } from '../market/instrument.ts'
import type { OrderBook } from '../market/order-book.ts'
import { type Depth, type Median, measureDepth, readMedian } from './book-depth.ts'
import { computeBasisBps, computeCapRatio, interestChange, settledZ } from './funding.ts'
import { rankInSeries } from './hourly-series.ts'
import { MICRO_RULES } from './micro-rules.ts'
import type { Micro } from './micro-state.ts'
import { hourChangePct, parkinsonPct, realisedPct } from './minutes.ts'

/**
 * Market conditions of one instrument at an instant: depth, volatility, funding, basis and open interest, with their
 * ranks. Values that are not known are null; names in `Pct` are percentages, ratios are fractions.
 */
export interface MarketPicture {
  readonly depth: Depth | null
  readonly spreadMedian: Median
  /** Depth of both sides within 10 bps, in quote currency. */
  readonly depthMedian: Median
  readonly rv1hPct: number | null
  readonly rv24hPct: number | null
  readonly rv30d: Ranked
  readonly parkinson24hPct: number | null
  /** Number of known closed minutes of the last day. */
  readonly minutes: number
  readonly fundingRate: number | null
  readonly fundingToCapRatio: number | null
  readonly funding30d: Ranked
  readonly fundingZ: { readonly z: number | null; readonly n: number }
  readonly basisBps: number | null
  readonly oiChange1hPct: number | null
  readonly oiChange24hPct: number | null
  readonly priceChange1hPct: number | null
  /** An interpretation, not a measurement. */
  readonly oiPriceQuadrant: Quadrant | null
}

type Quadrant = 'LONGS_OPENING' | 'SHORTS_OPENING' | 'SHORTS_CLOSING' | 'LONGS_CLOSING' | 'FLAT'

/** A percentile and the number of days it is based on; null before a full week. */
interface Ranked {
  readonly percentile: number | null
  readonly n: number
  readonly baselineDays: number
}

export interface Pictured {
  readonly micro: Micro
  readonly book: OrderBook
  readonly instrument: Instrument
}

export const buildMarketPicture = ({ micro, book, instrument }: Pictured, atMs: Instant): MarketPicture => {
  const { minutes, funding, depth } = micro
  const hour = realisedPct(minutes, atMs, HOUR_MS / MINUTE_MS)
  const day = realisedPct(minutes, atMs, DAY_MS / MINUTE_MS)
  const price = hourChangePct(minutes, atMs)
  const interest = toPercent(interestChange(funding, atMs, HOUR_MS))
  return {
    depth: (book.state === 'SYNCED' ? measureDepth(book, instrument) : undefined) ?? null,
    spreadMedian: readMedian(depth.spreads),
    depthMedian: readMedian(depth.depths),
    rv1hPct: hour.value,
    rv24hPct: day.value,
    rv30d: ranked(rankInSeries(minutes.history, atMs, hour.value)),
    parkinson24hPct: parkinsonPct(minutes, atMs).value,
    minutes: day.n,
    fundingRate: funding.rate,
    fundingToCapRatio: computeCapRatio(funding),
    funding30d: ranked(rankInSeries(funding.hours, atMs, funding.rate)),
    fundingZ: settledZ(funding),
    basisBps: computeBasisBps(funding),
    oiChange1hPct: interest,
    oiChange24hPct: toPercent(interestChange(funding, atMs, DAY_MS)),
    priceChange1hPct: price,
    oiPriceQuadrant: classifyQuadrant(price, interest),
  }
}

const classifyQuadrant = (price: number | null, interest: number | null): Quadrant | null => {
  if (price === null || interest === null) return null
  const { flatPricePct, flatOpenInterestPct } = MICRO_RULES
  if (Math.abs(price) < flatPricePct || Math.abs(interest) < flatOpenInterestPct) return 'FLAT'
  if (interest > 0) return price > 0 ? 'LONGS_OPENING' : 'SHORTS_OPENING'
  return price > 0 ? 'SHORTS_CLOSING' : 'LONGS_CLOSING'
}

const ranked = ({ percentile, n, baselineDays }: Ranked): Ranked => ({
  percentile: baselineDays >= MICRO_RULES.baselineDays ? percentile : null,
  n,
  baselineDays,
})

const toPercent = (share: number | null): number | null => (share === null ? null : share * 100)
