import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type EquityCurve, type EquityRecord, NO_CURVE, withDay } from '../../domain/performance/equity-curve.ts'
import type { Observed } from '../../monitor/frame/observed.ts'
import type { EquitySample } from '../../views/ports.ts'
import type { PerformanceSources } from './performance-sources.ts'

/** Equity of the days that are over, read once and kept; changed in place. */
export interface EquityBook {
  curve: EquityCurve
  /** The first day that is not in it; null before the first sample. */
  nextDayMs: Instant | null
  /** Last record built from it. */
  made: Observed<EquityRecord> | null
}

export const openEquityBook = (): EquityBook => ({ curve: NO_CURVE, nextDayMs: null, made: null })

/** A day has 1,440 minutes, and one sample in each at most. */
const SAMPLES_A_DAY_MAX = 2_000

/** The whole curve; undefined before the first sample. */
export const curveUpTo = async (
  sources: PerformanceSources,
  book: EquityBook,
  nowMs: Instant,
): Promise<EquityCurve | undefined> => {
  book.nextDayMs ??= findFirstDay(sources, nowMs)
  if (book.nextDayMs === null) return undefined
  const flows = sources.store.trading.findAdjustments()
  let { curve, nextDayMs } = book
  for (; nextDayMs <= nowMs; nextDayMs += DAY_MS) {
    curve = withDay(curve, findSamples(sources, nextDayMs), flows)
    if (nextDayMs + DAY_MS + MINUTE_MS <= nowMs) Object.assign(book, { curve, nextDayMs: nextDayMs + DAY_MS })
    await setImmediate()
  }
  return curve
}

/** Returns the first day. A query for two samples returns the first and the last of all. */
const findFirstDay = ({ store }: PerformanceSources, nowMs: Instant): Instant | null => {
  const [first] = store.trading.findEquity({ fromMs: 0, toMs: nowMs + 1, limit: 2 })
  return first ? Math.floor(first.atMs / DAY_MS) * DAY_MS : null
}

const findSamples = ({ store }: PerformanceSources, dayMs: Instant): EquitySample[] =>
  store.trading.findEquity({ fromMs: dayMs, toMs: dayMs + DAY_MS, limit: SAMPLES_A_DAY_MAX })
