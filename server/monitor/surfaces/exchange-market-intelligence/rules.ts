/** Rules of the surface `exchange-market-intelligence-truth`: market feeds, exchange connection and market stress. */

import type { Static } from 'typebox'
import { exchangeMarketIntelligenceTruth as contract } from '../../../../contract/monitor/exchange-market-intelligence-truth.ts'
import { HOUR_MS, toRfc3339 } from '../../../core/instant.ts'
import type { RecordedLag } from '../../../domain/market/market-event.ts'
import { LOST_CODES } from '../../frame/exchange-lost.ts'
import { counted } from '../../frame/missing-evidence.ts'
import {
  type Available,
  type Cause,
  type Complete,
  defineSurface,
  type Frame,
  type MissingItem,
} from '../../frame/surface.ts'
import { budgetUsedPct, degradedFeeds, exchangeTroubles, isEveryFeedCurrent, staleFeeds } from './feed-health.ts'
import { type MarketRow, marketRows } from './market-rows.ts'
import { findStress } from './stress.ts'

/** Current state of the exchange and its markets, and the quality of its feeds. */
export const exchangeMarketIntelligenceTruth = defineSurface({
  contract,
  needs: ['feeds', 'clock', 'exchange', 'marketPicture', 'marketHistory', 'venueHealth', 'venueBudget'],
  optional: ['evidenceRecord'],
  lookbackMs: () => HOUR_MS,
  fault: (inputs, frame) => {
    const stale = staleFeeds(inputs, frame)
    if (stale.length === 0) return null
    const troubles = exchangeTroubles(inputs)
    const lost = LOST_CODES.map((code) => troubles.find((trouble) => trouble.code === code)).find((one) => one)
    const others = [...stale, ...troubles.filter((trouble) => trouble !== lost)]
    const summary = `${lost ? `${lost.message} ` : ''}${summarise(others)}`
    const reasons = lost ? [lost, ...others] : others
    return { verdict: 'FEED_STALE', summary, reasons, missing: missingFields(inputs, frame) }
  },
  disproves: ({ feeds = [] }, frame) => isEveryFeedCurrent(feeds, frame),
  judge: (whole, frame) => {
    const degraded = degradedFeeds(whole, frame)
    const missing = missingFields(whole, frame)
    if (degraded.length > 0) {
      return { verdict: 'FEED_DEGRADED', summary: summarise(degraded), reasons: degraded, missing }
    }
    const { causes, missingItems } = findStress(whole, frame)
    if (causes.length > 0) {
      return {
        verdict: 'MARKET_STRESSED',
        summary: summarise(causes),
        reasons: causes,
        missing: [...missingItems, ...missing],
      }
    }
    const [first, ...rest] = [...missingInMarkets(whole), ...missingItems]
    if (first) return { missing: [first, ...rest], beside: missing }
    return { verdict: 'MARKET_NORMAL', summary: normal(whole), reasons: [], missing }
  },
  remarks: ({ venueHealth }) => (venueHealth?.recordedLag ? [recordedCause(venueHealth.recordedLag)] : []),
  data: (inputs, frame) => ({ venue: venueBody(inputs), symbols: marketRows(inputs, frame) }),
})

type Needed = 'feeds' | 'clock' | 'exchange' | 'marketPicture' | 'marketHistory' | 'venueHealth' | 'venueBudget'

const missingFields = (inputs: Available<Needed>, frame: Frame): MissingItem[] =>
  notMeasured(marketRows(inputs, frame), inputs)

const summarise = (causes: readonly [Cause, ...Cause[]] | readonly Cause[]): string => {
  const others = causes.length - 1
  const rest = others === 0 ? '' : ` There ${others === 1 ? 'is one more sign' : `are ${others} more signs`}.`
  return `${causes[0]?.message ?? ''}${rest}`
}

/** Lists markets with a feed but no measurements: these are not known to be normal. */
const missingInMarkets = ({ feeds, marketPicture }: Complete<Needed>): MissingItem[] => {
  const have = feeds.filter(({ symbol }) => marketPicture.some((truth) => truth.symbol === symbol)).length
  if (have === feeds.length && have > 0) return []
  return [
    {
      code: 'MARKETS',
      description: 'Measured markets',
      have,
      need: Math.max(1, feeds.length),
      unit: 'symbols',
      producedBy: 'market source',
      earliestAtMs: null,
    },
  ]
}

const normal = ({ marketPicture, feeds }: Complete<Needed>): string => {
  const oldestMs = Math.max(...feeds.map(({ bookAgeMs }) => bookAgeMs ?? 0))
  const spread = Math.max(...marketPicture.map(({ picture }) => picture.depth?.spreadBps ?? 0))
  const markets = `${feeds.length} ${feeds.length === 1 ? 'market' : 'markets'}`
  return `Every test of ${markets} has passed: the oldest order book is ${oldestMs} ms old, the widest spread is ${spread.toFixed(2)} bps.`
}

const lagBody = ({ messages, minMs, p50Ms, p99Ms, maxMs }: RecordedLag) => ({
  messages,
  min: minMs,
  p50: p50Ms,
  p99: p99Ms,
  max: maxMs,
})

/** Reports the lag of a recording, measured when it was received. */
const recordedCause = ({ messages, minMs, p50Ms, p99Ms, maxMs }: RecordedLag): Cause => ({
  code: 'RECORDED_LAG',
  message:
    `The market is a recording: its ${counted(messages, 'message')} ${messages === 1 ? 'was' : 'were'} received ${p50Ms} ms (median) after their exchange time, ` +
    `p99 ${p99Ms} ms, from ${minMs} to ${maxMs} ms${minMs < 0 ? '; the clock of the recorder was behind that of the exchange' : ''}.`,
  value: p50Ms,
  unit: 'ms',
  severity: 'INFO',
  of: ['venueHealth'],
})

const venueBody = (inputs: Available<Needed | 'evidenceRecord'>): Static<typeof contract.data>['venue'] => {
  const { venueHealth, venueBudget, clock, exchange, marketHistory, evidenceRecord } = inputs
  if (!venueHealth) return null
  return {
    status: exchange && exchange.troubles.length > 0 ? 'ERRORS' : 'NORMAL',
    restLatencyMs: venueHealth.restLatencyMs,
    wsLagMs: venueHealth.wsLagMs,
    recordedLagMs: venueHealth.recordedLag && lagBody(venueHealth.recordedLag),
    clockOffsetMs: clock?.offsetMs ?? null,
    clockErrorMs: clock?.errorMs ?? null,
    resyncs24h: venueHealth.resyncs.reduce((sum, { lastDay }) => sum + lastDay, 0),
    gaps24h: marketHistory ? marketHistory.reduce((sum, { gaps24h }) => sum + gaps24h, 0) : null,
    observedSince: toRfc3339(evidenceRecord?.sinceMs ?? venueHealth.observedSinceMs),
    rateBudgetUsedPct: venueBudget ? budgetUsedPct(venueBudget) : null,
    instrumentFiltersVersion: venueHealth.filtersVersion,
  }
}

type MeasuredField = Exclude<keyof MarketRow, 'symbol' | 'basis' | 'baseline' | 'feed'>

const OBSERVATION = 'engine, while it observes the market'

/** Fields of a market that may be null, with their display names and producers. */
const FIELDS: readonly (readonly [field: MeasuredField, description: string, producedBy: string])[] = [
  ['markPrice', 'Mark prices', 'exchange'],
  ['basisBps', 'Index prices', 'exchange'],
  ['fundingRate', 'Funding rates', 'exchange'],
  ['nextFundingAt', 'Next funding times', 'exchange'],
  ['fundingPercentile30d', 'Funding rates of enough days', 'exchange'],
  ['openInterest', 'Open interest', 'exchange'],
  ['oiChange1hPct', 'Open interest of an hour', OBSERVATION],
  ['oiChange24hPct', 'Open interest of a day', OBSERVATION],
  ['priceChange1hPct', 'Closed minutes of an hour', 'stored candles'],
  ['depthUsd10bps', 'Complete order books', 'market source'],
  ['rv1hPct', 'Closed minutes of an hour', 'stored candles'],
  ['rv24hPct', 'Closed minutes of a day', 'stored candles'],
  ['parkinson24hPct', 'Closed minutes of a day', 'stored candles'],
  ['adx14_1h', 'Unbroken hourly candles', 'stored candles'],
]

/** Lists the fields that are null in the data, with the reasons; no verdict depends on them. */
const notMeasured = (
  rows: readonly MarketRow[],
  inputs: Available<'venueHealth' | 'venueBudget' | 'clock' | 'exchange'>,
): MissingItem[] => [
  ...FIELDS.flatMap(([field, description, producedBy]) => missingField(rows, { field, description, producedBy })),
  ...(inputs.venueHealth ? missingLatencies(inputs.venueHealth, inputs) : []),
  ...(inputs.venueBudget ? missingBudget(inputs.venueBudget) : []),
]

const missingLatencies = (
  health: NonNullable<Available<'venueHealth'>['venueHealth']>,
  { clock, exchange }: Available<'clock' | 'exchange'>,
): MissingItem[] => {
  const isConnected = exchange?.troubles.length === 0
  return [
    ...missingSamples('REST_LATENCY', 'Exchange time requests', { ...health.restLatencyMs, isConnected }),
    ...(clock?.checked === false
      ? [RECORDED_LAG]
      : missingSamples('STREAM_LAG', 'Messages with measured latency', { ...health.wsLagMs, isConnected })),
  ]
}

interface Field extends Pick<MissingItem, 'description' | 'producedBy'> {
  readonly field: MeasuredField
}

const missingField = (rows: readonly MarketRow[], { field, description, producedBy }: Field): MissingItem[] => {
  const have = rows.filter((row) => row[field] !== null).length
  if (have === rows.length) return []
  const code = field.replace(/[A-Z]/g, '_$&').toUpperCase()
  return [{ code, description, have, need: rows.length, unit: 'symbols', producedBy, earliestAtMs: null }]
}

const SAMPLES_MIN = 100

const missingSamples = (
  code: string,
  description: string,
  { n, p99, isConnected }: { n: number; p99: number | null; isConnected: boolean },
): MissingItem[] =>
  p99 !== null
    ? []
    : [
        {
          code,
          description,
          have: n,
          need: SAMPLES_MIN,
          unit: 'samples',
          producedBy: 'exchange',
          earliestAtMs: null,
          ...((n > 0 || isConnected) && { remedy: 'Keep the server running: the measurement takes time.' }),
        },
      ]

const RECORDED_LAG: MissingItem = {
  code: 'STREAM_LAG',
  description: 'Feed latency; the market is replayed from a recording',
  have: null,
  need: 'a live market',
  producedBy: 'market source',
  remedy: 'No action required: a recording has no latency.',
  earliestAtMs: null,
}

const missingBudget = ({ counts }: NonNullable<Available<'venueBudget'>['venueBudget']>): MissingItem[] =>
  counts.length > 0
    ? []
    : [
        {
          code: 'RATE_BUDGET',
          description: 'Used share of the exchange rate limits; this exchange has none',
          have: null,
          need: 'an exchange that counts requests',
          producedBy: 'exchange adapter',
          remedy: 'No action required: this exchange does not limit requests.',
          earliestAtMs: null,
        },
      ]
