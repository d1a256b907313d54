import type { Constitution } from '../constitution.ts'
import type { Bound, Gate, Limit } from '../gate.ts'
import { limitAt, type Probe } from './probe.ts'

/** Results of the two cases of a probe. */
export interface ArticleTried extends Pick<Probe, 'path' | 'title' | 'unit' | 'bound' | 'gateId'> {
  /** False when nothing enforces the limit. */
  readonly enforced: boolean
  /** Limit that the enforcer applies. */
  readonly effective: Limit
  /** Result of the case just beyond; ERROR when nothing enforces the limit or the probe failed. */
  readonly beyond: 'DENY' | 'ALLOW' | 'ERROR'
  /** Result of the case just inside; NONE when nothing can be inside. */
  readonly inside: 'PASS' | 'REFUSED' | 'NONE' | 'ERROR'
}

/** Tries one limit on these gates, held against this constitution. */
export const tryArticle = (probe: Probe, gates: readonly Gate[], constitution: Constitution): ArticleTried => {
  const { path, title, unit, bound, gateId } = probe
  const beyond = probe.tryBeyond(gates, constitution)
  const inside = probe.tryInside(gates, constitution)
  return {
    path,
    title,
    unit,
    bound,
    gateId,
    enforced: beyond !== undefined,
    effective: beyond?.limit ?? limitAt(constitution, path),
    beyond: beyond === undefined ? 'ERROR' : beyond.denied ? 'DENY' : 'ALLOW',
    inside: inside === undefined ? 'NONE' : inside.denied ? 'REFUSED' : 'PASS',
  }
}

/** A limit that could not be tried because that failed. */
export const untriedArticle = (probe: Probe, constitution: Constitution): ArticleTried => {
  const { path, title, unit, bound, gateId } = probe
  const effective = limitAt(constitution, path)
  return { path, title, unit, bound, gateId, enforced: true, effective, beyond: 'ERROR', inside: 'ERROR' }
}

export type Comparison = 'EQUAL' | 'TIGHTER' | 'LOOSER'

/** Compares an effective limit with the declared one. A missing limit rejects everything, so nothing is tighter. */
export const compareLimit = (bound: Bound, declared: Limit, effective: Limit): Comparison => {
  if (declared === effective) return 'EQUAL'
  if (effective === null) return 'TIGHTER'
  if (declared === null) return 'LOOSER'
  const larger = Number(effective) - Number(declared)
  if (larger === 0) return 'EQUAL'
  return larger > 0 === (bound === 'at least') ? 'TIGHTER' : 'LOOSER'
}

/** Effective limit beside the declared one. */
export interface ArticleEvidence extends ArticleTried {
  readonly declared: Limit
}

/** Returns whether more is allowed than was declared. */
export const isLooser = ({ bound, declared, effective, beyond }: ArticleEvidence): boolean =>
  beyond === 'ALLOW' || compareLimit(bound, declared, effective) === 'LOOSER'
