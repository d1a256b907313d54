/**
 * Data rows of the surface `exchange-market-intelligence-truth`: funding, depth, volatility and feed of each market.
 */

import type { Static } from 'typebox'
import type { exchangeMarketIntelligenceTruth } from '../../../../contract/monitor/exchange-market-intelligence-truth.ts'
import { decimal, toFloat } from '../../../core/decimal.ts'
import { DAY_MS, HOUR_MS, toRfc3339OrNull } from '../../../core/instant.ts'
import { classifyRegime } from '../../../domain/signal/regime.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { VenueHealthTruth } from '../../inputs/exchange.ts'
import type { FeedTruth, HistoryTruth, PictureTruth } from '../../inputs/market.ts'

/** Builds a row for every market from the available inputs. */
export const marketRows = (
  { feeds = [], marketPicture = [], marketHistory = [], venueHealth }: MarketInputs,
  { constitution }: Frame,
): MarketRow[] =>
  marketPicture.map((truth) => {
    const isOfIt = ({ symbol }: { readonly symbol: string }): boolean => symbol === truth.symbol
    return marketRow({
      truth,
      history: marketHistory.find(isOfIt),
      feed: feeds.find(isOfIt),
      resyncs: venueHealth?.resyncs.find(isOfIt),
      baselineDays: constitution.monitor.baselineDays,
    })
  })

/** A row of `data.symbols`. */
export type MarketRow = Static<typeof exchangeMarketIntelligenceTruth.data>['symbols'][number]

export type MarketInputs = Available<'feeds' | 'marketPicture' | 'marketHistory' | 'venueHealth'>

interface Parts {
  readonly truth: PictureTruth
  readonly history: HistoryTruth | undefined
  readonly feed: FeedTruth | undefined
  readonly resyncs: VenueHealthTruth['resyncs'][number] | undefined
  readonly baselineDays: number
}

const marketRow = (parts: Parts): MarketRow => ({
  symbol: parts.truth.symbol,
  ...fundingFields(parts),
  ...interestFields(parts),
  ...depthFields(parts),
  ...volatilityFields(parts),
  baseline: baselineFields(parts),
  feed: feedFields(parts),
})

const fundingFields = ({ truth, baselineDays }: Parts) => {
  const { markPrice, fundingRate, fundingIntervalMs, nextFundingAtMs, picture } = truth
  const yearly = fundingIntervalMs === null ? null : (365 * DAY_MS) / fundingIntervalMs
  const isKnown = picture.funding30d.baselineDays >= baselineDays
  return {
    markPrice,
    basisBps: picture.basisBps,
    fundingRate,
    fundingAnnualizedPct: fundingRate === null || yearly === null ? null : 100 * toFloat(decimal(fundingRate)) * yearly,
    fundingPercentile30d: isKnown ? picture.funding30d.percentile : null,
    nextFundingAt: toRfc3339OrNull(nextFundingAtMs),
    fundingToCapRatio: picture.fundingToCapRatio,
  }
}

const interestFields = ({ truth: { openInterest, picture } }: Parts) => ({
  openInterest,
  oiChange1hPct: picture.oiChange1hPct,
  oiChange24hPct: picture.oiChange24hPct,
  priceChange1hPct: picture.priceChange1hPct,
  oiPriceQuadrant: picture.oiPriceQuadrant,
  basis: 'HEURISTIC' as const,
})

const depthFields = ({ truth: { picture } }: Parts) => ({
  spreadBps: picture.depth?.spreadBps ?? null,
  depthUsd10bps: printSides(picture.depth?.depthUsd10bps),
  depthUsd50bps: printSides(picture.depth?.depthUsd50bps),
  imbalance10bps: picture.depth?.imbalance10bps ?? null,
})

const printSides = (sides: { readonly bid: number; readonly ask: number } | undefined) =>
  sides ? { bid: money(sides.bid), ask: money(sides.ask) } : null

const money = (value: number): string => value.toFixed(2)

const volatilityFields = ({ history, baselineDays }: Parts) => {
  const isKnown = history !== undefined && toDays(history.hours) >= baselineDays
  const rvPercentile30d = isKnown ? history.rvPercentile : null
  const adx = history?.adx14_1h ?? null
  return {
    rv1hPct: history?.rv1hPct ?? null,
    rv24hPct: history?.rv24hPct ?? null,
    rvPercentile30d,
    parkinson24hPct: history?.parkinson24hPct ?? null,
    adx14_1h: adx,
    regime: classifyRegime({ adx, rvPercentile: rvPercentile30d, slope: history?.slope ?? null }),
  }
}

const baselineFields = ({ truth: { picture }, history }: Parts): MarketRow['baseline'] => ({
  volatilityDays: twoDigits(toDays(history?.hours ?? 0)),
  spreadDays: twoDigits(picture.spreadMedian.baselineDays),
  spreadMedianBps: picture.spreadMedian.value,
  depthDays: twoDigits(picture.depthMedian.baselineDays),
  depthMedianUsd10bps: picture.depthMedian.value === null ? null : money(picture.depthMedian.value),
  fundingDays: twoDigits(picture.funding30d.baselineDays),
})

const feedFields = ({ truth, feed, resyncs }: Parts): MarketRow['feed'] => ({
  bookAgeMs: feed?.bookAgeMs ?? null,
  tradeAgeMs: truth.tradeAgeMs,
  klineLagMs: truth.klineLagMs,
  bookState: feed?.bookState ?? 'STALE',
  resyncs1h: resyncs?.lastHour ?? 0,
})

const toDays = (hours: number): number => (hours * HOUR_MS) / DAY_MS

/** Rounds down so that the value is never overstated. */
export const twoDigits = (value: number): number => Math.floor(value * 100) / 100
