/** Offset and error between the clock of the exchange and ours, and the confirmation of steps of the wall clock. */

import type { Instant } from '../../core/instant.ts'

/** A market event, and the offset of its exchange's clock from ours on arrival. */
export interface MarketTime {
  readonly observedAtMs: Instant
  readonly exchangeTimeMs: Instant
}

/** Maximum age of events that indicate the present offset. */
const RECENT_MS = 5_000

/**
 * Returns exchange time minus platform time from the events of the last seconds; null without any. The largest value
 * has the shortest delay.
 */
export const marketOffsetMs = (times: Iterable<MarketTime>, nowMs: Instant): number | null => {
  let offsetMs: number | null = null
  for (const { observedAtMs, exchangeTimeMs } of times) {
    const ageMs = nowMs - observedAtMs
    if (ageMs < 0 || ageMs > RECENT_MS) continue
    offsetMs = Math.max(offsetMs ?? Number.NEGATIVE_INFINITY, exchangeTimeMs - observedAtMs)
  }
  return offsetMs
}

/**
 * Returns whether the market's clock is nearer to the wall clock, `hostOffsetMs` from platform time, than to that time.
 */
export const confirmsWallClock = (hostOffsetMs: number, marketMs: number | null): boolean =>
  marketMs !== null && Math.abs(marketMs - hostOffsetMs) < Math.abs(marketMs)

/** A duration with its sign, as people read a clock that was set: "+1 h", "-60.5 s". */
export const printClockChange = (ms: number): string => {
  const tenths = Math.round(Math.abs(ms) / 100)
  const size = tenths > 0 && tenths % HOUR_TENTHS === 0 ? `${tenths / HOUR_TENTHS} h` : `${tenths / 10} s`
  return `${ms < 0 ? '-' : '+'}${size}`
}

const HOUR_TENTHS = 36_000

/** The exchange's clock less ours, and how far that may be off: half of what the answer took. Null is not known. */
export interface ClockReading {
  readonly offsetMs: number | null
  readonly errorMs: number | null
}

/** Returns the maximum difference of the clocks, ms; null while the offset or its uncertainty is not known. */
export const computeClockError = ({ offsetMs, errorMs }: ClockReading): number | null =>
  offsetMs === null || errorMs === null ? null : Math.abs(offsetMs) + errorMs

/** Returns whether the clocks really differ; otherwise the responses of the exchange take too long to measure it. */
export const isClockOffset = ({ offsetMs, errorMs }: ClockReading): boolean =>
  offsetMs !== null && errorMs !== null && Math.abs(offsetMs) > errorMs

export const OFFSET_REMEDY = 'synchronise the clock of this machine'
export const UNCERTAIN_REMEDY =
  'the exchange answers too slowly to compare clocks; check the connection and the load of this machine'

/** Offset and uncertainty with what to do about them, as a sentence. */
export const clockNote = (reading: ClockReading): string => {
  const { offsetMs, errorMs } = reading
  if (offsetMs === null || errorMs === null) return 'The exchange has not reported its time yet.'
  const remedy = isClockOffset(reading) ? OFFSET_REMEDY : UNCERTAIN_REMEDY
  return `Clock offset ${Math.round(offsetMs)} ms, uncertainty ${Math.round(errorMs)} ms: ${remedy}.`
}
