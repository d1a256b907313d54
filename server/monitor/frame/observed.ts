import type { Instant } from '../../core/instant.ts'

/** Something that was looked at, and when. */
export interface Observed<T> {
  readonly value: T
  readonly observedAtMs: Instant
  /** How many of whatever was counted it rests on. */
  readonly sampleSize?: number
  /** SHA-256 of what it was made of, where that is fixed. */
  readonly digest?: string
}
