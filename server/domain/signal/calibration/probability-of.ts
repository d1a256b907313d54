import { wilsonInterval } from '../../../core/statistics/wilson.ts'
import type { Calibration } from './calibrate.ts'
import { probabilityBy } from './probability-model.ts'

/** The probability of a win, and how much stands behind it. */
export interface CalibratedProbability {
  readonly p: number
  /** Wilson, 95 %; all there is where nothing is known. */
  readonly ci: readonly [low: number, high: number]
  /** Independent outcomes near the score, parted as `p` says: what a beta distribution of the probability is made of. */
  readonly wins: number
  readonly losses: number
}

/** What a score is worth by a calibration. */
export const calibrateScore = ({ model, evidence }: Calibration, score: number): CalibratedProbability => {
  const p = probabilityBy(model, score)
  const bin = evidence.findLast(({ fromScore }) => fromScore <= score) ?? evidence[0]
  const trials = bin?.effectiveN ?? 0
  const wins = p * trials
  return { p, ci: wilsonInterval({ successes: wins, trials }), wins, losses: trials - wins }
}
