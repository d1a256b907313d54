/**
 * The limits the gates enforce. They come from the host's file alone; a limit that is `null` is not configured, and its
 * gate refuses. Money and ratios that limit money are decimal text; the rest are plain numbers in the unit of the name.
 */
export interface Constitution {
  readonly limits: {
    readonly maxOrderNotional: string | null
    readonly maxSymbolExposure: string | null
    readonly maxGrossExposure: string | null
    readonly maxLeverage: number | null
    /** Of the volume of the last 24 hours. */
    readonly maxOrderShareOfDayVolume: number | null
    /** In lots of any instrument's own quantity, as decimal text; beside the share. */
    readonly maxOrderQuantity: string | null
    /** Maintenance margin over equity after the order. */
    readonly maxMarginRatio: number | null
    /** Distance to liquidation over distance to the stop. */
    readonly minLiquidationBuffer: number | null
    readonly limitCollarBps: number | null
    readonly marketCollarBps: number | null
    /** For orders that only reduce. */
    readonly closingCollarBps: number | null
    readonly ordersPerSecond: number | null
    readonly ordersPerMinute: number | null
    readonly entriesPerHour: number | null
    readonly duplicateWindowMs: number | null
    readonly maxDayLossPct: number | null
    readonly maxDrawdownPct: number | null
    readonly maxLossStreak: number | null
  }
  readonly data: {
    readonly maxBookAgeMs: number | null
    readonly maxMarkAgeMs: number | null
    readonly maxPrivateStreamAgeMs: number | null
    readonly maxClockErrorMs: number | null
    readonly maxClockAgeMs: number | null
    readonly maxReconciliationAgeMs: number | null
    readonly maxFiltersAgeMs: number | null
    readonly maxUnknownOutcomes: number | null
    readonly maxCommitP99Ms: number | null
    /** Of the orders of a minute those the exchange refuses without good reason or does not answer. */
    readonly maxExchangeErrorPct: number | null
    readonly minFreeDiskBytes: number | null
  }
  readonly protection: {
    readonly defaultStopBps: number
    readonly budgetMs: number
    readonly fallbackAfterMs: number
    /** How far a fallback close may walk the book. */
    readonly fallbackCollarBps: number
  }
  readonly execution: {
    readonly recvWindowMs: number
    /** Allowance from the exchange's gateway to its matching. */
    readonly settleMs: number
    readonly unknownOutcomeHaltMs: number
    readonly mismatchHaltMs: number
    readonly reconcileEveryMs: number
    /** The leverage the exchange is told to use. */
    readonly leverage: number
    readonly takerFeeRate: string
  }
  readonly autotrading: {
    /** Of the equity: what an entry may lose when its stop is hit, costs included. */
    readonly riskPerTradeBps: number
    /** How far from the touch an entry may walk; what does not fill at once is given up. */
    readonly entryCollarBps: number
    readonly exitCollarBps: number
    /** A signal may be entered on for so many of its bars. */
    readonly validBars: number
    /** A strategy whose outcomes fall so many standard deviations behind what was promised is quarantined; null never does. */
    readonly quarantineAlarm: number | null
  }
}
