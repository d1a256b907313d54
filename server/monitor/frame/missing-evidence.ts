/** Missing or outdated inputs, as entries of a report. */

import { INPUTS, type InputName, type TruthSnapshot } from './inputs.ts'
import { missingInputRemedy } from './remedies.ts'
import type { Cause, MissingItem } from './surface.ts'

/** Returns why an input cannot be relied on: it is missing or too old; null when it can. */
export const missingInput = (
  name: InputName,
  { inputs, takenAtMs, constitution }: TruthSnapshot,
): MissingItem | null => {
  const { what, producedBy, maxAgeMs } = INPUTS[name]
  const limitMs = maxAgeMs(constitution)
  const ageMs = inputAge(inputs[name], takenAtMs)
  if (ageMs !== undefined && ageMs >= 0 && ageMs <= limitMs) return null
  return {
    code: name.replace(/[A-Z]/g, '_$&').toUpperCase(),
    description: what,
    have: ageMs === undefined ? null : printAge(ageMs),
    need: `at most ${seconds(limitMs)} old`,
    producedBy,
    earliestAtMs: null,
  }
}

/** Returns the missing input as a cause, with its numbers; null when the input can be relied on. */
export const missingInputCause = (name: InputName, snapshot: TruthSnapshot): Cause | null => {
  if (missingInput(name, snapshot) === null) return null
  const { what, producedBy, maxAgeMs } = INPUTS[name]
  const remedy = missingInputRemedy({ producedBy })
  const threshold = maxAgeMs(snapshot.constitution)
  const value = inputAge(snapshot.inputs[name], snapshot.takenAtMs)
  if (value === undefined) {
    return {
      code: 'INPUT_MISSING',
      message: `${what}: not observed yet.`,
      threshold,
      unit: 'ms',
      of: [name],
      remedy,
    }
  }
  if (value < 0) {
    const ahead = `${what}: stamped ${seconds(-value)} in the future, so its age is not known.`
    return { code: 'INPUT_FROM_THE_FUTURE', message: ahead, threshold, unit: 'ms', of: [name], remedy }
  }
  const message = `${what}: last observed ${seconds(value)} ago; the limit is ${seconds(threshold)}.`
  return { code: 'INPUT_STALE', message, value, threshold, unit: 'ms', of: [name], remedy }
}

const inputAge = (observed: TruthSnapshot['inputs'][InputName], takenAtMs: number): number | undefined =>
  observed && takenAtMs - observed.observedAtMs

const printAge = (ageMs: number): string =>
  ageMs < 0 ? `stamped ${seconds(-ageMs)} in the future` : `${seconds(ageMs)} old`

/** Formats a duration for a sentence. */
export const seconds = (ms: number): string => (Math.round(ms) < 1_000 ? `${Math.round(ms)} ms` : atLeastOne(ms))

const atLeastOne = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : ms < 120_000 ? `${Math.round(ms / 1_000)} s` : longer(ms)

const longer = (ms: number): string =>
  ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : days(ms)

const days = (ms: number): string => `${Math.round(ms / 86_400_000)} d`

/** Returns a count with its noun: "1 gate", "2 gates". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
