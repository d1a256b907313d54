import { computeDigest } from '../../core/digest.ts'
import type { Decision } from '../model/facts.ts'

/** Identifies a decision by its candidate's digest and the reading of every gate; the text follows from the figures. */
export const decisionDigest = (digest: string, { decisionId, verdict, readings }: Decision): string =>
  computeDigest([
    digest,
    decisionId,
    verdict,
    ...readings.map(({ gateId, enforced, pass, observed, limit }) => [gateId, enforced, pass, observed, limit]),
  ])
