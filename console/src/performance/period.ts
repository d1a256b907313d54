/** Periods over which performance is reported, with their labels and their start. */

import { DAY_MS } from '../figures/time-units.ts'
import { t } from '../messages/messages.ts'

/** Returns the start of a period of UTC days that ends today; null for an unlimited period. */
export const beginPeriod = (period: Period, nowMs: number): number | null =>
  period === 'all' ? null : (Math.floor(nowMs / DAY_MS) + 1 - Number(period)) * DAY_MS

export type Period = '1' | '7' | '30' | '90' | 'all'

export const PERIODS: Readonly<Record<Period, string>> = {
  1: t('Today (UTC)'),
  7: t('7 days'),
  30: t('30 days'),
  90: t('90 days'),
  all: t('All time'),
}
