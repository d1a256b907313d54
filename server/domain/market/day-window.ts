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

  /** Keeps what still counts at the minute opening at `openMs`. */
  const dropBefore = (openMs: Instant): void => {
    const fromMs = openMs - (MINUTES - 1) * MINUTE_MS
    const keep = minutes.findIndex((minute) => minute.openMs >= fromMs)
    if (keep === 0) return
    minutes.splice(0, keep < 0 ? minutes.length : keep)
    merged = undefined
  }

  return {
    get knownToMs() {
      const newest = minutes.at(-1)
      return newest && closeOf(newest)
    },
    add(minute) {
      if (minutes.at(-1)?.openMs === minute.openMs) minutes.pop()
      minutes.push(minute)
      dropBefore(closeOf(minute))
      merged = undefined
    },
    summary(forming) {
      if (forming) dropBefore(forming.openMs)
      merged ??= minutes.length === 0 ? undefined : minutes.reduce(mergeCandles)
      if (!forming) return merged
      return merged ? mergeCandles(merged, forming) : forming
    },
  }
}
