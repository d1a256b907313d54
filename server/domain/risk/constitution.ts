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
    /** Loss of one symbol's whole position at its stop, costs included, in percent of the equity; decimal text. */
    readonly maxPositionLossPct: string | null
    /** The same for all symbols together. */
    readonly maxTotalLossPct: string | null
    /** Distance of a stop from the average entry price, in percent: one farther away does not count as protection. */
    readonly maxStopPct: number | null
    /** Distance of a new stop in multiples of the average true range of an hour. */
    readonly maxStopAtr: number | null
    /** Whether the limits on day loss, drawdown and losses in a row bind orders of people too. */
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
    /** Allowance for how far beyond its trigger a stop fills, as a rate of the exit value; decimal text. */
    readonly stopSlippageRate: string
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
  } /** What the monitor surfaces judge by; no gate reads it. */
  readonly monitor: {
    /** Of the funding of an instrument. */
    readonly maxFundingAgeMs: number
    /** Of the probes of the gates and of the guard of the routes. */
    readonly maxProbeAgeMs: number
    /** Of the last look at what the audit has gained. */
    readonly maxVerificationAgeMs: number
    /** Of the verification of the whole audit. */
    readonly maxFullVerificationAgeMs: number
    /** Of what is counted and estimated beside the engine. */
    readonly maxStatisticsAgeMs: number
    /** So many days of samples make a baseline. */
    readonly baselineDays: number
    /** Closed trades without which profitability is not judged. */
    readonly minTrades: number
    /** Days without which profitability is not judged. */
    readonly minDays: number
    /** Closed trades without which it is not proven. */
    readonly provenTrades: number
    readonly provenDeflatedSharpe: number
    readonly maxOverfitProbability: number
    /** That the Sharpe ratio is above zero; its complement makes a loss likely. */
    readonly likelySharpeProbability: number
    /** Between the account and the sum of all lifecycles, in USDT. */
    readonly maxIdentityDifference: number
    /** As the one above, of the equity at the beginning; the larger one counts. */
    readonly maxIdentityShare: number
    /** Of what is declared, or expected to be evaluated: below it is not covered. */
    readonly minCoverage: number
    /** Of the evaluations that are expected. */
    readonly fullCoverage: number
    /** Outcomes that score a strategy. */
    readonly scoredOutcomes: number
    readonly stressVolatilityPercentile: number
    /** Of the median spread of the baseline. */
    readonly stressSpreadMultiple: number
    /** Of the median depth of the baseline. */
    readonly stressDepthShare: number
    /** Of the highest rate the exchange allows. */
    readonly stressFundingShare: number
    /** Losses of a book's sequence within an hour, by instrument; more mean that it is badly seen. */
    readonly maxResyncsPerHour: number
    /** Of the items of a stage that go on or say why not. */
    readonly loopClosedShare: number
    /** Below it a loop is broken. */
    readonly loopBrokenShare: number
    readonly maxCandidateLagMs: number
    readonly maxDecisionLagMs: number
    readonly maxIntentLagMs: number
    readonly maxOrderLagMs: number
    readonly maxPositionLagMs: number
    /** Candidates below which shares carry intervals and say so. */
    readonly smallSample: number
    /** Of a budget. */
    readonly nearLimitShare: number
    /** So long a delay by our own limiter is told of. */
    readonly throttleWindowMs: number
    /** After a longer one a person looks first. */
    readonly maxDowntimeMs: number
    /** Within an hour. */
    readonly maxUncleanRestarts: number
    /** An outcome unknown for longer calls for somebody. */
    readonly maxUnknownOutcomeMs: number
    /** Between two digests of the messenger. */
    readonly digestEveryMs: number
    /** Of the lines of a digest that are read from live state. */
    readonly liveLinesShare: number
    /** Of the candidates that pass every gate: from here on they flow. */
    readonly flowingShare: number
    /** A key of an exchange that expires sooner is told of. */
    readonly keyExpiryDays: number
    /** Of the copy of an audit checkpoint off this host. */
    readonly maxAnchorAgeMs: number
    /** Of trading on paper before real money. */
    readonly goLiveDays: number
    /** Closed on paper before real money. */
    readonly goLiveTrades: number
    /** Median distance of paper fills from replayed ones. */
    readonly goLiveFillErrorBps: number
    /** In which nothing may have gone wrong. */
    readonly goLiveWindowDays: number
    /** Within the window, without a difference left. */
    readonly goLiveReconciliations: number
    /** Kills survived, in the days of trading on paper. */
    readonly goLiveDrills: number
    readonly goLiveRestartMs: number
    /** From the call of an emergency stop until it holds. */
    readonly goLiveLatchMs: number
    /** Of the simulation, run on this build. */
    readonly goLiveSeeds: number
    readonly goLiveClockOffsetMs: number
    /** Of the window in which the market was seen. */
    readonly goLiveFeedShare: number
    /** Of the window that must have been observed at all. */
    readonly goLiveObservedShare: number
    /** Effective, on which forecasts were better than the base rate. */
    readonly goLiveOutcomes: number
    /** A decision packet can be armed with for so long after it was looked at. */
    readonly packetValidMs: number
  }
}
