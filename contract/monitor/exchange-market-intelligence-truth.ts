/** Report of a monitor surface: state of the exchange and its markets, and the quality of market data. */

import { Type } from 'typebox'
import { At, DecimalText, Ms, Nullable, SymbolText } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Amount = Nullable(Type.Number())
const Sides = (description: string) => Nullable(Type.Object({ bid: DecimalText, ask: DecimalText }), description)

const Durations = (description: string) =>
  Type.Object(
    {
      p50: Nullable(Type.Number(), 'Null below 20 samples'),
      p99: Nullable(Type.Number(), 'Null below 100 samples'),
      n: Type.Integer(),
    },
    { description },
  )

const Venue = Type.Object({
  status: Type.Enum(['NORMAL', 'MAINTENANCE', 'ERRORS'], {
    description: 'ERRORS while there is any problem with the exchange connection, including maintenance',
  }),
  restLatencyMs: Durations('Round trip of the requests for exchange time'),
  wsLagMs: Durations('Delay from the exchange to us, by both clocks, of the newest sampled messages'),
  recordedLagMs: Nullable(
    Type.Object({
      messages: Type.Integer(),
      min: Type.Number(),
      p50: Type.Number(),
      p99: Type.Number(),
      max: Type.Number(),
    }),
    'For a recording: receipt minus exchange time of its messages',
  ),
  clockOffsetMs: Nullable(Type.Number(), "Offset of the exchange's clock from ours"),
  clockErrorMs: Nullable(Type.Number()),
  resyncs24h: Type.Integer({ description: 'Number of lost sequences of the order book since `observedSince`' }),
  gaps24h: Nullable(
    Type.Integer(),
    'Periods in the last 24 hours with incompletely observed minutes, over all symbols',
  ),
  observedSince: At,
  rateBudgetUsedPct: Nullable(Type.Number()),
  instrumentFiltersVersion: Nullable(Type.String(), 'Changes with any tick, lot or bound of any symbol'),
})

const Baseline = Type.Object(
  {
    volatilityDays: Type.Number(),
    spreadDays: Type.Number(),
    spreadMedianBps: Nullable(Type.Number()),
    depthDays: Type.Number(),
    depthMedianUsd10bps: Nullable(DecimalText, 'Both sides together'),
    fundingDays: Type.Number(),
  },
  { description: 'Baseline of the comparison, and the period it was observed' },
)

const Feed = Type.Object({
  bookAgeMs: Nullable(Ms),
  tradeAgeMs: Nullable(Ms),
  klineLagMs: Nullable(Ms, 'Delay of the newest closed minute behind the last completed one'),
  bookState: Type.Enum(['SYNCED', 'RESYNCING', 'STALE']),
  resyncs1h: Type.Integer(),
})

const SymbolMarket = Type.Object({
  symbol: SymbolText,
  markPrice: Nullable(DecimalText),
  basisBps: Nullable(Type.Number(), 'Premium of the mark price over the index'),
  fundingRate: Nullable(DecimalText),
  fundingAnnualizedPct: Amount,
  fundingPercentile30d: Amount,
  nextFundingAt: Nullable(At),
  fundingToCapRatio: Nullable(Type.Number(), "Share of the exchange's limit on that side"),
  openInterest: Nullable(DecimalText, 'In base currency'),
  oiChange1hPct: Amount,
  oiChange24hPct: Amount,
  priceChange1hPct: Amount,
  oiPriceQuadrant: Nullable(
    Type.Enum(['LONGS_OPENING', 'SHORTS_OPENING', 'SHORTS_CLOSING', 'LONGS_CLOSING', 'FLAT']),
    'An interpretation of price and open interest of the last hour, not a measurement',
  ),
  basis: Type.Literal('HEURISTIC', { description: 'Figures that determine the quadrant' }),
  spreadBps: Amount,
  depthUsd10bps: Sides('Resting quantity within 10 bps of the mid'),
  depthUsd50bps: Sides('Resting quantity within 50 bps of the mid'),
  imbalance10bps: Nullable(Type.Number(), '(B − A)/(B + A) within 10 bps'),
  rv1hPct: Nullable(Type.Number(), 'Realised volatility of the hour, from minutes'),
  rv24hPct: Amount,
  rvPercentile30d: Nullable(Type.Number(), 'Share of the hours of 30 days that were not more volatile'),
  parkinson24hPct: Amount,
  adx14_1h: Amount,
  regime: Type.Enum(['TREND_UP', 'TREND_DOWN', 'RANGE', 'VOLATILE', 'QUIET', 'INSUFFICIENT_EVIDENCE'], {
    description: 'Based on hourly candles',
  }),
  baseline: Baseline,
  feed: Feed,
})

export const exchangeMarketIntelligenceTruth = surfaceContract({
  surface: 'exchange-market-intelligence-truth',
  label: 'Market',
  question: 'the state of the exchange and the market',
  nextStep: 'Check the exchange connection: plimsoll doctor.',
  verdicts: {
    FEED_STALE: 'BLOCK',
    INSUFFICIENT_EVIDENCE: 'WARN',
    FEED_DEGRADED: 'WARN',
    MARKET_STRESSED: 'WARN',
    MARKET_NORMAL: 'OK',
  },
  data: Type.Object({
    venue: Nullable(Venue, 'Null until read'),
    symbols: Type.Array(SymbolMarket),
  }),
})
