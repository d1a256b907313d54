/** Display names of the risk limits, and their order in lists. */

/** Sorts limits in the order of `NAMES`; others follow. */
export const sortByName = <L extends { readonly path: string }>(limits: readonly L[]): readonly L[] =>
  limits.toSorted((a, b) => rankPath(a.path) - rankPath(b.path))

const rankPath = (path: string): number => {
  const rank = Object.keys(NAMES).indexOf(path)
  return rank < 0 ? Number.POSITIVE_INFINITY : rank
}

/** Returns the display name of a limit, or the title from the server if it has none here. */
export const nameLimit = ({ path, title }: { readonly path: string; readonly title: string }): string =>
  NAMES[path] ?? title

const NAMES: Readonly<Record<string, string>> = {
  'limits.maxDayLossPct': 'Daily loss',
  'limits.maxDrawdownPct': 'Drawdown',
  'limits.maxLossStreak': 'Consecutive losses',
  'limits.maxTotalLossPct': 'Loss of all positions at their stops',
  'limits.maxPositionLossPct': 'Loss of one position at its stop',
  'limits.maxGrossExposure': 'Gross exposure',
  'limits.maxSymbolExposure': 'Exposure per symbol',
  'limits.maxLeverage': 'Leverage',
  'limits.firstWeekExposurePct': 'Exposure, first week live',
  'limits.maxMarginRatio': 'Margin ratio',
  'limits.ordersPerSecond': 'Orders per second',
  'limits.ordersPerMinute': 'Orders per minute',
  'limits.entriesPerHour': 'Autotrading entries per hour',
  'limits.maxOrderNotional': 'Order value',
  'limits.maxOrderQuantity': 'Order quantity',
  'limits.maxOrderShareOfDayVolume': 'Share of 24 h volume',
  'limits.minLiquidationBuffer': 'Liquidation buffer',
  'limits.limitCollarBps': 'Price collar, limit orders',
  'limits.marketCollarBps': 'Price collar, market orders',
  'limits.closingCollarBps': 'Price collar, closing orders',
  'limits.duplicateWindowMs': 'Duplicate window',
  'limits.maxStopPct': 'Stop distance',
  'limits.maxStopAtr': 'Stop distance, hourly ranges',
  'data.maxCommitP99Ms': 'Commit latency, p99',
  'data.minFreeDiskBytes': 'Free disk space',
  'data.maxClockErrorMs': 'Clock offset',
  'data.maxClockAgeMs': 'Clock check age',
  'data.maxReconciliationAgeMs': 'Reconciliation age',
  'data.maxUnknownOutcomes': 'Orders of unknown outcome',
  'data.maxBookAgeMs': 'Order book age',
  'data.maxMarkAgeMs': 'Mark price age',
  'data.maxPrivateStreamAgeMs': 'Private stream silence',
  'data.maxFiltersAgeMs': 'Instrument data age',
  'data.maxExchangeErrorPct': 'Exchange errors',
  'protection.budgetMs': 'Time without a verified stop',
}
