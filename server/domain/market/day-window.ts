import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Candle, closeTime, mergeCandles } from './candle.ts'

/** The figures of the last 24 hours of an instrument, to the minute. */
export interface DayWindow {
  /** The end of the newest minute. */
  readonly knownToMs: Instant | undefined
  /** Adds a closed minute; one with the opening instant of the last replaces it. */
  add(minute: Candle): void
  /** One candle over the window that ends with `forming`; undefined when nothing is known. */
  summary(forming: Candle | undefined): Candle | undefined
  /**
   * Average true range of the whole hours of the window, in ticks:
   * `mean(max(high, previous close) − min(low, previous close))`; null with fewer than six of them.
   */
  hourlyRange(): number | null
}

const MINUTES = DAY_MS / MINUTE_MS

/** Minutes of one hour as one candle, as long as they are the same. */
interface Hour {
  readonly first: Candle
  readonly last: Candle
  readonly merged: Candle
}

export const createDayWindow = (): DayWindow => {
  const minutes: Candle[] = []
  const hours = new Map<number, Hour>()
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
      return newest && closeTime(newest)
    },
    add(minute) {
      if (minutes.at(-1)?.openMs === minute.openMs) minutes.pop()
      minutes.push(minute)
      dropBefore(closeTime(minute))
      merged = undefined
    },
    summary(forming) {
      if (forming) dropBefore(forming.openMs)
      merged ??= minutes.length === 0 ? undefined : mergeHours(minutes, hours).reduce(mergeCandles)
      if (!forming) return merged
      return merged ? mergeCandles(merged, forming) : forming
    },
    hourlyRange() {
      const whole = mergeHours(minutes, hours).slice(0, -1)
      const ranges = whole.slice(1).map((hour, index) => trueRange(hour, whole[index]?.close ?? hour.open))
      return ranges.length < HOURS_MIN ? null : ranges.reduce((sum, range) => sum + range, 0) / ranges.length
    },
  }
}

/** The minutes hour by hour; of those that were merged before only what has changed is merged again. */
const mergeHours = (minutes: readonly Candle[], known: Map<number, Hour>): Candle[] => {
  const parts: Candle[] = []
  for (let from = 0; from < minutes.length; ) {
    const hour = hourIndex(minutes[from])
    let to = from + 1
    while (to < minutes.length && hourIndex(minutes[to]) === hour) to++
    parts.push(hourIn(minutes, { from, to }, known))
    from = to
  }
  if (known.size > 2 * HOURS) known.clear()
  return parts
}

const hourIn = (
  minutes: readonly Candle[],
  { from, to }: { readonly from: number; readonly to: number },
  known: Map<number, Hour>,
): Candle => {
  const [first, last] = [minutes[from] as Candle, minutes[to - 1] as Candle]
  const hour = hourIndex(first)
  const before = known.get(hour)
  if (before?.first === first && before.last === last) return before.merged
  const merged = minutes.slice(from, to).reduce(mergeCandles)
  known.set(hour, { first, last, merged })
  return merged
}

const HOURS = DAY_MS / HOUR_MS
const HOURS_MIN = 6

const trueRange = ({ high, low }: Candle, previousClose: number): number =>
  Math.max(high, previousClose) - Math.min(low, previousClose)

const hourIndex = (minute: Candle | undefined): number => Math.floor((minute?.openMs ?? 0) / HOUR_MS)
