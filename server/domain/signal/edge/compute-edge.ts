/** Expected edge of an entry after costs, its lower bound, and its grade. */

import { assert } from '../../../core/assert.ts'
import { betaQuantile } from '../../../core/statistics/beta.ts'

/**
 * Computes the expected return over target, stop and time limit minus costs, and its lower bound by Jeffreys' beta
 * distribution.
 */
export const computeEdge = (figures: EdgeFigures): Edge => {
  const { pTarget, pStop, pTime, targetReturn, stopReturn, meanTimeReturn, cost, calibrationBin } = figures
  assert(
    Math.abs(pTarget + pStop + pTime - 1) < PROBABILITY_TOLERANCE,
    'the probabilities of target, stop and time limit must add up to one',
  )
  assert(targetReturn > 0 && stopReturn > 0, 'target and stop must differ from the entry')
  const gross = pTarget * targetReturn - pStop * stopReturn + pTime * meanTimeReturn
  const net = gross - cost
  const lower = betaQuantile(LCB_QUANTILE, { alpha: 0.5 + calibrationBin.wins, beta: 0.5 + calibrationBin.losses })
  const lost = Math.max(0, pTarget - lower)
  const netLcb = net - lost * (targetReturn + stopReturn)
  return {
    grossEdgeBps: gross * BPS,
    netEdgeBps: net * BPS,
    netEdgeLcbBps: netLcb * BPS,
    breakEvenP: (stopReturn + cost) / (targetReturn + stopReturn),
    costShare: pTarget > 0 ? cost / (pTarget * targetReturn) : null,
    kellyFraction: computeKelly(figures),
    grade: gradeEdge({ ...figures, net, netLcb }),
  }
}

export interface EdgeFigures {
  /** Calibrated probabilities, which sum to one. */
  readonly pTarget: number
  readonly pStop: number
  readonly pTime: number
  /** Distance from entry to target and to stop, as positive fractions of the entry. */
  readonly targetReturn: number
  readonly stopReturn: number
  /** Mean return before costs of the outcomes that ended by time, as a fraction of the entry. */
  readonly meanTimeReturn: number
  /** Cost of entry and exit as a fraction of the notional. */
  readonly cost: number
  /** Number of independent outcomes behind `pTarget`, won and lost; may be fractional. */
  readonly calibrationBin: { readonly wins: number; readonly losses: number }
  /** False when the probability is only a prior. */
  readonly calibrated: boolean
  /** True when a condition outside these figures rules the candidate out. */
  readonly vetoed: boolean
}

/**
 * `A`: covers its costs even after allowing for luck; `B`: positive; `C`: positive only on average; `REJECT`: negative.
 */
export type Grade = 'A' | 'B' | 'C' | 'REJECT'

/** Expected earnings of a candidate, in basis points of the notional where the name ends in `Bps`. */
export interface Edge {
  readonly grossEdgeBps: number
  readonly netEdgeBps: number
  /** Net edge at the 10% quantile of the target probability. */
  readonly netEdgeLcbBps: number
  /** Target probability from which the trade is profitable, if it ends at target or stop. */
  readonly breakEvenP: number
  /** Cost divided by the expected gain at the target; null when no gain is expected. */
  readonly costShare: number | null
  /** Share of equity risked at the stop by the Kelly criterion, capped; informational, never used for sizing. */
  readonly kellyFraction: number
  readonly grade: Grade
}

/** Returns whether the candidate covers its costs even at the lower bound of the estimate. */
export const hasEdge = ({ netEdgeLcbBps }: Edge): boolean => netEdgeLcbBps > 0

const BPS = 10_000

/** Quantile of the target probability's distribution. */
const LCB_QUANTILE = 0.1

/** A Kelly fraction above a quarter of the equity is not useful advice. */
const KELLY_MAX = 0.25

const PROBABILITY_TOLERANCE = 1e-9

/** Computes the Kelly fraction; every outcome but the target counts as the stop. */
const computeKelly = ({ pTarget, targetReturn, stopReturn, cost }: EdgeFigures): number => {
  const gain = targetReturn - cost
  const loss = stopReturn + cost
  if (gain <= 0) return 0
  return Math.max(0, Math.min(KELLY_MAX, pTarget - ((1 - pTarget) * loss) / gain))
}

interface Graded extends Pick<EdgeFigures, 'cost' | 'calibrated' | 'vetoed'> {
  readonly net: number
  readonly netLcb: number
}

const gradeEdge = ({ net, netLcb, cost, calibrated, vetoed }: Graded): Grade => {
  if (vetoed || net <= 0) return 'REJECT'
  if (!calibrated || netLcb <= 0) return 'C'
  return netLcb >= cost ? 'A' : 'B'
}
