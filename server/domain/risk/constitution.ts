/**
 * Limits enforced by the gates, set only in a file on the host. A limit that is `null` is not configured, and its gate
 * refuses. Amounts and ratios that limit amounts are decimal strings; the others are plain numbers in the unit given by
 * their name.
 */
export interface Constitution {
  readonly limits: {
    readonly maxOrderNotional: string | null
    readonly maxSymbolExposure: string | null
    readonly maxGrossExposure: string | null
    readonly maxLeverage: number | null
    /** Share of the volume of the last 24 hours. */
    readonly maxOrderShareOfDayVolume: number | null
    /** Limit in the instrument's quantity unit, as a decimal string; applies in addition to the share. */
    readonly maxOrderQuantity: string | null
    /** Maintenance margin divided by equity after the order. */
    readonly maxMarginRatio: number | null
    /** Distance to liquidation divided by distance to the stop. */
    readonly minLiquidationBuffer: number | null
    readonly limitCollarBps: number | null
    readonly marketCollarBps: number | null
    /** Price collar of reduce-only orders. */
    readonly closingCollarBps: number | null
    readonly ordersPerSecond: number | null
    readonly ordersPerMinute: number | null
    readonly entriesPerHour: number | null
    readonly duplicateWindowMs: number | null
    readonly maxDayLossPct: number | null
    readonly maxDrawdownPct: number | null
    readonly maxLossStreak: number | null
    /** Loss of a symbol's entire position at its stop, including costs, in percent of equity; decimal string. */
    readonly maxPositionLossPct: string | null
    /** Loss of all symbols' positions together, likewise. */
    readonly maxTotalLossPct: string | null
    /**
     * Distance of a stop from the average entry price, in percent; a stop farther away does not count as protection.
     */
    readonly maxStopPct: number | null
    /** Distance of a new stop in multiples of the hourly average true range. */
    readonly maxStopAtr: number | null
    /** Worst-case exposure in the first week of live trading, in percent of equity; decimal string. */
    readonly firstWeekExposurePct: string | null
    /** True when the limits on day loss, drawdown and consecutive losses also apply to user orders. */
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
    /** Share of a minute's orders that the exchange rejects without a valid reason or does not answer. */
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
    /** Time allowed from the exchange's gateway to its matching engine. */
    readonly settleMs: number
    readonly unknownOutcomeHaltMs: number
    readonly mismatchHaltMs: number
    readonly reconcileEveryMs: number
    /** Leverage set at the exchange. */
    readonly leverage: number
    readonly takerFeeRate: string
    /** Allowance for how far beyond its trigger a stop fills, as a rate of the exit value; decimal string. */
    readonly stopSlippageRate: string
  }
  readonly autotrading: {
    /** Share of equity that an entry may lose at its stop, including costs. */
    readonly riskPerTradeBps: number
    /** Maximum distance of an entry from the touch; the part that does not fill immediately is dropped. */
    readonly entryCollarBps: number
    readonly exitCollarBps: number
    /** Number of bars for which a signal may be entered. */
    readonly validBars: number
    /**
     * Number of standard deviations by which outcomes may fall short of the forecast before a strategy is quarantined;
     * null means never.
     */
    readonly quarantineAlarm: number | null
  }
  /** Thresholds of the monitor surfaces; no gate reads them. */
  readonly monitor: {
    /** Maximum age of an instrument's funding data. */
    readonly maxFundingAgeMs: number
    /** Maximum age of the probes of the gates and of the route guard. */
    readonly maxProbeAgeMs: number
    /** Maximum age of the last check of new audit entries. */
    readonly maxVerificationAgeMs: number
    /** Maximum age of the full verification of the audit log. */
    readonly maxFullVerificationAgeMs: number
    /** Maximum age of statistics computed outside the engine. */
    readonly maxStatisticsAgeMs: number
    /** Number of sampled days a baseline requires. */
    readonly baselineDays: number
    /** Minimum number of closed trades for assessing profitability. */
    readonly minTrades: number
    /** Minimum number of days for assessing profitability. */
    readonly minDays: number
    /** Minimum number of closed trades for proven profitability. */
    readonly provenTrades: number
    readonly provenDeflatedSharpe: number
    readonly maxOverfitProbability: number
    /**
     * Probability of a positive Sharpe ratio above which a profit is likely; below its complement, a loss is likely.
     */
    readonly likelySharpeProbability: number
    /** Maximum difference between the account and the sum of all lifecycles, in USDT. */
    readonly maxIdentityDifference: number
    /** The same limit as a share of the initial equity; the larger of the two applies. */
    readonly maxIdentityShare: number
    /** Share of the declared items, or expected evaluations, below which coverage is insufficient. */
    readonly minCoverage: number
    /** Share of the expected evaluations at which coverage is complete. */
    readonly fullCoverage: number
    /** Minimum number of outcomes for scoring a strategy. */
    readonly scoredOutcomes: number
    readonly stressVolatilityPercentile: number
    /** Spread that indicates stress, as a multiple of the baseline's median. */
    readonly stressSpreadMultiple: number
    /** Depth that indicates stress, as a share of the baseline's median. */
    readonly stressDepthShare: number
    /** Funding rate that indicates stress, as a share of the highest rate the exchange allows. */
    readonly stressFundingShare: number
    /** Number of sequence losses of an instrument's order book per hour above which its data are unreliable. */
    readonly maxResyncsPerHour: number
    /** Share of a stage's items, continued or ended with a reason, from which the evidence loop counts as closed. */
    readonly loopClosedShare: number
    /** Share below which the evidence loop counts as broken. */
    readonly loopBrokenShare: number
    readonly maxCandidateLagMs: number
    readonly maxDecisionLagMs: number
    readonly maxIntentLagMs: number
    readonly maxOrderLagMs: number
    readonly maxPositionLagMs: number
    /** Number of candidates below which shares are labelled as a small sample and have confidence intervals. */
    readonly smallSample: number
    /** Share of a budget from which it counts as nearly exhausted. */
    readonly nearLimitShare: number
    /** Delay caused by our own rate limiter from which throttling is reported. */
    readonly throttleWindowMs: number
    /** Maximum downtime without review of the restart by a person. */
    readonly maxDowntimeMs: number
    /** Maximum number of unclean restarts within an hour. */
    readonly maxUncleanRestarts: number
    /** Maximum time an outcome may be unknown before action is required. */
    readonly maxUnknownOutcomeMs: number
    /** Interval between messenger digests. */
    readonly digestEveryMs: number
    /** Minimum share of digest lines that are read from live state. */
    readonly liveLinesShare: number
    /** Share of candidates passing every gate from which entries count as flowing. */
    readonly flowingShare: number
    /** Days before expiry from which an exchange key is reported. */
    readonly keyExpiryDays: number
    /** Maximum age of the off-host copy of an audit checkpoint. */
    readonly maxAnchorAgeMs: number
    /** Days of paper trading required before real money. */
    readonly goLiveDays: number
    /** Closed paper trades required before real money. */
    readonly goLiveTrades: number
    /** Maximum median difference between paper fills and replayed fills. */
    readonly goLiveFillErrorBps: number
    /** Window without failures. */
    readonly goLiveWindowDays: number
    /** Number of reconciliations within the window, all without a remaining difference. */
    readonly goLiveReconciliations: number
    /** Kills survived during the days of paper trading. */
    readonly goLiveDrills: number
    readonly goLiveRestartMs: number
    /** Maximum time from the request of an emergency stop until it takes effect. */
    readonly goLiveLatchMs: number
    /** Number of simulation seeds run on this build. */
    readonly goLiveSeeds: number
    readonly goLiveClockOffsetMs: number
    /** Minimum share of the window with market data. */
    readonly goLiveFeedShare: number
    /** Minimum share of the window that was observed. */
    readonly goLiveObservedShare: number
    /** Effective number of outcomes on which forecasts were better than the base rate. */
    readonly goLiveOutcomes: number
    /** Time after its review in which a decision packet can be used to arm live trading. */
    readonly packetValidMs: number
  }
}
