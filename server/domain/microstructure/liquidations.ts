import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Liquidation } from '../market/market-event.ts'
import { addToHour, createHourlySeries, type HourlySeries, sumHours } from './hourly-series.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** Liquidations of the last 24 hours by minute, and the time in which all that the exchange publishes were received. */
export interface LiquidationWatch {
  /** Start of the current uninterrupted observation; null while liquidations are not received. */
  fromMs: Instant | null
  /** End of the observation so far. */
  toMs: Instant
  /** Minute, volume in lots, and number of liquidations of each slot. */
  readonly stamps: Int32Array
  readonly volumes: Float64Array
  readonly counts: Int32Array
  /** Minutes that were observed from start to end. */
  readonly observed: Int32Array
  /** Number of observed minutes, by hour. */
  readonly hours: HourlySeries
}

const DAY_MINUTES = DAY_MS / MINUTE_MS

export const createLiquidationWatch = (): LiquidationWatch => ({
  fromMs: null,
  toMs: 0,
  stamps: new Int32Array(DAY_MINUTES).fill(-1),
  volumes: new Float64Array(DAY_MINUTES),
  counts: new Int32Array(DAY_MINUTES),
  observed: new Int32Array(DAY_MINUTES).fill(-1),
  hours: createHourlySeries(),
})

/** Starts an uninterrupted observation; an earlier one ends. */
export const beginLiquidations = (watch: LiquidationWatch, sinceMs: Instant): void => {
  watch.fromMs = sinceMs
  watch.toMs = sinceMs
}

/** Ends the observation because the stream was lost or ended. */
export const endLiquidations = (watch: LiquidationWatch): void => {
  watch.fromMs = null
}

/** Maximum time between two mark prices that counts as observed. */
const SILENCE_MS = 30 * SECOND_MS

/**
 * Extends the observation to the time of a mark price. A market without liquidations sends nothing, so the mark prices
 * of the same connection show that it is alive.
 */
export const observeLiquidations = (watch: LiquidationWatch, at: Instant): void => {
  const { fromMs, toMs } = watch
  if (fromMs === null || at <= toMs) return
  watch.toMs = at
  if (at - toMs > SILENCE_MS) {
    watch.fromMs = at
    return
  }
  const ended = Math.floor(at / MINUTE_MS) - 1
  if (ended * MINUTE_MS >= fromMs && ended >= Math.floor(toMs / MINUTE_MS)) markObserved(watch, ended)
}

const markObserved = ({ observed, hours }: LiquidationWatch, minute: number): void => {
  if ((observed[minute % DAY_MINUTES] as number) >= minute) return
  observed[minute % DAY_MINUTES] = minute
  addToHour(hours, minute * MINUTE_MS, 1)
}

export const countLiquidation = (watch: LiquidationWatch, { quantity, liquidatedAtMs }: Liquidation): void => {
  const { stamps, volumes, counts } = watch
  const minute = Math.floor(liquidatedAtMs / MINUTE_MS)
  const slot = minute % DAY_MINUTES
  if ((stamps[slot] as number) > minute) return
  if (stamps[slot] !== minute) {
    stamps[slot] = minute
    volumes[slot] = 0
    counts[slot] = 0
  }
  volumes[slot] = (volumes[slot] as number) + quantity
  counts[slot] = (counts[slot] as number) + 1
}

export interface LiquidationReading {
  /** Volume of the last five minutes divided by the mean of the last 24 hours; 0 without liquidations. */
  readonly ratio: number
  /** Number of liquidations in the last five minutes. */
  readonly n: number
  /** True while liquidations are received. */
  readonly isLive: boolean
  /** Minutes of the uninterrupted observation, at most those of the window. */
  readonly windowMinutes: number
  /** Observed minutes of the last 24 hours before the window. */
  readonly dayMinutes: number
  /** Observed days of the last thirty. */
  readonly days: number
}

const WINDOW_MINUTES = MICRO_RULES.cascadeWindowMs / MINUTE_MS
const WINDOWS_PER_DAY = DAY_MINUTES / WINDOW_MINUTES

/**
 * Reads the liquidations at an instant. Minutes that were not observed count as zero in the mean, so that a loss of the
 * stream never lowers the ratio of the liquidations that were received.
 */
export const readLiquidations = (watch: LiquidationWatch, at: Instant): LiquidationReading => {
  const { stamps, volumes, counts, observed } = watch
  const now = Math.floor(at / MINUTE_MS)
  let [n, recent, day, dayMinutes] = [0, 0, 0, 0]
  for (let slot = 0; slot < DAY_MINUTES; slot++) {
    const minute = stamps[slot] as number
    if (minute > now - DAY_MINUTES && minute <= now) {
      day += volumes[slot] as number
      if (minute > now - WINDOW_MINUTES) {
        recent += volumes[slot] as number
        n += counts[slot] as number
      }
    }
    const observedMinute = observed[slot] as number
    if (observedMinute > now - DAY_MINUTES && observedMinute <= now - WINDOW_MINUTES) dayMinutes++
  }
  return {
    ratio: recent === 0 ? 0 : (recent / day) * WINDOWS_PER_DAY,
    n,
    isLive: watch.fromMs !== null,
    windowMinutes: windowMinutes(watch, at),
    dayMinutes,
    days: sumHours(watch.hours, at) / DAY_MINUTES,
  }
}

const windowMinutes = ({ fromMs, toMs }: LiquidationWatch, at: Instant): number =>
  fromMs === null || at - toMs > SILENCE_MS
    ? 0
    : Math.min(WINDOW_MINUTES, Math.max(0, Math.floor((at - fromMs) / MINUTE_MS)))

/** Minutes before the window that must be observed for the mean to be known. */
export const CASCADE_DAY_MINUTES = Math.ceil((DAY_MINUTES - WINDOW_MINUTES) * MICRO_RULES.minutesShare)
