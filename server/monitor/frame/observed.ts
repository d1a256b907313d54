/** Observed values with their time, and the IDs by which reports reference them as evidence. */

import { computeDigest } from '../../core/digest.ts'
import { digestedId, type Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'

/** Observed value and its time. */
export interface Observed<T> {
  readonly value: T
  readonly observedAtMs: Instant
  /** Number of counted items it is based on. */
  readonly sampleSize?: number
  /** SHA-256 of the source data, if fixed. */
  readonly digest?: string
}

/** Returns the ID of a piece of evidence; the same input observed at the same time always has the same ID. */
export const deriveEvidenceId = (
  input: string,
  { observedAtMs, digest }: Pick<Observed<unknown>, 'observedAtMs' | 'digest'>,
): Id<'evd'> => digestedId('evd', observedAtMs, computeDigest([input, observedAtMs, digest ?? null]))
