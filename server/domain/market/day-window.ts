import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Candle, closeOf, mergeCandles } from './candle.ts'

/** The figures of the last 24 hours of an instrument, to the minute. */
export interface DayWindow {
  /** The end of the newest minute. */
  readonly knownToMs: Instant | undefined
  /** Adds a closed minute; one with the opening instant of the last replaces it. */
  add(minute: Candle): void
  /** One candle over the window that ends with `forming`; undefined when nothing is known. */
  summary(forming: Candle | undefined): Candle | undefined
}

const MINUTES = DAY_MS / MINUTE_MS

export const createDayWindow = (): DayWindow => {
  const minutes: Candle[] = []
  let merged: Candle | undefined

  const dropBefore = (fromMs: Instant): void => {
    const keep = minutes.findIndex((minute) => minute.openMs >= fromMs)
    if (keep > 0) minutes.splice(0, keep)
  }

  return {
    get knownToMs() {
      const newest = minutes.at(-1)
      return newest && closeOf(newest)
    },
    add(minute) {
      if (minutes.at(-1)?.openMs === minute.openMs) minutes.pop()
      minutes.push(minute)
      dropBefore(minute.openMs - (MINUTES - 2) * MINUTE_MS)
      merged = undefined
    },
    summary(forming) {
      merged ??= minutes.length === 0 ? undefined : minutes.reduce(mergeCandles)
      if (!forming) return merged
      return merged ? mergeCandles(merged, forming) : forming
    },
  }
}
