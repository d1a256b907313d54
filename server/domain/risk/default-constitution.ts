import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Constitution } from './constitution.ts'

/** What holds where the host's file says nothing: small enough for an account of ten thousand USDT. */
export const DEFAULT_CONSTITUTION: Constitution = {
  limits: {
    maxOrderNotional: '5000',
    maxSymbolExposure: '10000',
    maxGrossExposure: '20000',
    maxLeverage: 3,
    maxOrderShareOfDayVolume: 0.001,
    maxOrderQuantity: '1000000',
    maxMarginRatio: 0.3,
    minLiquidationBuffer: 2,
    limitCollarBps: 100,
    marketCollarBps: 100,
    closingCollarBps: 500,
    ordersPerSecond: 5,
    ordersPerMinute: 60,
    entriesPerHour: 6,
    duplicateWindowMs: 2 * SECOND_MS,
    maxDayLossPct: 2,
    maxDrawdownPct: 10,
    maxLossStreak: 6,
  },
  data: {
    maxBookAgeMs: 2 * SECOND_MS,
    maxMarkAgeMs: 5 * SECOND_MS,
    maxPrivateStreamAgeMs: 30 * SECOND_MS,
    maxClockErrorMs: 500,
    maxClockAgeMs: 2 * MINUTE_MS,
    maxReconciliationAgeMs: MINUTE_MS,
    maxFiltersAgeMs: DAY_MS,
    maxUnknownOutcomes: 2,
    maxCommitP99Ms: 250,
    maxExchangeErrorPct: 20,
    minFreeDiskBytes: 2 ** 30,
  },
  protection: {
    defaultStopBps: 200,
    budgetMs: 5 * SECOND_MS,
    fallbackAfterMs: 10 * SECOND_MS,
    fallbackCollarBps: 300,
  },
  execution: {
    recvWindowMs: 3 * SECOND_MS,
    settleMs: 10 * SECOND_MS,
    unknownOutcomeHaltMs: 10 * MINUTE_MS,
    mismatchHaltMs: MINUTE_MS,
    reconcileEveryMs: 30 * SECOND_MS,
    leverage: 3,
    takerFeeRate: '0.0005',
  },
}
