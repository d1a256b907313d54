import type { Constitution } from '../constitution.ts'
import type { Gate, GateUnit, Observation } from '../gate.ts'
import type { ProbeCase } from './healthy-case.ts'

/** A limit as the constitution has it; null is not configured, and what enforces it refuses then. */
export type Limit = number | string | null

/** Which way is in: a smaller limit is the tighter one of `at most` and `less than`, a larger one of `at least`. */
export type Bound = 'at most' | 'at least' | 'less than'

type PathIn<S extends 'limits' | 'data'> = `${S}.${Exclude<keyof Constitution[S] & string, 'appliesToManual'>}`

/** Path of a limit in the constitution. */
export type ArticlePath = PathIn<'limits'> | PathIn<'data'> | 'protection.budgetMs'

/** Verdict of the enforcer of a limit on one case. */
export interface ProbeOutcome {
  readonly denied: boolean
  /** Limit that the case was checked against; undefined when the enforcer does not report it. */
  readonly limit: Limit | undefined
}

/** One limit, who enforces it, and the two cases by which that is tried. */
export interface Probe {
  readonly path: ArticlePath
  readonly title: string
  readonly unit: GateUnit
  readonly bound: Bound
  /** The gate, or the breaker, that enforces it. */
  readonly gateId: string
  /** Judges a case just beyond the limit, or just inside; undefined when nothing enforces it or nothing can be inside. */
  readonly tryBeyond: (gates: readonly Gate[], constitution: Constitution) => ProbeOutcome | undefined
  readonly tryInside: (gates: readonly Gate[], constitution: Constitution) => ProbeOutcome | undefined
}

export const limitAt = (constitution: Constitution, path: ArticlePath): Limit => {
  const [section, name] = path.split('.') as ['limits' | 'data' | 'protection', string]
  const settings: Readonly<Record<string, Limit | boolean>> = constitution[section]
  const limit = settings[name] ?? null
  return typeof limit === 'boolean' ? null : limit
}

/** A limit that a gate enforces. */
export interface GateProbe extends Pick<Probe, 'path' | 'title' | 'unit' | 'bound' | 'gateId'> {
  /** Last amount inside the limit and first amount beyond it, in steps of the counted unit. */
  readonly steps: (limit: number, constitution: Constitution) => readonly [inside: number, beyond: number]
  /** No smaller amount makes sense. */
  readonly least?: number
  readonly createCase: (amount: number, constitution: Constitution) => ProbeCase
  /** The limit in the form of the constitution, from the one that the gate names; undefined where it names none. */
  readonly readBack?: (observed: Observation, probed: ProbeCase) => Limit | undefined
}

/** The probe of a limit by the very function that orders are held to. */
export const gateProbe = ({ steps, least = 0, createCase, readBack = asNamed, ...article }: GateProbe): Probe => {
  const tryCase = (gates: readonly Gate[], probed: ProbeCase): ProbeOutcome | undefined => {
    const gate = gates.find(({ id }) => id === article.gateId)
    if (!gate) return undefined
    const observed = gate.read(probed.candidate, probed.view)
    const denied = gate.enforces(probed.candidate, probed.view) && !observed.pass
    return { denied, limit: readBack(observed, probed) }
  }
  return {
    ...article,
    tryBeyond(gates, constitution) {
      const limit = limitAt(constitution, article.path)
      const [, beyond] = steps(Number(limit ?? 0), constitution)
      return tryCase(gates, createCase(Math.max(least, beyond), constitution))
    },
    tryInside(gates, constitution) {
      const limit = limitAt(constitution, article.path)
      if (limit === null) return undefined
      const [inside] = steps(Number(limit), constitution)
      return inside < least ? undefined : tryCase(gates, createCase(inside, constitution))
    },
  }
}

const asNamed = ({ limit }: Observation): Limit | undefined => limit ?? undefined
