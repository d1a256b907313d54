/** Cost of an entry and its exit: fees, spread, market impact and funding. */

import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import type { Lots } from '../../market/instrument.ts'
import type { Level } from '../../market/order-book.ts'
import type { Direction } from '../strategy.ts'

/**
 * Estimates the cost of a round trip. Impact is the larger of two estimates: from the order book, and by the
 * square-root law (Donier and Bonart, "A million metaorder analysis of market impact on the Bitcoin", 2015).
 */
export const computeCost = (figures: CostFigures): Cost => {
  const fees = figures.feeIn + figures.feeOut
  const spread = figures.spreadIn / 2 + (figures.takerExit ? figures.spreadOut / 2 : 0)
  const impact = Math.max(figures.bookWalk, squareRootImpact(figures))
  const { funding, adverse } = figures
  const total = fees + spread + impact + funding + adverse
  return {
    total,
    bps: {
      fees: fees * BPS,
      spread: spread * BPS,
      impact: impact * BPS,
      funding: funding * BPS,
      adverse: adverse * BPS,
      total: total * BPS,
    },
  }
}

export interface Cost {
  /** Cost of entry and exit as a fraction of the notional. */
  readonly total: number
  readonly bps: CostBps
}

/** All values are fractions of the notional, except the three sizes, which share one unit. */
export interface CostFigures {
  readonly feeIn: number
  readonly feeOut: number
  /** Full spread, ask minus bid, at entry; likewise at exit. */
  readonly spreadIn: number
  readonly spreadOut: number
  /** True when the exit crosses the spread; a resting exit does not. */
  readonly takerExit: boolean
  /** Impact measured on the order book: see `bookWalk`. */
  readonly bookWalk: number
  /** Notional of the order, in the quote currency. */
  readonly notional: number
  /** Daily volume, in the quote currency. */
  readonly dayVolume: number
  /** Standard deviation of the daily return, as a fraction. */
  readonly dayVolatility: number
  /** Y of the square-root law: 1 until it is fitted on own fills. */
  readonly impactFactor: number
  /** Negative when funding is received: see `computeFunding`. */
  readonly funding: number
  /** Mean mark-out against our own resting entries after five seconds; zero for taker entries. */
  readonly adverse: number
}

/** Costs in basis points of the notional. */
export interface CostBps {
  readonly fees: number
  readonly spread: number
  readonly impact: number
  readonly funding: number
  readonly adverse: number
  readonly total: number
}

const BPS = 10_000

const squareRootImpact = ({ impactFactor, dayVolatility, notional, dayVolume }: CostFigures): number =>
  impactFactor * dayVolatility * Math.sqrt(notional / dayVolume)

/**
 * Returns the slippage of taking `quantity` from one side of an order book, best level first: the average price
 * relative to the touch, as a fraction of the touch. Null when the levels are not deep enough.
 */
export const bookWalk = (levels: readonly Level[], quantity: Lots): number | null => {
  assert(quantity > 0, 'the quantity must be at least one lot')
  const touch = levels[0]?.price
  if (touch === undefined) return null
  let left: number = quantity
  let paidBeyond = 0
  for (const level of levels) {
    const taken = Math.min(left, level.quantity)
    paidBeyond += taken * Math.abs(level.price - touch)
    left -= taken
    if (left === 0) return paidBeyond / quantity / touch
  }
  return null
}

export interface FundingHold {
  readonly direction: Direction
  /**
   * Expected rate of each funding within the holding period, as a fraction of the notional; longs pay when it is
   * positive.
   */
  readonly rate: number
  readonly nextFundingAtMs: Instant
  readonly intervalMs: number
  /** Holding period: funding at its start is not paid, funding at its end is. */
  readonly fromMs: Instant
  readonly toMs: Instant
}

/** Returns the funding cost of a holding period as a fraction of the notional; negative when funding is received. */
export const computeFunding = ({ direction, rate, nextFundingAtMs, intervalMs, fromMs, toMs }: FundingHold): number => {
  const upTo = (atMs: Instant): number => Math.max(0, Math.floor((atMs - nextFundingAtMs) / intervalMs) + 1)
  const times = Math.max(0, upTo(toMs) - upTo(fromMs))
  if (times === 0) return 0
  return times * (direction === 'LONG' ? rate : -rate)
}
