import type { Direction } from '../strategy.ts'
import type { CostBps } from './compute-cost.ts'

/**
 * Computes how much more an entry cost than modelled, in basis points: its implementation shortfall relative to the mid
 * price (Perold, "The implementation shortfall", 1988) and its fees, minus the modelled one-way cost: half the fees,
 * half the spread, and the full impact.
 */
export const modelErrorBps = ({ direction, bid, ask, averagePrice, feeShare, cost }: FilledEntry): number => {
  const middle = (bid + ask) / 2
  const shortfall = ((direction === 'LONG' ? averagePrice - middle : middle - averagePrice) / middle) * BPS
  return shortfall + feeShare * BPS - (cost.fees / 2 + cost.spread / 2 + cost.impact)
}

/** Filled entry with its estimated and actual cost. All prices share one unit. */
export interface FilledEntry {
  readonly direction: Direction
  /** Touch at the decision. */
  readonly bid: number
  readonly ask: number
  readonly averagePrice: number
  /** Fees divided by the traded value. */
  readonly feeShare: number
  readonly cost: Pick<CostBps, 'fees' | 'spread' | 'impact'>
}

const BPS = 10_000
