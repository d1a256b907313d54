/** Objectives that a parameter search can maximise, with labels, and formats of their values. */

import { formatPercent, formatReading, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import type { SearchSummary } from './types.ts'

/** Objectives that a search can maximise, with their labels. */
export const OBJECTIVES: Readonly<Record<Objective, string>> = {
  sharpe: t('Sharpe ratio'),
  sortino: t('Sortino ratio'),
  calmar: t('Calmar ratio'),
  sqn: t('System quality number'),
  net: t('Net return'),
}

type Objective = SearchSummary['objective']

/** Formats the objective of a trial, which for `net` is a return. */
export const formatObjective = (objective: Objective, value: number | null | undefined): string =>
  objective === 'net' ? formatShare(value) : formatRatio(value)

/** Formats a fraction as a percentage. */
export const formatShare = (value: number | null | undefined): string =>
  formatPercent(value == null ? null : value * PERCENT)

/** Formats a ratio to the hundredth. */
export const formatRatio = (value: number | null | undefined): string =>
  value == null ? UNKNOWN : formatReading(Math.round(value * PERCENT) / PERCENT)

const PERCENT = 100
