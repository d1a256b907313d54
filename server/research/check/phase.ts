/**
 * Phase check of a strategy: shifts the dates of its history by whole days, so that its rules start at other bars, and
 * chooses those shifts.
 */

import { DAY_MS } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import { PERIOD_BARS } from '../../domain/signal/series.ts'
import type { CandleColumns, InstrumentHistory } from '../history.ts'

/** Run of the phase check: the same candles under shifted dates, so that the strategy starts at another bar. */
export interface PhaseRun {
  /** Days by which the candles are dated later. */
  readonly days: number
  /** Bars by which rules begin earlier than without. */
  readonly bars: number
  readonly trades: number
  readonly net: string
}

/** Returns the history as if it had happened some milliseconds later. */
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

/** Longest shift that is considered. */
const DAYS_MAX = 366

/**
 * Returns shifts of whole days that spread the beginnings of rules over a period, the fewest days for each: days keep
 * the settlements of funding and the ends of days where they are.
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
