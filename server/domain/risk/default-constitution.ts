/** Settings of the constitution: their allowed values and defaults. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Constitution } from './constitution.ts'
import { GATE_LIMITS } from './gates/index.ts'
import {
  number,
  percent,
  requiredDecimal,
  requiredNumber,
  requiredWhole,
  type Setting,
  UNPROTECTED_MAX_MS,
  yesOrNo,
} from './setting-rule.ts'

/** Returns the settings of a section that gates declare as their limits. */
const declaredIn = <S extends keyof Constitution>(section: S): DeclaredIn<S> => {
  const declared = Object.entries(GATE_LIMITS).filter(([path]) => path.startsWith(`${section}.`))
  return Object.fromEntries(declared.map(([path, limit]) => [path.slice(section.length + 1), limit])) as DeclaredIn<S>
}

const evidenceAge = requiredWhole(1, 30 * DAY_MS)
const count = requiredWhole(1, 1_000_000)
const days = requiredWhole(1, 365)
const share = requiredNumber(0, 1)
const multiple = requiredNumber(0, 100)

type Declared = typeof GATE_LIMITS
type DeclaredIn<S extends string> = {
  readonly [P in keyof Declared as P extends `${S}.${infer Name}` ? Name : never]: Declared[P]
}

/** All settings, with their allowed values and defaults. */
export const CONSTITUTION_SETTINGS: {
  readonly [S in keyof Constitution]: { readonly [N in keyof Constitution[S]]: Setting<Constitution[S][N]> }
} = {
  limits: { ...declaredIn('limits'), appliesToManual: { default: true, allowed: yesOrNo } },
  data: { ...declaredIn('data'), maxExchangeErrorPct: { default: 20, allowed: percent } },
  protection: {
    ...declaredIn('protection'),
    defaultStopBps: { default: 200, allowed: requiredNumber(1, 5_000) },
    fallbackAfterMs: { default: 10 * SECOND_MS, allowed: requiredWhole(1, UNPROTECTED_MAX_MS) },
    fallbackCollarBps: { default: 300, allowed: requiredNumber(1, 5_000) },
  },
  execution: {
    recvWindowMs: { default: 3 * SECOND_MS, allowed: requiredWhole(1, MINUTE_MS) },
    settleMs: { default: 10 * SECOND_MS, allowed: requiredWhole(0, 10 * MINUTE_MS) },
    unknownOutcomeHaltMs: { default: 10 * MINUTE_MS, allowed: requiredWhole(1, DAY_MS) },
    mismatchHaltMs: { default: MINUTE_MS, allowed: requiredWhole(1, DAY_MS) },
    reconcileEveryMs: { default: 30 * SECOND_MS, allowed: requiredWhole(100, HOUR_MS) },
    leverage: { default: 3, allowed: requiredWhole(1, 125) },
    takerFeeRate: { default: '0.0005', allowed: requiredDecimal(0, 0.1) },
    stopSlippageRate: { default: '0.001', allowed: requiredDecimal(0, 0.1) },
  },
  autotrading: {
    riskPerTradeBps: { default: 10, allowed: requiredNumber(0.1, 500) },
    entryCollarBps: { default: 15, allowed: requiredNumber(1, 500) },
    exitCollarBps: { default: 50, allowed: requiredNumber(1, 5_000) },
    validBars: { default: 2, allowed: requiredWhole(1, 10) },
    quarantineAlarm: { default: 12, allowed: number(1, 100) },
  },
  monitor: {
    maxFundingAgeMs: { default: 10 * MINUTE_MS, allowed: evidenceAge },
    maxProbeAgeMs: { default: 10 * MINUTE_MS, allowed: evidenceAge },
    maxVerificationAgeMs: { default: 10 * MINUTE_MS, allowed: evidenceAge },
    maxFullVerificationAgeMs: { default: DAY_MS, allowed: evidenceAge },
    maxStatisticsAgeMs: { default: 5 * MINUTE_MS, allowed: evidenceAge },
    baselineDays: { default: 7, allowed: days },
    minTrades: { default: 30, allowed: count },
    minDays: { default: 30, allowed: count },
    provenTrades: { default: 100, allowed: count },
    provenDeflatedSharpe: { default: 0.95, allowed: share },
    maxOverfitProbability: { default: 0.2, allowed: share },
    likelySharpeProbability: { default: 0.75, allowed: share },
    maxIdentityDifference: { default: 1, allowed: multiple },
    maxIdentityShare: { default: 0.001, allowed: share },
    minCoverage: { default: 0.5, allowed: share },
    fullCoverage: { default: 0.99, allowed: share },
    scoredOutcomes: { default: 30, allowed: count },
    stressVolatilityPercentile: { default: 0.95, allowed: share },
    stressSpreadMultiple: { default: 3, allowed: multiple },
    stressDepthShare: { default: 0.3, allowed: share },
    stressFundingShare: { default: 0.8, allowed: share },
    maxResyncsPerHour: { default: 6, allowed: count },
    loopClosedShare: { default: 0.995, allowed: share },
    loopBrokenShare: { default: 0.95, allowed: share },
    maxCandidateLagMs: { default: 2 * SECOND_MS, allowed: evidenceAge },
    maxDecisionLagMs: { default: 2 * SECOND_MS, allowed: evidenceAge },
    maxIntentLagMs: { default: SECOND_MS, allowed: evidenceAge },
    maxOrderLagMs: { default: 10 * SECOND_MS, allowed: evidenceAge },
    maxPositionLagMs: { default: 2 * SECOND_MS, allowed: evidenceAge },
    smallSample: { default: 20, allowed: count },
    nearLimitShare: { default: 0.7, allowed: share },
    throttleWindowMs: { default: 5 * MINUTE_MS, allowed: evidenceAge },
    maxDowntimeMs: { default: 15 * MINUTE_MS, allowed: evidenceAge },
    maxUncleanRestarts: { default: 2, allowed: count },
    maxUnknownOutcomeMs: { default: MINUTE_MS, allowed: evidenceAge },
    digestEveryMs: { default: 6 * HOUR_MS, allowed: evidenceAge },
    liveLinesShare: { default: 0.5, allowed: share },
    flowingShare: { default: 0.5, allowed: share },
    keyExpiryDays: { default: 30, allowed: days },
    maxAnchorAgeMs: { default: DAY_MS, allowed: evidenceAge },
    goLiveDays: { default: 30, allowed: days },
    goLiveTrades: { default: 100, allowed: count },
    goLiveFillErrorBps: { default: 2, allowed: multiple },
    goLiveWindowDays: { default: 7, allowed: days },
    goLiveReconciliations: { default: 10_000, allowed: count },
    goLiveDrills: { default: 3, allowed: count },
    goLiveRestartMs: { default: 30 * SECOND_MS, allowed: evidenceAge },
    goLiveLatchMs: { default: 100, allowed: evidenceAge },
    goLiveSeeds: { default: 10_000, allowed: count },
    goLiveClockOffsetMs: { default: 250, allowed: evidenceAge },
    goLiveFeedShare: { default: 0.999, allowed: share },
    goLiveObservedShare: { default: 0.98, allowed: share },
    goLiveOutcomes: { default: 200, allowed: count },
    packetValidMs: { default: 15 * MINUTE_MS, allowed: evidenceAge },
  },
}

const defaultsIn = <S extends keyof Constitution>(section: S): Constitution[S] => {
  const settings = Object.entries<Setting<unknown>>(CONSTITUTION_SETTINGS[section])
  return Object.fromEntries(settings.map(([name, setting]) => [name, setting.default])) as unknown as Constitution[S]
}

/** Values for settings that the host's file omits: small enough for an account of ten thousand USDT. */
export const DEFAULT_CONSTITUTION: Constitution = {
  limits: defaultsIn('limits'),
  data: defaultsIn('data'),
  protection: defaultsIn('protection'),
  execution: defaultsIn('execution'),
  autotrading: defaultsIn('autotrading'),
  monitor: defaultsIn('monitor'),
}
