/** All fractions of the notional, but for the three sizes, which share one unit among themselves. */
export interface CostFigures {
  readonly feeIn: number
  readonly feeOut: number
  /** The whole spread, ask less bid, at entry and at exit. */
  readonly spreadIn: number
  readonly spreadOut: number
  /** Leaving crosses the spread; a resting exit does not. */
  readonly takerExit: boolean
  /** Impact measured on the order book: see `bookWalk`. */
  readonly bookWalk: number
  /** Notional of the order, in the quote currency. */
  readonly notional: number
  /** Traded in a day, in the quote currency. */
  readonly dayVolume: number
  /** Standard deviation of a day's return, as a fraction. */
  readonly dayVolatility: number
  /** Y of the square-root law: 1 until it is fitted on own fills. */
  readonly impactFactor: number
  /** Below zero where funding is received: see `fundingOf`. */
  readonly funding: number
  /** Mean mark-out against own resting entries five seconds on; zero for one that takes. */
  readonly adverse: number
}

/** In hundredths of a percent of the notional. */
export interface CostBps {
  readonly fees: number
  readonly spread: number
  readonly impact: number
  readonly funding: number
  readonly adverse: number
  readonly total: number
}

export interface Cost {
  /** In and out again, as a fraction of the notional. */
  readonly total: number
  readonly bps: CostBps
}

const BPS = 10_000

/**
 * Estimates the cost of a round trip. Impact is the larger of the order book's and the square-root law's (Donier and
 * Bonart, "A million metaorder analysis of market impact on the Bitcoin", 2015).
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

const squareRootImpact = ({ impactFactor, dayVolatility, notional, dayVolume }: CostFigures): number =>
  impactFactor * dayVolatility * Math.sqrt(notional / dayVolume)
