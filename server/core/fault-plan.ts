/** Fault plans for tests: faults that occur with a probability, and the validation of a plan field by field. */

import { isRecord } from './json.ts'
import type { Random } from './random.ts'
import { err, ok, type Result } from './result.ts'

/** A fault that starts with a probability at each request or event, and lasts for a random duration within a range. */
export interface TimedFault {
  readonly probability: number
  readonly fromMs: number
  readonly toMs: number
}

/** A fault that never starts. */
export const NEVER: TimedFault = { probability: 0, fromMs: 0, toMs: 0 }

export const drawDuration = ({ fromMs, toMs }: TimedFault, random: Random): number =>
  fromMs + Math.floor(random() * (toMs - fromMs + 1))

/** Returns the faults of a value, each as a JSON pointer below it and a description. */
type Check = (value: unknown) => readonly (readonly [pointer: string, fault: string])[]

const LONGEST_MS = 86_400_000

const VALID: ReturnType<Check> = []

const wholeBetween =
  (least: number, most: number, orNull = ''): Check =>
  (value) =>
    (orNull !== '' && value === null) ||
    (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most)
      ? VALID
      : [['', `must be a whole number from ${least} to ${most}${orNull}`]]

const probability: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? VALID : [['', 'must be a number from 0 to 1']]

const milliseconds = wholeBetween(0, LONGEST_MS)

const TIMED_FAULT: Readonly<Record<keyof TimedFault, Check>> = {
  probability,
  fromMs: milliseconds,
  toMs: milliseconds,
}

const timedFault: Check = (value) => {
  if (!isRecord(value)) return [['', 'must be {"probability", "fromMs", "toMs"}']]
  const missing = Object.keys(TIMED_FAULT).filter((name) => !Object.hasOwn(value, name))
  if (missing.length > 0) return missing.map((name) => [`/${name}`, 'is missing'])
  const faults = checkFields(value, TIMED_FAULT)
  if (faults.length > 0) return faults
  return Number(value.toMs) < Number(value.fromMs) ? [['/toMs', 'must not be less than fromMs']] : VALID
}

const checkFields = (value: Record<string, unknown>, checks: Readonly<Record<string, Check>>): ReturnType<Check> =>
  Object.entries(value).flatMap(([name, part]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (!check) return [[`/${name}`, 'is not a field']] as const
    return check(part).map(([pointer, fault]) => [`/${name}${pointer}`, fault] as const)
  })

/** Checks of the fields a fault plan can have. */
export const FAULT_FIELD = {
  probability,
  timedFault,
  milliseconds,
  wholeOrNull: wholeBetween(0, Number.MAX_SAFE_INTEGER, ', or null'),
  lifetimeOrNull: wholeBetween(1, LONGEST_MS, ', or null'),
  offset: wholeBetween(-LONGEST_MS, LONGEST_MS),
} as const satisfies Record<string, Check>

/**
 * Parses a fault plan: a plan without faults, overridden by the fields of `value`. The error names every bad field by
 * its JSON pointer.
 */
export const parsePlan = <Plan extends object>(
  value: unknown,
  none: Plan,
  checks: Readonly<Record<keyof Plan, Check>>,
): Result<Plan, string[]> => {
  if (!isRecord(value)) return err(['/ must be an object'])
  const faults = checkFields(value, checks)
  if (faults.length > 0) return err(faults.map(([pointer, fault]) => `${pointer} ${fault}`))
  return ok({ ...none, ...(value as Partial<Plan>) })
}
