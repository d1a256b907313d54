import type { Instant } from '../../core/instant.ts'

/** Observed value and its time. */
export interface Observed<T> {
  readonly value: T
  readonly observedAtMs: Instant
  /** Number of counted items it is based on. */
  readonly sampleSize?: number
  /** SHA-256 of what it was made of, where that is fixed. */
  readonly digest?: string
}
