import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Constitution } from './constitution.ts'

/** Allowed values of a constitution setting. A value outside the range is a mistake, not a choice. */
export interface SettingRule {
  /** Texts are decimals, written in quotes so that they stay exact. */
  readonly form: 'number' | 'whole' | 'decimalText' | 'wholeText' | 'boolean'
  readonly from: number
  readonly to: number
  /** True when `null`, "not configured", is allowed. */
  readonly nullable: boolean
}

const rule =
  (form: SettingRule['form'], nullable: boolean) =>
  (from: number, to: number): SettingRule => ({ form, from, to, nullable })

const number = rule('number', true)
const whole = rule('whole', true)
const amount = rule('decimalText', true)(0, 1e12)
const requiredNumber = rule('number', false)
const requiredWhole = rule('whole', false)

const collar = number(0, 5_000)
const age = whole(1, HOUR_MS)
const percent = number(0, 100)

const evidenceAge = requiredWhole(1, 30 * DAY_MS)
const count = requiredWhole(1, 1_000_000)
const days = requiredWhole(1, 365)
const share = requiredNumber(0, 1)
const multiple = requiredNumber(0, 100)

/** Maximum time a position may be without a stop. */
const UNPROTECTED_MAX_MS = 15 * SECOND_MS

/** A rule for every setting there is. */
export const CONSTITUTION_RULES: { readonly [S in keyof Constitution]: Record<keyof Constitution[S], SettingRule> } = {
  limits: {
    maxOrderNotional: amount,
    maxSymbolExposure: amount,
    maxGrossExposure: amount,
    maxLeverage: number(0, 125),
    maxOrderShareOfDayVolume: number(0, 1),
    maxOrderQuantity: rule('wholeText', true)(0, Number.MAX_SAFE_INTEGER),
    maxMarginRatio: number(0, 1),
    minLiquidationBuffer: number(1, 100),
    limitCollarBps: collar,
    marketCollarBps: collar,
    closingCollarBps: collar,
    ordersPerSecond: whole(0, 1_000_000),
    ordersPerMinute: whole(0, 60_000_000),
    entriesPerHour: whole(0, 1_000_000),
    duplicateWindowMs: whole(0, HOUR_MS),
    maxDayLossPct: percent,
    maxDrawdownPct: percent,
    maxLossStreak: whole(1, 1_000),
    maxPositionLossPct: rule('decimalText', true)(0, 100),
    maxTotalLossPct: rule('decimalText', true)(0, 100),
    maxStopPct: number(0, 50),
    maxStopAtr: number(1, 1_000),
    appliesToManual: rule('boolean', false)(0, 1),
  },
  data: {
    maxBookAgeMs: age,
    maxMarkAgeMs: age,
    maxPrivateStreamAgeMs: age,
    maxClockErrorMs: whole(1, MINUTE_MS),
    maxClockAgeMs: age,
    maxReconciliationAgeMs: age,
    maxFiltersAgeMs: whole(1, 7 * DAY_MS),
    maxUnknownOutcomes: whole(1, 1_000),
    maxCommitP99Ms: whole(1, MINUTE_MS),
    maxExchangeErrorPct: percent,
    minFreeDiskBytes: whole(0, Number.MAX_SAFE_INTEGER),
  },
  protection: {
    defaultStopBps: requiredNumber(1, 5_000),
    budgetMs: requiredWhole(1, UNPROTECTED_MAX_MS),
    fallbackAfterMs: requiredWhole(1, UNPROTECTED_MAX_MS),
    fallbackCollarBps: requiredNumber(1, 5_000),
  },
  execution: {
    recvWindowMs: requiredWhole(1, MINUTE_MS),
    settleMs: requiredWhole(0, 10 * MINUTE_MS),
    unknownOutcomeHaltMs: requiredWhole(1, DAY_MS),
    mismatchHaltMs: requiredWhole(1, DAY_MS),
    reconcileEveryMs: requiredWhole(100, HOUR_MS),
    leverage: requiredWhole(1, 125),
    takerFeeRate: rule('decimalText', false)(0, 0.1),
    stopSlippageRate: rule('decimalText', false)(0, 0.1),
  },
  autotrading: {
    riskPerTradeBps: requiredNumber(0.1, 500),
    entryCollarBps: requiredNumber(1, 500),
    exitCollarBps: requiredNumber(1, 5_000),
    validBars: requiredWhole(1, 10),
    quarantineAlarm: number(1, 100),
  },
  monitor: {
    maxFundingAgeMs: evidenceAge,
    maxProbeAgeMs: evidenceAge,
    maxVerificationAgeMs: evidenceAge,
    maxFullVerificationAgeMs: evidenceAge,
    maxStatisticsAgeMs: evidenceAge,
    baselineDays: days,
    minTrades: count,
    minDays: count,
    provenTrades: count,
    provenDeflatedSharpe: share,
    maxOverfitProbability: share,
    likelySharpeProbability: share,
    maxIdentityDifference: multiple,
    maxIdentityShare: share,
    minCoverage: share,
    fullCoverage: share,
    scoredOutcomes: count,
    stressVolatilityPercentile: share,
    stressSpreadMultiple: multiple,
    stressDepthShare: share,
    stressFundingShare: share,
    maxResyncsPerHour: count,
    loopClosedShare: share,
    loopBrokenShare: share,
    maxCandidateLagMs: evidenceAge,
    maxDecisionLagMs: evidenceAge,
    maxIntentLagMs: evidenceAge,
    maxOrderLagMs: evidenceAge,
    maxPositionLagMs: evidenceAge,
    smallSample: count,
    nearLimitShare: share,
    throttleWindowMs: evidenceAge,
    maxDowntimeMs: evidenceAge,
    maxUncleanRestarts: count,
    maxUnknownOutcomeMs: evidenceAge,
    digestEveryMs: evidenceAge,
    liveLinesShare: share,
    flowingShare: share,
    keyExpiryDays: days,
    maxAnchorAgeMs: evidenceAge,
    goLiveDays: days,
    goLiveTrades: count,
    goLiveFillErrorBps: multiple,
    goLiveWindowDays: days,
    goLiveReconciliations: count,
    goLiveDrills: count,
    goLiveRestartMs: evidenceAge,
    goLiveLatchMs: evidenceAge,
    goLiveSeeds: count,
    goLiveClockOffsetMs: evidenceAge,
    goLiveFeedShare: share,
    goLiveObservedShare: share,
    goLiveOutcomes: count,
    packetValidMs: evidenceAge,
  },
}
