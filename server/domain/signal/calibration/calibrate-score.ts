import { wilsonInterval } from '../../../core/statistics/wilson.ts'
import type { Calibration } from './calibrate.ts'
import { probabilityBy } from './probability-model.ts'

/** Probability of a win and the evidence for it. */
export interface CalibratedProbability {
  readonly p: number
  /** Wilson, 95 %; all there is where nothing is known. */
  readonly ci: readonly [low: number, high: number]
  /** Independent outcomes near the score, split according to `p`: the parameters of a beta distribution. */
  readonly wins: number
  readonly losses: number
}

/** Returns the calibrated probability of a score. */
export const calibrateScore = ({ model, evidence }: Calibration, score: number): CalibratedProbability => {
  const p = probabilityBy(model, score)
  const bin = evidence.findLast(({ fromScore }) => fromScore <= score) ?? evidence[0]
  const trials = bin?.effectiveN ?? 0
  const wins = p * trials
  return { p, ci: wilsonInterval({ successes: wins, trials }), wins, losses: trials - wins }
}
