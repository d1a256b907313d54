import type { Instant } from '../../../core/instant.ts'
import type { Direction } from '../strategy.ts'

export interface FundingHold {
  readonly direction: Direction
  /** Expected of each funding inside the hold, as a fraction of the notional; longs pay where it is positive. */
  readonly rate: number
  readonly nextFundingAtMs: Instant
  readonly intervalMs: number
  /** The hold: funding at its beginning is not paid, funding at its end is. */
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Returns the funding cost of a hold as a fraction of the notional; negative when funding is received. */
export const computeFunding = ({ direction, rate, nextFundingAtMs, intervalMs, fromMs, toMs }: FundingHold): number => {
  const upTo = (atMs: Instant): number => Math.max(0, Math.floor((atMs - nextFundingAtMs) / intervalMs) + 1)
  const times = Math.max(0, upTo(toMs) - upTo(fromMs))
  if (times === 0) return 0
  return times * (direction === 'LONG' ? rate : -rate)
}
