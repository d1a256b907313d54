/**
 * Probes test every limit of the constitution with one case just inside and one just beyond it, and compare the
 * effective limit with the declared one.
 */

import type { Constitution } from '../constitution.ts'
import type { Bound, Gate, GateLimit, GateUnit, Limit, LimitPath, Observation, ProbeCase } from '../gate.ts'

/** Probe of one limit: the gate that enforces it, and one case on either side of the limit. */
export interface Probe {
  readonly path: LimitPath
  readonly title: string
  readonly unit: GateUnit
  readonly bound: Bound
  /** Gate or breaker that enforces the limit. */
  readonly gateId: string
  /**
   * Evaluates a case just beyond the limit, or just inside; undefined when nothing enforces the limit or nothing can be
   * inside it.
   */
  readonly tryBeyond: (gates: readonly Gate[], constitution: Constitution) => ProbeOutcome | undefined
  readonly tryInside: (gates: readonly Gate[], constitution: Constitution) => ProbeOutcome | undefined
}

/** Verdict of a limit's gate or breaker on one case. */
export interface ProbeOutcome {
  readonly denied: boolean
  /** Limit that the case was checked against; undefined when it is not reported. */
  readonly limit: Limit | undefined
}

export const limitAt = (constitution: Constitution, path: LimitPath): Limit => {
  const [section, name] = path.split('.') as ['limits' | 'data' | 'protection', string]
  const settings: Readonly<Record<string, Limit | boolean>> = constitution[section]
  const limit = settings[name] ?? null
  return typeof limit === 'boolean' ? null : limit
}

/** Returns the probes of a gate's limits; they call the same function that checks orders. */
export const probesFor = ({ id, limits = {} }: Gate): readonly Probe[] =>
  Object.entries(limits).flatMap(([path, limit]) => gateProbe(id, path as LimitPath, limit))

const gateProbe = (gateId: string, path: LimitPath, { title, unit, bound, probe }: GateLimit): readonly Probe[] => {
  if (probe === null) return []
  const { steps, least = 0, createCase, readBack = asNamed } = probe
  const tryCase = (gates: readonly Gate[], probed: ProbeCase): ProbeOutcome | undefined => {
    const gate = gates.find(({ id }) => id === gateId)
    if (!gate) return undefined
    const observed = gate.read(probed.candidate, probed.view)
    const denied = gate.enforces(probed.candidate, probed.view) && !observed.pass
    return { denied, limit: readBack(observed, probed) }
  }
  return [
    {
      path,
      title,
      unit,
      bound,
      gateId,
      tryBeyond(gates, constitution) {
        const [, beyond] = steps(Number(limitAt(constitution, path) ?? 0), constitution)
        return tryCase(gates, createCase(Math.max(least, beyond), constitution))
      },
      tryInside(gates, constitution) {
        const limit = limitAt(constitution, path)
        if (limit === null) return undefined
        const [inside] = steps(Number(limit), constitution)
        return inside < least ? undefined : tryCase(gates, createCase(inside, constitution))
      },
    },
  ]
}

const asNamed = ({ limit }: Observation): Limit | undefined => limit ?? undefined

/** Results of the two cases of a probe. */
export interface ArticleTried extends Pick<Probe, 'path' | 'title' | 'unit' | 'bound' | 'gateId'> {
  /** False when nothing enforces the limit. */
  readonly enforced: boolean
  /** Limit that is actually applied. */
  readonly effective: Limit
  /** Result of the case just beyond; ERROR when nothing enforces the limit or the probe failed. */
  readonly beyond: 'DENY' | 'ALLOW' | 'ERROR'
  /** Result of the case just inside; NONE when nothing can be inside. */
  readonly inside: 'PASS' | 'REFUSED' | 'NONE' | 'ERROR'
}

/** Tests one limit with the given gates and constitution. */
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

/** Returns the result for a limit whose test failed. */
export const untriedArticle = (probe: Probe, constitution: Constitution): ArticleTried => {
  const { path, title, unit, bound, gateId } = probe
  const effective = limitAt(constitution, path)
  return { path, title, unit, bound, gateId, enforced: true, effective, beyond: 'ERROR', inside: 'ERROR' }
}

type Comparison = 'EQUAL' | 'TIGHTER' | 'LOOSER'

/** Compares an effective limit with the declared one. A missing limit rejects everything, so it is the tightest. */
export const compareLimit = (bound: Bound, declared: Limit, effective: Limit): Comparison => {
  if (declared === effective) return 'EQUAL'
  if (effective === null) return 'TIGHTER'
  if (declared === null) return 'LOOSER'
  const larger = Number(effective) - Number(declared)
  if (larger === 0) return 'EQUAL'
  return larger > 0 === (bound === 'at least') ? 'TIGHTER' : 'LOOSER'
}

/** Effective and declared limit. */
export interface ArticleEvidence extends ArticleTried {
  readonly declared: Limit
}

/** Returns whether more is allowed than declared. */
export const isLooser = ({ bound, declared, effective, beyond }: ArticleEvidence): boolean =>
  beyond === 'ALLOW' || compareLimit(bound, declared, effective) === 'LOOSER'
