/**
 * Phase check of a strategy: shifts the dates of its history by whole days, so that its rules start at different bars,
 * and chooses these shifts.
 */

import { DAY_MS } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { PERIOD_BARS } from '../../domain/signal/series.ts'
import type { CandleColumns, InstrumentHistory } from '../history.ts'

/** Run of the phase check: the same candles under shifted dates, so that the strategy starts at a different bar. */
export interface PhaseRun {
  /** Number of days by which the candles are shifted forward. */
  readonly days: number
  /** Number of bars by which rules start earlier than without the shift. */
  readonly bars: number
  readonly trades: number
  readonly net: string
}

/** Returns the history shifted forward by a number of milliseconds. */
export const shiftHistory = (history: InstrumentHistory, byMs: number): InstrumentHistory => ({
  ...history,
  last: shiftColumns(history.last, byMs),
  mark: history.mark && shiftColumns(history.mark, byMs),
  index: history.index && shiftColumns(history.index, byMs),
  funding: history.funding?.map((one) => ({ ...one, settledAtMs: one.settledAtMs + byMs })) ?? null,
  openInterest: history.openInterest?.map((one) => ({ ...one, atMs: one.atMs + byMs })) ?? null,
})

const shiftColumns = (columns: CandleColumns, byMs: number): CandleColumns => ({
  ...columns,
  fromMs: columns.fromMs + byMs,
  gaps: columns.gaps.map(({ fromMs, toMs }) => ({ fromMs: fromMs + byMs, toMs: toMs + byMs })),
})

/** Maximum shift. */
const DAYS_MAX = 366

/**
 * Returns shifts that spread the starts of rules over a period, each with the fewest days. Shifts are whole days, so
 * that funding settlements and day boundaries are unchanged.
 */
export const choosePhases = (interval: Interval, count: number): readonly Pick<PhaseRun, 'days' | 'bars'>[] => {
  const phases = Array.from({ length: DAYS_MAX }, (_, days) => ({
    days,
    bars: Math.round((days * DAY_MS) / intervalLength(interval)) % PERIOD_BARS,
  }))
  return Array.from({ length: count }, (_, index) => {
    const wanted = (index * PERIOD_BARS) / count
    return phases.reduce((best, phase) => (Math.abs(phase.bars - wanted) < Math.abs(best.bars - wanted) ? phase : best))
  })
}
