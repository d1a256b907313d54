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

/** The name of a piece of evidence: the same thing seen at the same instant always has the same. */
export const deriveEvidenceId = (
  input: string,
  { observedAtMs, digest }: Pick<Observed<unknown>, 'observedAtMs' | 'digest'>,
): Id<'evd'> => digestedId('evd', observedAtMs, computeDigest([input, observedAtMs, digest ?? null]))
