import type { Constitution } from '../../../server/domain/risk/constitution.ts'
import { DEFAULT_CONSTITUTION } from '../../../server/domain/risk/default-constitution.ts'

const ROOMY: Constitution = {
  limits: {
    maxOrderNotional: '60000',
    maxSymbolExposure: '150000',
    maxGrossExposure: '220000',
    maxLeverage: 3,
    maxOrderShareOfDayVolume: 0.05,
    maxOrderQuantity: '300',
    maxMarginRatio: 0.3,
    minLiquidationBuffer: 2,
    limitCollarBps: 100,
    marketCollarBps: 60,
    closingCollarBps: 500,
    ordersPerSecond: 40,
    ordersPerMinute: 1_000,
    entriesPerHour: 1_000,
    duplicateWindowMs: 200,
    maxDayLossPct: 100,
    maxDrawdownPct: 100,
    maxLossStreak: 1_000,
    maxPositionLossPct: '8',
    maxTotalLossPct: '12',
    maxStopPct: 10,
    maxStopAtr: 20,
    appliesToManual: true,
  },
  data: {
    maxBookAgeMs: 2_000,
    maxMarkAgeMs: 5_000,
    maxPrivateStreamAgeMs: 30_000,
    maxClockErrorMs: 500,
    maxClockAgeMs: 120_000,
    maxReconciliationAgeMs: 60_000,
    maxFiltersAgeMs: 86_400_000,
    maxUnknownOutcomes: 2,
    maxCommitP99Ms: 250,
    maxExchangeErrorPct: 20,
    minFreeDiskBytes: 2 ** 30,
  },
  protection: { defaultStopBps: 200, budgetMs: 5_000, fallbackAfterMs: 10_000, fallbackCollarBps: 500 },
  execution: {
    recvWindowMs: 3_000,
    settleMs: 10_000,
    unknownOutcomeHaltMs: 600_000,
    mismatchHaltMs: 60_000,
    reconcileEveryMs: 30_000,
    leverage: 10,
    takerFeeRate: '0.0005',
    stopSlippageRate: '0.001',
  },
  autotrading: { riskPerTradeBps: 20, entryCollarBps: 15, exitCollarBps: 50, validBars: 2, quarantineAlarm: null },
  monitor: DEFAULT_CONSTITUTION.monitor,
}

const TIGHT: Constitution = {
  ...ROOMY,
  limits: {
    ...ROOMY.limits,
    maxOrderNotional: '9000',
    maxSymbolExposure: '16000',
    maxGrossExposure: '24000',
    maxLeverage: 0.45,
    maxPositionLossPct: '1',
    maxTotalLossPct: '1.2',
    maxOrderQuantity: '4000',
    ordersPerSecond: 5,
    ordersPerMinute: 60,
    duplicateWindowMs: 2_000,
  },
  data: { ...ROOMY.data, maxReconciliationAgeMs: 12_000, maxPrivateStreamAgeMs: 8_000, maxMarkAgeMs: 2_500 },
  execution: { ...ROOMY.execution, reconcileEveryMs: 10_000 },
}

/** Two sets of limits: one under which most orders are sent, one that is reached often. */
export const LIMITS = { roomy: ROOMY, tight: TIGHT } as const
