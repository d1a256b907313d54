/**
 * Limits enforced by the gates, set only in the file on the host; a limit that is `null` is not configured, and its
 * gate refuses. Money and ratios that limit money are decimal text; the rest are plain numbers in the unit of the name.
 */
export interface Constitution {
  readonly limits: {
    readonly maxOrderNotional: string | null
    readonly maxSymbolExposure: string | null
    readonly maxGrossExposure: string | null
    readonly maxLeverage: number | null
    /** Share of the volume of the last 24 hours. */
    readonly maxOrderShareOfDayVolume: number | null
    /** Limit in the instrument's own unit of quantity, as decimal text; in addition to the share. */
    readonly maxOrderQuantity: string | null
    /** Maintenance margin over equity after the order. */
    readonly maxMarginRatio: number | null
    /** Distance to liquidation over distance to the stop. */
    readonly minLiquidationBuffer: number | null
    readonly limitCollarBps: number | null
    readonly marketCollarBps: number | null
    /** Collar for orders that only reduce. */
    readonly closingCollarBps: number | null
    readonly ordersPerSecond: number | null
    readonly ordersPerMinute: number | null
    readonly entriesPerHour: number | null
    readonly duplicateWindowMs: number | null
    readonly maxDayLossPct: number | null
    readonly maxDrawdownPct: number | null
    readonly maxLossStreak: number | null
    /** Loss of one symbol's whole position at its stop, costs included, in percent of the equity; decimal text. */
    readonly maxPositionLossPct: string | null
    /** The same for all symbols together. */
    readonly maxTotalLossPct: string | null
    /** Distance of a stop from the average entry price, in percent: one farther away does not count as protection. */
    readonly maxStopPct: number | null
    /** Distance of a new stop in multiples of the average true range of an hour. */
    readonly maxStopAtr: number | null
    /** Worst-case exposure in the first week of live trading, in percent of the equity; decimal text. */
    readonly firstWeekExposurePct: string | null
    /** True when the limits on day loss, drawdown and losses in a row apply to orders of people too. */
    readonly appliesToManual: boolean
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
    /** Share of a minute's orders that the exchange refuses without good reason or does not answer. */
    readonly maxExchangeErrorPct: number | null
    readonly minFreeDiskBytes: number | null
  }
  readonly protection: {
    readonly defaultStopBps: number
    readonly budgetMs: number
    readonly fallbackAfterMs: number
    /** Maximum slippage of a fallback close. */
    readonly fallbackCollarBps: number
  }
  readonly execution: {
    readonly recvWindowMs: number
    /** Allowance from the exchange's gateway to its matching. */
    readonly settleMs: number
    readonly unknownOutcomeHaltMs: number
    readonly mismatchHaltMs: number
    readonly reconcileEveryMs: number
    /** Leverage set at the exchange. */
    readonly leverage: number
    readonly takerFeeRate: string
    /** Allowance for how far beyond its trigger a stop fills, as a rate of the exit value; decimal text. */
    readonly stopSlippageRate: string
  }
  readonly autotrading: {
    /** Share of the equity that an entry may lose when its stop is hit, costs included. */
    readonly riskPerTradeBps: number
    /** Maximum distance of an entry from the touch; the part that does not fill immediately is dropped. */
    readonly entryCollarBps: number
    readonly exitCollarBps: number
    /** Number of bars for which a signal may be entered. */
    readonly validBars: number
    /**
     * Number of standard deviations by which outcomes may fall behind the forecast before a strategy is quarantined;
     * null is never.
     */
    readonly quarantineAlarm: number | null
  } /** Thresholds of the monitor surfaces; no gate reads them. */
  readonly monitor: {
    /** Maximum age of an instrument's funding data. */
    readonly maxFundingAgeMs: number
    /** Maximum age of the probes of the gates and of the route guard. */
    readonly maxProbeAgeMs: number
    /** Maximum age of the last check of new audit entries. */
    readonly maxVerificationAgeMs: number
    /** Maximum age of the full verification of the audit log. */
    readonly maxFullVerificationAgeMs: number
    /** Maximum age of statistics computed outside of the engine. */
    readonly maxStatisticsAgeMs: number
    /** Days of samples that a baseline requires. */
    readonly baselineDays: number
    /** Closed trades without which profitability is not judged. */
    readonly minTrades: number
    /** Days without which profitability is not judged. */
    readonly minDays: number
    /** Closed trades without which it is not proven. */
    readonly provenTrades: number
    readonly provenDeflatedSharpe: number
    readonly maxOverfitProbability: number
    /** Probability that the Sharpe ratio is above zero; its complement makes a loss likely. */
    readonly likelySharpeProbability: number
    /** Largest difference between the account and the sum of all lifecycles, in USDT. */
    readonly maxIdentityDifference: number
    /** The same limit as a share of the initial equity; the larger of the two applies. */
    readonly maxIdentityShare: number
    /** Share of the declared items, or expected evaluations, below which coverage is insufficient. */
    readonly minCoverage: number
    /** Share of the expected evaluations. */
    readonly fullCoverage: number
    /** Outcomes that score a strategy. */
    readonly scoredOutcomes: number
    readonly stressVolatilityPercentile: number
    /** Multiple of the baseline's median spread. */
    readonly stressSpreadMultiple: number
    /** Share of the baseline's median depth. */
    readonly stressDepthShare: number
    /** Share of the highest rate the exchange allows. */
    readonly stressFundingShare: number
    /**
     * Number of sequence losses of an order book within an hour, by instrument, above which its data are unreliable.
     */
    readonly maxResyncsPerHour: number
    /** Share of a stage's items that continue or end with a reason. */
    readonly loopClosedShare: number
    /** Share below which the evidence loop counts as broken. */
    readonly loopBrokenShare: number
    readonly maxCandidateLagMs: number
    readonly maxDecisionLagMs: number
    readonly maxIntentLagMs: number
    readonly maxOrderLagMs: number
    readonly maxPositionLagMs: number
    /** Number of candidates below which shares are labelled and carry intervals. */
    readonly smallSample: number
    /** Share of a budget. */
    readonly nearLimitShare: number
    /** Delay by our own limiter from which it is reported. */
    readonly throttleWindowMs: number
    /** Maximum downtime before a person has to review the restart. */
    readonly maxDowntimeMs: number
    /** Within an hour. */
    readonly maxUncleanRestarts: number
    /** Maximum time an outcome may be unknown before action is required. */
    readonly maxUnknownOutcomeMs: number
    /** Interval between two digests of the messenger. */
    readonly digestEveryMs: number
    /** Share of a digest's lines that are read from live state. */
    readonly liveLinesShare: number
    /** Share of candidates that pass every gate, from which they count as flowing. */
    readonly flowingShare: number
    /** Days before expiry from which an exchange key is reported. */
    readonly keyExpiryDays: number
    /** Maximum age of the copy of an audit checkpoint off this host. */
    readonly maxAnchorAgeMs: number
    /** Days of paper trading required before real money. */
    readonly goLiveDays: number
    /** Closed paper trades required before real money. */
    readonly goLiveTrades: number
    /** Median difference between paper fills and replayed ones. */
    readonly goLiveFillErrorBps: number
    /** Window in which nothing may have failed. */
    readonly goLiveWindowDays: number
    /** Number of reconciliations within the window, none with a remaining difference. */
    readonly goLiveReconciliations: number
    /** Kills survived during the days of paper trading. */
    readonly goLiveDrills: number
    readonly goLiveRestartMs: number
    /** Longest time from the call of an emergency stop until it is in effect. */
    readonly goLiveLatchMs: number
    /** Seeds of the simulation run on this build. */
    readonly goLiveSeeds: number
    readonly goLiveClockOffsetMs: number
    /** Share of the window with market data. */
    readonly goLiveFeedShare: number
    /** Share of the window that must have been observed at all. */
    readonly goLiveObservedShare: number
    /** Effective, on which forecasts were better than the base rate. */
    readonly goLiveOutcomes: number
    /** Time for which a decision packet can be used to arm live trading after it was reviewed. */
    readonly packetValidMs: number
  }
}
