import type { Lack } from './surface.ts'
import { INPUTS, type InputName } from './truth-inputs.ts'
import type { TruthSnapshot } from './truth-snapshot.ts'

/** Why an input cannot be relied on: it was not seen, or too long ago; null when it can. */
export const lackOfInput = (name: InputName, { inputs, takenAtMs, constitution }: TruthSnapshot): Lack | null => {
  const { what, producedBy, maxAgeMs } = INPUTS[name]
  const observed = inputs[name]
  const limitMs = maxAgeMs(constitution)
  const ageMs = observed && takenAtMs - observed.observedAtMs
  if (ageMs !== undefined && ageMs <= limitMs) return null
  return {
    code: name.replace(/[A-Z]/g, '_$&').toUpperCase(),
    description: what,
    have: ageMs === undefined ? null : `${seconds(ageMs)} old`,
    need: `at most ${seconds(limitMs)} old`,
    producedBy,
    earliestAtMs: null,
  }
}

/** A duration as people read it. */
export const seconds = (ms: number): string =>
  ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : ms < 120_000 ? `${Math.round(ms / 1_000)} s` : longer(ms)

const longer = (ms: number): string =>
  ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : days(ms)

const days = (ms: number): string => `${Math.round(ms / 86_400_000)} d`
