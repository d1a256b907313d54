/** Display names of the risk limits, and their order in lists. */

import { t } from '../messages/messages.ts'

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
  'limits.maxDayLossPct': t('Daily loss'),
  'limits.maxDrawdownPct': t('Drawdown'),
  'limits.maxLossStreak': t('Consecutive losses'),
  'limits.maxTotalLossPct': t('Total loss at stops'),
  'limits.maxPositionLossPct': t('Loss at stop, per position'),
  'limits.maxGrossExposure': t('Gross exposure'),
  'limits.maxSymbolExposure': t('Exposure per symbol'),
  'limits.maxLeverage': t('Leverage'),
  'limits.firstWeekExposurePct': t('Exposure, first week live'),
  'limits.maxMarginRatio': t('Margin ratio'),
  'limits.ordersPerSecond': t('Orders per second'),
  'limits.ordersPerMinute': t('Orders per minute'),
  'limits.entriesPerHour': t('Autotrading entries per hour'),
  'limits.maxOrderNotional': t('Order value'),
  'limits.maxOrderQuantity': t('Order quantity'),
  'limits.maxOrderShareOfDayVolume': t('Share of 24 h volume'),
  'limits.minLiquidationBuffer': t('Liquidation buffer'),
  'limits.limitCollarBps': t('Price collar, limit orders'),
  'limits.marketCollarBps': t('Price collar, market orders'),
  'limits.closingCollarBps': t('Price collar, closing orders'),
  'limits.duplicateWindowMs': t('Duplicate window'),
  'limits.maxStopPct': t('Stop distance'),
  'limits.maxStopAtr': t('Stop distance, hourly ranges'),
  'data.maxCommitP99Ms': t('Commit latency, p99'),
  'data.minFreeDiskBytes': t('Free disk space'),
  'data.maxClockErrorMs': t('Clock offset'),
  'data.maxClockAgeMs': t('Clock check age'),
  'data.maxReconciliationAgeMs': t('Reconciliation age'),
  'data.maxUnknownOutcomes': t('Orders with unknown outcome'),
  'data.maxBookAgeMs': t('Order book age'),
  'data.maxMarkAgeMs': t('Mark price age'),
  'data.maxPrivateStreamAgeMs': t('Private stream silence'),
  'data.maxFiltersAgeMs': t('Instrument data age'),
  'data.maxExchangeErrorPct': t('Exchange errors'),
  'protection.budgetMs': t('Time without a verified stop'),
}
