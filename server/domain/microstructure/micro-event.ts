/** Findings consistent with manipulation (spoofing, layering, stop hunt), and the log of the newest ones. */

import type { Instant } from '../../core/instant.ts'
import { type Ticks, ticks } from '../market/instrument.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** A finding in the order book or in a candle. */
export interface MicroEvent {
  readonly kind: Finding
  /** Time when the quantity was withdrawn or the bar closed. */
  readonly atMs: Instant
  readonly beganMs: Instant
  /** Side the quantity rested on; for a wick, the side whose stops it reached. */
  readonly side: 'BID' | 'ASK'
  readonly priceBand: { readonly low: Ticks; readonly high: Ticks }
  /** Size in lots. */
  readonly size: number
  readonly levels: number
}

/** Pattern that a finding is consistent with. Aggregated depth does not identify owners, so intent cannot be proven. */
type Finding = 'CONSISTENT_WITH_SPOOFING' | 'CONSISTENT_WITH_LAYERING' | 'CONSISTENT_WITH_STOP_HUNT'

/** Adds an event to a log that keeps only the newest, oldest first. */
export const logEvent = (events: MicroEvent[], event: MicroEvent): void => {
  events.push(event)
  if (events.length > MICRO_RULES.recentEventsMax) events.shift()
}

/** Returns the lowest and highest of the prices. */
export const toPriceBand = (prices: readonly number[]): MicroEvent['priceBand'] => ({
  low: ticks(Math.min(...prices)),
  high: ticks(Math.max(...prices)),
})
