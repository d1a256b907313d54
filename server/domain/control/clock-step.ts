/** Offset and error between the exchange clock and ours, and the confirmation of wall clock steps. */

import type { Instant } from '../../core/instant.ts'

/** A market event, and the offset between the exchange clock and ours when it arrived. */
export interface MarketTime {
  readonly observedAtMs: Instant
  readonly exchangeTimeMs: Instant
}

/** Maximum age of events used for the current offset. */
const RECENT_MS = 5_000

/**
 * Returns exchange time minus platform time from the events of the last few seconds; null without events. The largest
 * value has the shortest delay.
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
 * Returns whether the market's clock is closer to the wall clock (`hostOffsetMs` from platform time) than to platform
 * time.
 */
export const confirmsWallClock = (hostOffsetMs: number, marketMs: number | null): boolean =>
  marketMs !== null && Math.abs(marketMs - hostOffsetMs) < Math.abs(marketMs)

/** Formats a clock change with its sign: "+1 h", "-60.5 s". */
export const printClockChange = (ms: number): string => {
  const tenths = Math.round(Math.abs(ms) / 100)
  const size = tenths > 0 && tenths % HOUR_TENTHS === 0 ? `${tenths / HOUR_TENTHS} h` : `${tenths / 10} s`
  return `${ms < 0 ? '-' : '+'}${size}`
}

const HOUR_TENTHS = 36_000

/** Exchange clock minus ours, and its uncertainty: half the round-trip time. Null means unknown. */
export interface ClockReading {
  readonly offsetMs: number | null
  readonly errorMs: number | null
}

/** Returns the maximum clock difference, ms; null while the offset or its uncertainty is unknown. */
export const computeClockError = ({ offsetMs, errorMs }: ClockReading): number | null =>
  offsetMs === null || errorMs === null ? null : Math.abs(offsetMs) + errorMs

/** Returns whether the clocks really differ; if not, the exchange responds too slowly for a precise measurement. */
export const isClockOffset = ({ offsetMs, errorMs }: ClockReading): boolean =>
  offsetMs !== null && errorMs !== null && Math.abs(offsetMs) > errorMs

export const OFFSET_REMEDY = 'synchronise the clock of this machine (timedatectl set-ntp true)'
export const UNCERTAIN_REMEDY =
  'the exchange responds too slowly to compare clocks; check the connection and the load of this machine'

/** Describes the offset, its uncertainty and the remedy in a sentence. */
export const clockNote = (reading: ClockReading): string => {
  const { offsetMs, errorMs } = reading
  if (offsetMs === null || errorMs === null) return 'The exchange has not reported its time yet.'
  const remedy = isClockOffset(reading) ? OFFSET_REMEDY : UNCERTAIN_REMEDY
  return `Clock offset ${Math.round(offsetMs)} ms, uncertainty ${Math.round(errorMs)} ms: ${remedy}.`
}
