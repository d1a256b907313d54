import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'

/**
 * Thresholds of the microstructure measurements. Numbers without a source are this platform's choice, based on the
 * recorded BTCUSDT order book; none are facts about the market.
 */
export const MICRO_RULES = {
  /**
   * Distance from the mid price beyond which level changes are not watched. Posting distance is decisive
   * (arXiv:2504.15908).
   */
  bandBps: 20,
  nearBps: 10,
  wideBps: 50,
  /** Move of the mid price after which the watched band is re-anchored. */
  anchorDriftBps: 2,

  /** An add is large when it reaches both this multiple of the median level and this quantile of the day's adds. */
  largeMedians: 5,
  largeQuantile: 0.99,
  /** Minimum number of adds for the quantile to be meaningful. */
  largeAddsMin: 500,
  /** Remaining share below which a large add counts as vanished. */
  vanishedShare: 0.2,
  tradedShareMax: 0.05,
  watchedMs: MINUTE_MS,
  watchedMax: 256,

  spoofLifeMs: 5 * SECOND_MS,
  spoofImbalance: 0.3,
  spoofRevertShare: 0.7,
  spoofRevertMs: 2 * SECOND_MS,

  layers: 3,
  layersAddedMs: 500,
  layersVanishedMs: SECOND_MS,
  /** Half the value for spoofs: quotes that merely follow the price do not move the imbalance. */
  layersImbalance: 0.15,
  layersAggressionZ: 2,

  fleetingMs: 2 * SECOND_MS,
  fleetingElevated: 0.6,
  fleetingHostile: 0.85,

  /** Poisson z of the events of an hour. */
  rateElevated: 3,
  rateHostile: 6,
  /**
   * Prior rate before any event is counted: one per ten minutes, weighted as two hours. The recording rules out 31 per
   * hour.
   */
  ratePriorPerHour: 6,
  ratePriorHours: 2,
  /** Minimum expected rate, so that three events in an hour never raise the level. */
  rateFloorPerHour: 1,
  /** Number of pooled hours blended into each hour of the week. */
  ratePooledHours: 2,

  percentileElevated: 0.95,
  percentileHostile: 0.99,
  /** Minimum baseline length for rating a market as clean. */
  baselineDays: 7,

  ofiWindowMs: 10 * SECOND_MS,
  /** Minimum number of windows for a z score. */
  momentsMin: 30,

  /** Easley, López de Prado and O'Hara 2012: fifty buckets per average day. */
  vpinBuckets: 50,

  trapInterval: '5m',
  trapBarMs: 5 * MINUTE_MS,
  trapAtrBars: 14,
  trapRangeAtr: 2.5,
  trapWickShare: 0.6,
  trapExtremeBars: 20,
  trapSweepAtr: 0.1,
  trapVolumeZ: 2,
  trapOpenInterestDrop: 0.01,
  trapWindowMs: 6 * HOUR_MS,
  trapElevated: 2,
  trapHostile: 4,

  fundingRatioElevated: 0.8,
  fundingPercentile: 0.99,
  fundingSettlements: 90,

  /** Window and multiples of the mean of 24 hours. */
  cascadeWindowMs: 5 * MINUTE_MS,
  cascadeElevated: 5,
  cascadeHostile: 15,
  /**
   * Minimum number of liquidations in the window: where they are rare, a single one is a large part of the day's volume,
   * but not a cascade.
   */
  cascadeMin: 5,

  /** Moves below which the quadrant is flat, in percent. */
  flatPricePct: 0.1,
  flatOpenInterestPct: 0.2,

  /** Share of a window's minutes required for its volatility or volume. */
  minutesShare: 0.9,
  recentEventsMax: 20,
} as const
