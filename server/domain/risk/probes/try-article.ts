import type { Constitution } from '../constitution.ts'
import type { Gate } from '../gate.ts'
import { type Bound, type Limit, limitAt, type Probe } from './probe.ts'

/** What became of the two cases of a probe. */
export interface ArticleTried extends Pick<Probe, 'path' | 'title' | 'unit' | 'bound' | 'gateId'> {
  /** False where nobody enforces it. */
  readonly enforced: boolean
  /** The limit as whoever enforces it goes by it. */
  readonly effective: Limit
  /** Of the case just beyond; nothing was said where nobody enforces it, or where that failed. */
  readonly beyond: 'DENY' | 'ALLOW' | 'ERROR'
  /** Of the case just inside; where nothing can be inside there is none. */
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

/** How a limit in force compares with the one that was declared. What is not configured refuses, so nothing is tighter. */
export const compareLimit = (bound: Bound, declared: Limit, effective: Limit): Comparison => {
  if (declared === effective) return 'EQUAL'
  if (effective === null) return 'TIGHTER'
  if (declared === null) return 'LOOSER'
  const larger = Number(effective) - Number(declared)
  if (larger === 0) return 'EQUAL'
  return larger > 0 === (bound === 'at least') ? 'TIGHTER' : 'LOOSER'
}

/** A limit as it is in force, beside the one that was declared. */
export interface ArticleEvidence extends ArticleTried {
  readonly declared: Limit
}

/** Whether more is let through than was declared. */
export const isLooser = ({ bound, declared, effective, beyond }: ArticleEvidence): boolean =>
  beyond === 'ALLOW' || compareLimit(bound, declared, effective) === 'LOOSER'
