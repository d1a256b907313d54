import type { Direction } from '../strategy.ts'
import type { CostBps } from './compute-cost.ts'

/**
 * Computes how much more an entry cost than modelled, in basis points: its implementation shortfall against the mid
 * price (Perold, "The implementation shortfall", 1988) and its fees, less the modelled cost of one way: half of the
 * fees and the spread, and all of the impact.
 */
export const modelErrorBps = ({ direction, bid, ask, averagePrice, feeShare, cost }: FilledEntry): number => {
  const middle = (bid + ask) / 2
  const shortfall = ((direction === 'LONG' ? averagePrice - middle : middle - averagePrice) / middle) * BPS
  return shortfall + feeShare * BPS - (cost.fees / 2 + cost.spread / 2 + cost.impact)
}

/** Filled entry with its estimated and its actual cost. The prices share one unit. */
export interface FilledEntry {
  readonly direction: Direction
  /** The touch it was decided on. */
  readonly bid: number
  readonly ask: number
  readonly averagePrice: number
  /** Fees over what was traded. */
  readonly feeShare: number
  readonly cost: Pick<CostBps, 'fees' | 'spread' | 'impact'>
}

const BPS = 10_000
