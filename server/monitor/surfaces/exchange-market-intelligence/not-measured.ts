import type { Available, MissingItem } from '../../frame/surface.ts'
import type { MarketRow } from './market-rows.ts'

type MeasuredField = Exclude<keyof MarketRow, 'symbol' | 'basis' | 'baseline' | 'feed'>

/** Fields of a market that may be null, as they are called in a sentence, and who would fill them. */
const FIELDS: readonly (readonly [field: MeasuredField, description: string, producedBy: string])[] = [
  ['markPrice', 'Mark prices', 'exchange'],
  ['basisBps', 'Index prices', 'exchange'],
  ['fundingRate', 'Funding rates', 'exchange'],
  ['nextFundingAt', 'Times of the next funding', 'exchange'],
  ['fundingPercentile30d', 'Funding rates of enough days', 'exchange'],
  ['openInterest', 'Open interest', 'exchange'],
  ['oiChange1hPct', 'Open interest of an hour', 'market source'],
  ['oiChange24hPct', 'Open interest of a day', 'market source'],
  ['priceChange1hPct', 'Closed minutes of an hour', 'market source'],
  ['depthUsd10bps', 'Books that are whole', 'market source'],
  ['rv1hPct', 'Closed minutes of an hour', 'stored candles'],
  ['rv24hPct', 'Closed minutes of a day', 'stored candles'],
  ['parkinson24hPct', 'Closed minutes of a day', 'stored candles'],
  ['adx14_1h', 'Unbroken hourly candles', 'stored candles'],
]

/** Returns the fields shown as null and the reasons; no verdict depends on them. */
export const notMeasured = (
  rows: readonly MarketRow[],
  { venueHealth, venueBudget, clock }: Available<'venueHealth' | 'venueBudget' | 'clock'>,
): MissingItem[] => [
  ...FIELDS.flatMap(([field, description, producedBy]) => missingField(rows, { field, description, producedBy })),
  ...(venueHealth ? missingSamples('REST_LATENCY', 'Questions for the time', venueHealth.restLatencyMs) : []),
  ...(venueHealth ? missingLag(venueHealth, clock?.checked !== false) : []),
  ...(venueBudget ? missingBudget(venueBudget) : []),
]

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
  { n, p99 }: { n: number; p99: number | null },
): MissingItem[] =>
  p99 !== null
    ? []
    : [{ code, description, have: n, need: SAMPLES_MIN, unit: 'samples', producedBy: 'exchange', earliestAtMs: null }]

const missingLag = (
  { wsLagMs }: NonNullable<Available<'venueHealth'>['venueHealth']>,
  isMeasured: boolean,
): MissingItem[] =>
  isMeasured
    ? missingSamples('STREAM_LAG', 'Messages of which the way was timed', wsLagMs)
    : [
        {
          code: 'STREAM_LAG',
          description: 'The way of messages, where the market is played from a recording',
          have: null,
          need: 'a market whose clock is ours',
          producedBy: 'market source',
          earliestAtMs: null,
        },
      ]

const missingBudget = ({ counts }: NonNullable<Available<'venueBudget'>['venueBudget']>): MissingItem[] =>
  counts.length > 0
    ? []
    : [
        {
          code: 'RATE_BUDGET',
          description: 'What is used of the rate limits of the exchange; ours has none',
          have: null,
          need: 'an exchange that counts requests',
          producedBy: 'exchange adapter',
          earliestAtMs: null,
        },
      ]
