import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../market/candle.ts'
import { createHourlySeries, type HourlySeries, setHour } from './hourly-series.ts'
import { MICRO_RULES } from './micro-rules.ts'

/**
 * Closed one-minute candles of the last day, from which volatility, volume and the hourly price change are computed.
 */
export interface Minutes {
  readonly stamps: Int32Array
  /** Natural logarithm of the close in ticks. */
  readonly closes: Float64Array
  /** ln(high/low)². */
  readonly ranges: Float32Array
  readonly volumes: Float64Array
  /** Hourly realised volatility. */
  readonly history: HourlySeries
  /** Number of the newest minute, with the known minutes and volume of the 24 hours that end with it. */
  readonly day: { newest: number; known: number; volume: number }
}

const DAY_MINUTES = DAY_MS / MINUTE_MS
const HOUR_MINUTES = 60

export const createMinutes = (): Minutes => ({
  stamps: new Int32Array(DAY_MINUTES).fill(-1),
  closes: new Float64Array(DAY_MINUTES),
  ranges: new Float32Array(DAY_MINUTES),
  volumes: new Float64Array(DAY_MINUTES),
  history: createHourlySeries(),
  day: { newest: -1, known: 0, volume: 0 },
})

/** Adds a minute; an incomplete minute leaves a gap, and a republished minute replaces the earlier one. */
export const enterMinute = (minutes: Minutes, candle: Candle): void => {
  if (candle.missing.length > 0) return
  const minute = Math.floor(candle.openMs / MINUTE_MS)
  const slot = minute % DAY_MINUTES
  if ((minutes.stamps[slot] as number) > minute) return
  advanceDay(minutes, minute)
  minutes.day.known += minutes.stamps[slot] === minute ? 0 : 1
  minutes.day.volume += candle.volume - (minutes.stamps[slot] === minute ? (minutes.volumes[slot] as number) : 0)
  minutes.stamps[slot] = minute
  minutes.closes[slot] = Math.log(candle.close)
  minutes.ranges[slot] = Math.log(candle.high / candle.low) ** 2
  minutes.volumes[slot] = candle.volume
  const volatility = realisedPct(minutes, candle.openMs + MINUTE_MS, HOUR_MINUTES).value
  if (volatility !== null) setHour(minutes.history, candle.openMs, volatility)
}

/** Drops the minutes that fall out of the day when this one becomes the newest. */
const advanceDay = ({ stamps, volumes, day }: Minutes, newest: number): void => {
  if (newest <= day.newest) return
  for (let minute = Math.max(day.newest + 1, newest - DAY_MINUTES + 1); minute <= newest; minute++) {
    const slot = minute % DAY_MINUTES
    if (stamps[slot] === -1) continue
    stamps[slot] = -1
    day.known--
    day.volume -= volumes[slot] as number
  }
  day.newest = newest
}

export interface WindowReading {
  /** Null when too few of the minutes are known. */
  readonly value: number | null
  readonly n: number
}

/** √Σr² of the minutes' logarithmic returns, scaled to the whole window, in percent. */
export const realisedPct = (minutes: Minutes, at: Instant, window: number): WindowReading => {
  const { stamps, closes } = minutes
  const last = Math.floor(at / MINUTE_MS) - 1
  let before = Math.max(0, last - window)
  let slot = before % DAY_MINUTES
  let [n, sum] = [0, 0]
  while (before < last) {
    const next = slot + 1 === DAY_MINUTES ? 0 : slot + 1
    if (stamps[slot] === before && stamps[next] === before + 1) {
      n++
      sum += ((closes[next] as number) - (closes[slot] as number)) ** 2
    }
    before++
    slot = next
  }
  return readWindow({ n, sum }, window)
}

/** Parkinson's estimate from the highs and lows of the minutes of a day, for the day, in percent. */
export const parkinsonPct = ({ stamps, ranges }: Minutes, at: Instant): WindowReading =>
  overWindow(at, DAY_MINUTES, (minute) => {
    const slot = minute % DAY_MINUTES
    return stamps[slot] === minute ? (ranges[slot] as number) / (4 * Math.LN2) : undefined
  })

/** Volume of the last 24 hours in lots, extrapolated over unknown minutes. */
export const dayVolume = (minutes: Minutes, at: Instant): number | null => {
  const last = Math.floor(at / MINUTE_MS) - 1
  const { known, volume } = last === minutes.day.newest ? minutes.day : sumDay(minutes, last)
  return known < DAY_MINUTES * MICRO_RULES.minutesShare ? null : (volume / known) * DAY_MINUTES
}

const sumDay = ({ stamps, volumes }: Minutes, last: number): { known: number; volume: number } => {
  const sum = { known: 0, volume: 0 }
  for (let slot = 0; slot < DAY_MINUTES; slot++) {
    const minute = stamps[slot] as number
    if (minute <= last - DAY_MINUTES || minute > last || minute < 0) continue
    sum.known++
    sum.volume += volumes[slot] as number
  }
  return sum
}

/** Change in the close over the last hour, in percent. */
export const hourChangePct = ({ stamps, closes }: Minutes, at: Instant): number | null => {
  const last = Math.floor(at / MINUTE_MS) - 1
  const first = last - HOUR_MINUTES
  if (stamps[last % DAY_MINUTES] !== last || stamps[first % DAY_MINUTES] !== first) return null
  return (Math.exp((closes[last % DAY_MINUTES] as number) - (closes[first % DAY_MINUTES] as number)) - 1) * 100
}

/** Counts the gaps of the last day; its newest minute may not have been published yet, and does not count. */
export const countGaps = ({ stamps }: Minutes, at: Instant): number => {
  const last = Math.floor(at / MINUTE_MS) - 1
  let stretches = 0
  let wasObserved = true
  for (let minute = last - DAY_MINUTES + 1; minute < last; minute++) {
    const isObserved = stamps[minute % DAY_MINUTES] === minute
    if (wasObserved && !isObserved) stretches++
    wasObserved = isObserved
  }
  return stretches
}

const overWindow = (at: Instant, window: number, squareAt: (minute: number) => number | undefined): WindowReading => {
  const last = Math.floor(at / MINUTE_MS) - 1
  let n = 0
  let sum = 0
  for (let minute = Math.max(1, last - window + 1); minute <= last; minute++) {
    const square = squareAt(minute)
    if (square === undefined) continue
    n++
    sum += square
  }
  return readWindow({ n, sum }, window)
}

/** Scales a mean square to the whole window; null when too few of its minutes are known. */
const readWindow = ({ n, sum }: { readonly n: number; readonly sum: number }, window: number): WindowReading => ({
  value: n < window * MICRO_RULES.minutesShare ? null : Math.sqrt((sum / n) * window) * 100,
  n,
})
