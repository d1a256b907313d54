import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** Rate of an event, such as spoofing, in the last hour, compared with its baseline at this hour of the week. */
export interface EventRate {
  /** Events per minute of the last hour. */
  readonly minutes: Float64Array
  readonly stamps: Float64Array
  /** Events and observed hours, by hour of the week. */
  readonly counts: Float64Array
  readonly hours: Float64Array
  /**
   * The current and the previous hour, which are not yet part of the baseline, so that an hour is never compared with
   * itself.
   */
  current: Hour
  before: Hour
  seenMs: Instant
}

interface Hour {
  readonly hour: number
  count: number
  observedMs: number
}

export interface RateReading {
  /** Events of the last hour. */
  readonly n: number
  readonly expectedPerHour: number
  /** (n − λ)/√λ of a Poisson count. */
  readonly z: number
  readonly baselineDays: number
}

const WEEK_HOURS = 168
const MINUTES = 60

/** Maximum silence of the order book that counts as observed. */
const SILENCE_MS = 10 * SECOND_MS

const emptyHour = (hour: number): Hour => ({ hour, count: 0, observedMs: 0 })

export const createEventRate = (): EventRate => ({
  minutes: new Float64Array(MINUTES),
  stamps: new Float64Array(MINUTES).fill(-1),
  counts: new Float64Array(WEEK_HOURS),
  hours: new Float64Array(WEEK_HOURS),
  current: emptyHour(-1),
  before: emptyHour(-1),
  seenMs: 0,
})

/** Presets a baseline as if a number of days had been observed with a number of events per hour. */
export const presetRate = (rate: EventRate, { perHour, days }: { perHour: number; days: number }): void => {
  const hours = (days * DAY_MS) / HOUR_MS / WEEK_HOURS
  rate.hours.fill(hours)
  rate.counts.fill(perHour * hours)
}

/** Records that the market was observed up to `at`; an hour joins the baseline one hour after its end. */
export const watchUntil = (rate: EventRate, at: Instant): void => {
  const passed = at - rate.seenMs
  if (passed <= 0) return
  const hour = Math.floor(at / HOUR_MS)
  if (hour !== rate.current.hour) closeHour(rate, hour)
  if (passed <= SILENCE_MS) rate.current.observedMs += passed
  rate.seenMs = at
}

export const countEvent = (rate: EventRate, at: Instant): void => {
  const minute = Math.floor(at / MINUTE_MS)
  const slot = minute % MINUTES
  if (rate.stamps[slot] !== minute) {
    rate.stamps[slot] = minute
    rate.minutes[slot] = 0
  }
  rate.minutes[slot] = (rate.minutes[slot] as number) + 1
  rate.current.count++
}

/** Returns how long the market was observed, excluding silent periods of the order book. */
export const watchedMs = ({ hours, before, current }: EventRate): number =>
  total(hours) * HOUR_MS + before.observedMs + current.observedMs

/**
 * Compares the current rate with its baseline; until a week has been observed, each hour is compared with the pooled
 * hours and the prior rate.
 */
export const rateReading = (rate: EventRate, at: Instant): RateReading => {
  const n = lastHour(rate, at)
  const hours = total(rate.hours)
  const baselineDays = (hours * HOUR_MS) / DAY_MS
  const { ratePriorPerHour, ratePriorHours, ratePooledHours, rateFloorPerHour, baselineDays: weekDays } = MICRO_RULES
  const pooled = (total(rate.counts) + ratePriorPerHour * ratePriorHours) / (hours + ratePriorHours)
  const slot = Math.floor(at / HOUR_MS) % WEEK_HOURS
  const own =
    ((rate.counts[slot] as number) + pooled * ratePooledHours) / ((rate.hours[slot] as number) + ratePooledHours)
  const expectedPerHour = Math.max(rateFloorPerHour, baselineDays < weekDays ? pooled : own)
  return { n, expectedPerHour, z: (n - expectedPerHour) / Math.sqrt(expectedPerHour), baselineDays }
}

const closeHour = (rate: EventRate, hour: number): void => {
  const { before } = rate
  if (before.hour >= 0) {
    const slot = before.hour % WEEK_HOURS
    rate.counts[slot] = (rate.counts[slot] as number) + before.count
    rate.hours[slot] = (rate.hours[slot] as number) + before.observedMs / HOUR_MS
  }
  rate.before = rate.current
  rate.current = emptyHour(hour)
}

const lastHour = ({ minutes, stamps }: EventRate, at: Instant): number => {
  const now = Math.floor(at / MINUTE_MS)
  let n = 0
  for (let slot = 0; slot < MINUTES; slot++) {
    const minute = stamps[slot] as number
    if (minute > now - MINUTES && minute <= now) n += minutes[slot] as number
  }
  return n
}

const total = (values: Float64Array): number => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index] as number
  return sum
}
