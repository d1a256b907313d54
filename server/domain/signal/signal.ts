/** Signals of strategies: fields, confidence, price plan, id and digest. */

import { computeDigest } from '../../core/digest.ts'
import { digestedId, type Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Ticks } from '../market/instrument.ts'
import type { Interval } from '../market/interval.ts'
import type { CalibrationMethod } from './calibration/calibrate.ts'
import type { Regime } from './regime.ts'
import type { Direction, Family } from './strategy.ts'

/**
 * Idea of a strategy at the close of a bar. A function of the closed candles alone, so that the same candles give the
 * same signal again. It neither sizes nor sends orders. Times are exchange times, except `raisedAtMs`.
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
  /** An entry on it makes sense until then. */
  readonly validUntilMs: Instant
  /** `HISTORY`: the bar was over before the engine saw it; nothing is traded on it. */
  readonly origin: 'LIVE' | 'HISTORY'
  readonly score: number
  readonly confidence: Confidence
  /** The close of the bar. */
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
  /** 0 to 1. */
  readonly p: number
  /** Wilson, 95 %. */
  readonly ci: readonly [number, number]
  /** Independent outcomes of scores like this one. */
  readonly wins: number
  readonly losses: number
  /** Share that did not reach the stop either, of signals that missed the target, and their mean return. */
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
  /** Distance to the target over distance to the stop. */
  readonly rewardRisk: number
}

/** Fields that identify a signal. */
export type SignalKey = Pick<
  Signal,
  'symbol' | 'interval' | 'strategyId' | 'definitionDigest' | 'barOpenMs' | 'barClosedAtMs'
>

/** The same bar, strategy and parameters always make the same id. */
export const createSignalId = ({ barClosedAtMs, ...key }: SignalKey): Id<'sig'> =>
  digestedId('sig', barClosedAtMs, computeDigest(key))

/** Computes a digest of all fields that can be recomputed from the candles; links use it, so a change is detected. */
export const signalDigest = ({
  confidence: _confidence,
  origin: _origin,
  raisedAtMs: _raisedAtMs,
  costReturn: _costReturn,
  ...fields
}: Signal): string => computeDigest(fields)
