/**
 * Components of the public status: their inputs and rules, and how their state is derived from observed values and
 * ages.
 */

import type { Instant } from '../../../core/instant.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import { INPUTS, type InputName, type TruthInputs } from '../../frame/inputs.ts'
import type { Frame } from '../../frame/surface.ts'
import type { ComponentId, ComponentStatus } from '../../inputs/observation.ts'

/** State of one part of the platform, described without numbers. */
export interface Component {
  readonly id: ComponentId
  readonly status: ComponentStatus
  readonly detailCode: string
  /** Time of the oldest input it is based on; null when that is missing. */
  readonly lastObservedAtMs: Instant | null
}

/** Inputs of the components, as far as available. */
export type StatusInputs = { readonly [Name in Exclude<InputName, 'engine'>]?: TruthInputs[Name] } & {
  readonly engine?: Pick<TruthInputs['engine'], 'state' | 'exchange'> &
    Partial<Pick<TruthInputs['engine'], 'stateReason' | 'breakers'>>
}

/** Assessment of an observed part. */
export interface Condition {
  readonly status: Exclude<ComponentStatus, 'NOT_OBSERVED'>
  readonly code: string
}

/** Inputs of a part and their assessment. */
export interface ComponentRule {
  readonly id: ComponentId
  readonly from: readonly InputName[]
  readonly assess: (inputs: StatusInputs, frame: Pick<Frame, 'constitution' | 'nowMs'>) => Condition
}

export const up = (code: string): Condition => ({ status: 'UP', code })
export const degraded = (code: string): Condition => ({ status: 'DEGRADED', code })
export const down = (code: string): Condition => ({ status: 'DOWN', code })

/** Multiple of its maximum age beyond which a part counts as not observed. */
const NOT_OBSERVED_TIMES = 3

/**
 * Returns the state of a part: a part that is down remains down however old the observation; a healthy part requires a
 * recent observation.
 */
export const judgeComponent = (
  { id, from, assess }: ComponentRule,
  inputs: StatusInputs,
  frame: Pick<Frame, 'constitution' | 'nowMs' | 'observedAtMs'>,
): Component => {
  const { nowMs, constitution } = frame
  const ages = from.map((name) => inputAge(name, frame))
  const oldest = ages.toSorted((a, b) => b.times - a.times)[0]
  const isObserved = ages.every(({ times }) => times <= NOT_OBSERVED_TIMES)
  const condition = ages.some(({ atMs }) => atMs === undefined) ? null : assess(inputs, { constitution, nowMs })
  const lastObservedAtMs = from.length === 0 ? nowMs : (oldest?.atMs ?? null)
  if (condition?.status === 'DOWN') return { id, status: 'DOWN', detailCode: condition.code, lastObservedAtMs }
  if (!condition || !isObserved)
    return { id, status: 'NOT_OBSERVED', detailCode: inputCode(oldest?.name), lastObservedAtMs }
  if ((oldest?.times ?? 0) > 1) {
    return { id, status: 'DEGRADED', detailCode: `${inputCode(oldest?.name)}_OLD`, lastObservedAtMs }
  }
  return { id, status: condition.status, detailCode: condition.code, lastObservedAtMs }
}

interface Age {
  readonly name: InputName
  readonly atMs: Instant | undefined
  /** Multiple of the maximum age. */
  readonly times: number
}

const inputAge = (
  name: InputName,
  { nowMs, constitution, observedAtMs }: Pick<Frame, 'nowMs' | 'constitution' | 'observedAtMs'>,
): Age => {
  const atMs = observedAtMs(name)
  if (atMs === undefined) return { name, atMs, times: Number.POSITIVE_INFINITY }
  return { name, atMs, times: ageRatio(nowMs - atMs, INPUTS[name].maxAgeMs(constitution)) }
}

/** Returns the age as a multiple of its limit; a time in the future counts as unknown. */
const ageRatio = (ageMs: number, limitMs: number): number => {
  if (ageMs < 0) return Number.POSITIVE_INFINITY
  if (ageMs === 0) return 0
  return limitMs <= 0 ? Number.POSITIVE_INFINITY : ageMs / limitMs
}

const inputCode = (name: InputName | undefined): string => (name ?? '').replace(/[A-Z]/g, '_$&').toUpperCase()

/** Returns whether a value exceeds its limit; also true when either is unknown. */
export const beyond = (observed: number | null, limit: Constitution['data'][keyof Constitution['data']]): boolean =>
  observed === null || limit === null || observed > limit
