/** Signals of strategies: fields, confidence, price plan, ID and digest. */

import { computeDigest, digestText } from '../../core/digest.ts'
import { digestedId, type Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Ticks } from '../market/instrument.ts'
import type { Interval } from '../market/interval.ts'
import type { CalibrationMethod } from './calibration/calibrate.ts'
import type { Regime } from './regime.ts'
import type { Direction, Family } from './strategy.ts'

/**
 * Result of a strategy at the close of a bar. It depends only on closed candles, so the same candles give the same
 * signal. It neither sizes nor sends orders. Times are exchange times, except `raisedAtMs`.
 */
export interface Signal {
  readonly signalId: Id<'sig'>
  readonly symbol: string
  readonly interval: Interval
  readonly strategyId: string
  readonly family: Family
  readonly definitionVersion: number
  readonly definitionDigest: string
  readonly direction: Direction
  readonly barOpenMs: Instant
  readonly barClosedAtMs: Instant
  /** Time until which the signal may be entered. */
  readonly validUntilMs: Instant
  /** `HISTORY`: the bar had closed before the engine received it; it is not traded. */
  readonly origin: 'LIVE' | 'HISTORY'
  readonly score: number
  readonly confidence: Confidence
  /** Close of the bar. */
  readonly reference: Ticks
  readonly plan: SignalPlan
  readonly regime: Regime
  readonly patternIds: readonly string[]
  readonly features: Readonly<Record<string, number>>
  /** Assumed cost of a round trip, as a fraction of the entry. */
  readonly costReturn: number
  readonly raisedAtMs: Instant
}

/** Probability that a signal reaches its target before its stop and its time limit, and the evidence for it. */
export interface Confidence {
  /** Probability, 0 to 1. */
  readonly p: number
  /** Wilson interval, 95%. */
  readonly ci: readonly [number, number]
  /** Number of independent outcomes with similar scores, won and lost. */
  readonly wins: number
  readonly losses: number
  /** Share of the signals that missed the target without reaching the stop; `meanTimeReturn` is their mean return. */
  readonly timeShare: number
  readonly meanTimeReturn: number
  readonly method: CalibrationMethod
  readonly n: number
  readonly effectiveN: number
  readonly brierSkill: number | null
}

/** Price plan in whole ticks, rounded towards the entry: never a larger loss, never a smaller gain. */
export interface SignalPlan {
  readonly stopLoss: Ticks
  readonly takeProfit: Ticks
  readonly horizonBars: number
  readonly horizonEndMs: Instant
  /** Distance to the target divided by distance to the stop. */
  readonly rewardRisk: number
}

/** Fields that identify a signal. */
export type SignalKey = Pick<
  Signal,
  'symbol' | 'interval' | 'strategyId' | 'definitionDigest' | 'barOpenMs' | 'barClosedAtMs'
>

/** Creates the ID of a signal; the same bar, strategy and parameters always give the same ID. */
export const createSignalId = (key: SignalKey): Id<'sig'> => {
  const { symbol, interval, strategyId, definitionDigest, barOpenMs, barClosedAtMs } = key
  // Printed in the order of its names, which gives the digest of `computeDigest` in less time.
  const printed = JSON.stringify({ barOpenMs, definitionDigest, interval, strategyId, symbol })
  return digestedId('sig', barClosedAtMs, digestText(printed))
}

/**
 * Computes a digest of all fields that can be recomputed from the candles; links contain it so that changes are
 * detected.
 */
export const signalDigest = ({
  confidence: _confidence,
  origin: _origin,
  raisedAtMs: _raisedAtMs,
  costReturn: _costReturn,
  ...fields
}: Signal): string => computeDigest(fields)
