import type { Instant } from '../../core/instant.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Observations over the days that the readiness gates look back on. Excludes time in which the process was down. */
export interface WatchTruth {
  readonly fromMs: Instant
  readonly toMs: Instant
  /** Observed part of the window. */
  readonly observedMs: number
  /** In how much of that the prices of every instrument were fresh. */
  readonly feedMs: number
  /** Reconciliations with the exchange, and those that left a difference. */
  readonly reconciliations: number
  readonly differing: number
  /** Clock offset with its error, ms: the slowest hundredth of the measurements, and how many there were. */
  readonly clockP99Ms: number | null
  readonly clockSamples: number
  /** Time each surface had each verdict, ms. */
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export const watch = defineInput<WatchTruth>({
  kind: 'STATISTICS',
  source: 'store.watch',
  what: 'The record of what was observed over days',
  producedBy: 'evidence store',
  maxAgeMs: () => 2 * atOnce(),
})
