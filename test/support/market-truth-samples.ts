import type { AutotradingStatus } from '../../contract/control.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import {
  type Component,
  type ComponentId,
  type Level,
  POSTURE_RULES,
} from '../../server/domain/microstructure/component.ts'
import type { MarketPicture } from '../../server/domain/microstructure/market-picture.ts'
import { NO_CONDUCT } from '../../server/domain/microstructure/own-conduct.ts'
import type { VenueBudgetTruth, VenueHealthTruth } from '../../server/monitor/inputs/exchange.ts'
import type { FeedTruth, HistoryTruth, PictureTruth } from '../../server/monitor/inputs/market.ts'
import type { ConductTruth } from '../../server/monitor/inputs/order-flow.ts'
import { TAKEN_AT_MS } from './truth-samples.ts'

export const aFeed = (feed: Partial<FeedTruth> = {}): FeedTruth => ({
  symbol: 'BTCUSDT',
  bookState: 'SYNCED',
  bookAgeMs: 100,
  markAgeMs: 500,
  ...feed,
})

const DAYS = 8

/** Ordinary market with complete data. */
export const aPicture = (picture: Partial<MarketPicture> = {}): MarketPicture => ({
  depth: {
    spreadBps: 1,
    depthUsd10bps: { bid: 60_000, ask: 40_000 },
    depthUsd50bps: { bid: 300_000, ask: 200_000.125 },
    imbalance10bps: 0.2,
  },
  spreadMedian: { value: 1, n: DAYS * 1_440, baselineDays: DAYS },
  depthMedian: { value: 100_000, n: DAYS * 1_440, baselineDays: DAYS },
  rv1hPct: 0.5,
  rv24hPct: 2,
  rv30d: { percentile: 0.5, n: DAYS * 24, baselineDays: DAYS },
  parkinson24hPct: 2,
  minutes: 1_440,
  fundingRate: 0.0001,
  fundingToCapRatio: 0.02,
  funding30d: { percentile: 0.6, n: DAYS * 24, baselineDays: DAYS },
  fundingZ: { z: 0, n: 90 },
  basisBps: 2,
  oiChange1hPct: 0.5,
  oiChange24hPct: 3,
  priceChange1hPct: 0.4,
  oiPriceQuadrant: 'LONGS_OPENING',
  ...picture,
})

export const aSign = (id: ComponentId, level: Level = 'CLEAN', sign: Partial<Component> = {}): Component => ({
  id,
  value: 0.25,
  z: null,
  percentile: null,
  level,
  baselineDays: DAYS,
  n: 5,
  evidence: { have: DAYS, need: 7, unit: 'days' },
  ...sign,
})

/** Returns every sign measured in the market. */
export const marketSigns = (levels: Partial<Record<ComponentId, Level>> = {}): Component[] =>
  POSTURE_RULES.mandatory.filter((id) => id !== 'selfConduct').map((id) => aSign(id, levels[id]))

export const aPictureTruth = (overrides: Partial<PictureTruth> = {}): PictureTruth => ({
  symbol: 'BTCUSDT',
  markPrice: '65000.1',
  fundingRate: '0.0001',
  fundingIntervalMs: 8 * 60 * MINUTE_MS,
  nextFundingAtMs: TAKEN_AT_MS + MINUTE_MS,
  openInterest: '82000.5',
  picture: aPicture(),
  tradeAgeMs: 300,
  klineLagMs: 0,
  window: {
    fromMs: TAKEN_AT_MS - 100_000,
    toMs: TAKEN_AT_MS,
    bookUpdates: 1_000,
    trades: 200,
    watchedMs: 99_000,
  },
  components: marketSigns(),
  events: [],
  ...overrides,
})

export const aHistoryTruth = (history: Partial<HistoryTruth> = {}): HistoryTruth => ({
  symbol: 'BTCUSDT',
  rv1hPct: 0.5,
  rv24hPct: 2,
  parkinson24hPct: 1.9,
  rvPercentile: 0.5,
  hours: DAYS * 24,
  gaps24h: 0,
  adx14_1h: 25,
  slope: 0.1,
  bars: 192,
  ...history,
})

export const aVenueHealth = (health: Partial<VenueHealthTruth> = {}): VenueHealthTruth => ({
  restLatencyMs: { p50: 10, p99: 40, n: 120 },
  wsLagMs: { p50: 12, p99: 60, n: 3_000 },
  resyncs: [{ symbol: 'BTCUSDT', lastHour: 0, lastDay: 2 }],
  recordedLag: null,
  observedSinceMs: TAKEN_AT_MS - MINUTE_MS,
  filtersVersion: '0123456789abcdef',
  ...health,
})

/** Returns quota counts with so many percent used. */
export const aVenueBudget = (used: readonly number[] = [25]): VenueBudgetTruth => ({
  venue: 'a test',
  counts: used.map((each, index) => ({
    name: `count ${index}`,
    limit: 100,
    windowMs: MINUTE_MS,
    used: each,
    reservedForStops: 0.2,
    publishedAtMs: null,
  })),
  rejected1h: { http429: 0, http418: 0, venueCode: 0 },
  delayedLately: 0,
  silentUntilMs: null,
})

export const aConduct = (conduct: Partial<ConductTruth> = {}): ConductTruth => ({
  ...NO_CONDUCT,
  fromMs: TAKEN_AT_MS - 86_400_000,
  toMs: TAKEN_AT_MS,
  ...conduct,
})

export const anExchange = (...troubles: AutotradingStatus['exchange']['troubles']): AutotradingStatus['exchange'] => ({
  name: 'a test',
  notice: null,
  execution: 'PAPER',
  connected: true,
  troubles,
})
