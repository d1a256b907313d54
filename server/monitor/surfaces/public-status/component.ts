import type { Instant } from '../../../core/instant.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import { INPUTS, type InputName, type TruthInputs } from '../../frame/inputs.ts'
import type { Frame } from '../../frame/surface.ts'
import type { ComponentId, ComponentStatus } from './component-status.ts'

/** How one part of the platform is, in words without numbers. */
export interface Component {
  readonly id: ComponentId
  readonly status: ComponentStatus
  readonly detailCode: string
  /** Of the oldest of what it was seen in; null where that was not seen. */
  readonly lastObservedAtMs: Instant | null
}

/** What the components are made out from, as far as it is seen. */
export type StatusInputs = { readonly [Name in Exclude<InputName, 'engine'>]?: TruthInputs[Name] } & {
  readonly engine?: Pick<TruthInputs['engine'], 'state' | 'exchange'> &
    Partial<Pick<TruthInputs['engine'], 'stateReason'>>
}

/** What was made of a part that is seen. */
export interface Condition {
  readonly status: Exclude<ComponentStatus, 'NOT_OBSERVED'>
  readonly code: string
}

/** What a part is seen in, and what is made of that. */
export interface ComponentRule {
  readonly id: ComponentId
  readonly from: readonly InputName[]
  readonly assess: (inputs: StatusInputs, frame: Pick<Frame, 'constitution' | 'nowMs'>) => Condition
}

export const up = (code: string): Condition => ({ status: 'UP', code })
export const degraded = (code: string): Condition => ({ status: 'DEGRADED', code })
export const down = (code: string): Condition => ({ status: 'DOWN', code })

/** So many times as old as it may be, and nobody has seen it. */
const NOT_OBSERVED_TIMES = 3

/** How a part is: what is down stays down however long ago that was seen; what is well has to be seen. */
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
  /** Of what it may be. */
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

/** What is stamped in the future was not seen at any time that is known. */
const ageRatio = (ageMs: number, limitMs: number): number => {
  if (ageMs < 0) return Number.POSITIVE_INFINITY
  if (ageMs === 0) return 0
  return limitMs <= 0 ? Number.POSITIVE_INFINITY : ageMs / limitMs
}

const inputCode = (name: InputName | undefined): string => (name ?? '').replace(/[A-Z]/g, '_$&').toUpperCase()

/** Whether a figure is more than its limit; what is not known is, and so is what has no limit. */
export const beyond = (observed: number | null, limit: Constitution['data'][keyof Constitution['data']]): boolean =>
  observed === null || limit === null || observed > limit
