/** Objectives that a parameter search can maximise, with labels, and formats of their values. */

import { formatPercent, formatReading, UNKNOWN } from '../figures/numbers.ts'
import type { SearchSummary } from './types.ts'

/** Objectives that a search can maximise, with their labels. */
export const OBJECTIVES: Readonly<Record<Objective, string>> = {
  sharpe: 'Sharpe ratio',
  sortino: 'Sortino ratio',
  calmar: 'Calmar ratio',
  sqn: 'System quality number',
  net: 'Net return',
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
