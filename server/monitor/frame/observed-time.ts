/** Observed and unobserved part of the last 24 hours of the evidence. */

import { DAY_MS, type Instant } from '../../core/instant.ts'
import type { EvidenceRecordTruth } from '../inputs/observation.ts'

/** Returns how much of the last 24 hours the evidence covers, ms: since its start, without gaps. */
export const observedOfDay = ({ sinceMs, gaps }: Reach, nowMs: Instant): number => {
  const fromMs = Math.max(sinceMs, nowMs - DAY_MS)
  return Math.max(0, nowMs - fromMs - gapsOfDay({ sinceMs, gaps }, nowMs))
}

type Reach = Pick<EvidenceRecordTruth, 'sinceMs' | 'gaps'>

/** Returns how much of the last 24 hours since the evidence began was not observed, ms. */
export const gapsOfDay = ({ sinceMs, gaps }: Reach, nowMs: Instant): number => {
  const fromMs = Math.max(sinceMs, nowMs - DAY_MS)
  return gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.toMs, nowMs) - Math.max(gap.fromMs, fromMs)), 0)
}
