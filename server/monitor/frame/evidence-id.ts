import { computeDigest } from '../../core/digest.ts'
import { digestedId, type Id } from '../../core/id.ts'
import type { Observed } from './observed.ts'

/** The name of a piece of evidence: the same thing seen at the same instant always has the same. */
export const deriveEvidenceId = (
  input: string,
  { observedAtMs, digest }: Pick<Observed<unknown>, 'observedAtMs' | 'digest'>,
): Id<'evd'> => digestedId('evd', observedAtMs, computeDigest([input, observedAtMs, digest ?? null]))
