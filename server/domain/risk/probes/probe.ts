import type { Constitution } from '../constitution.ts'
import type { Bound, Gate, GateLimit, GateUnit, Limit, LimitPath, Observation, ProbeCase } from '../gate.ts'

/** Verdict of the enforcer of a limit on one case. */
export interface ProbeOutcome {
  readonly denied: boolean
  /** Limit that the case was checked against; undefined when the enforcer does not report it. */
  readonly limit: Limit | undefined
}

/** One limit, who enforces it, and the two cases by which that is tried. */
export interface Probe {
  readonly path: LimitPath
  readonly title: string
  readonly unit: GateUnit
  readonly bound: Bound
  /** The gate, or the breaker, that enforces it. */
  readonly gateId: string
  /** Judges a case just beyond the limit, or just inside; undefined when nothing enforces it or nothing can be inside. */
  readonly tryBeyond: (gates: readonly Gate[], constitution: Constitution) => ProbeOutcome | undefined
  readonly tryInside: (gates: readonly Gate[], constitution: Constitution) => ProbeOutcome | undefined
}

export const limitAt = (constitution: Constitution, path: LimitPath): Limit => {
  const [section, name] = path.split('.') as ['limits' | 'data' | 'protection', string]
  const settings: Readonly<Record<string, Limit | boolean>> = constitution[section]
  const limit = settings[name] ?? null
  return typeof limit === 'boolean' ? null : limit
}

/** Returns the probes of the limits of a gate, by the very function that orders are held to. */
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
