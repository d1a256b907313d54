import { type Evidence, printViolation } from './evidence.ts'
import type { SoakPlan, SoakResult } from './run-soak.ts'

/** Figures of a soak. */
export interface Summary {
  readonly seed: number
  readonly minutes: number
  readonly lives: SoakResult['lives']
  readonly counts: Readonly<Record<string, number>>
  readonly longestMs: Readonly<Record<string, number>>
  readonly broken: readonly string[]
  /** Directory of the kept logs and stores, after a violation. */
  readonly place: string | undefined
}

export const summarise = ({ seed }: SoakPlan, { evidence, lives, root }: SoakResult): Summary => ({
  seed,
  minutes: countMinutes(evidence),
  lives,
  counts: sorted(evidence.counts),
  longestMs: sorted(evidence.longest),
  broken: evidence.violations.map((violation) => printViolation(violation, evidence.beganAtMs)),
  place: root,
})

const countMinutes = ({ beganAtMs }: Evidence): number => Math.round((Date.now() - beganAtMs) / 6_000) / 10

const sorted = (figures: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...figures].sort(([a], [b]) => (a < b ? -1 : 1)))

export const printSummary = ({ seed, minutes, lives, counts, longestMs, broken, place }: Summary): string => {
  const lines = [
    ...Object.entries(counts).map(([name, times]) => `${String(times).padStart(9)}  ${name}`),
    ...Object.entries(longestMs).map(([name, ms]) => `${(ms / 1_000).toFixed(1).padStart(8)}s  longest ${name}`),
    `Seed ${seed}, ${minutes} minutes, ${lives.engine} lives of the engine, ${lives.venue} of the exchange: ${broken.length} broken.`,
    ...broken,
    ...(place === undefined ? [] : [`Everything was left in ${place}.`]),
  ]
  return `${lines.join('\n')}\n`
}

/** Returns one line about the progress. */
export const printProgress = (evidence: Evidence): string => {
  const { counts, violations } = evidence
  const of = (prefix: string): number =>
    [...counts].reduce((sum, [name, times]) => (name.startsWith(prefix) ? sum + times : sum), 0)
  return `${countMinutes(evidence).toFixed(1)} min: ${of('instructions 20')} instructions taken, ${of('kill')} kills, ${of('emergency')} stops, ${of('recoveries')} recoveries, ${violations.length} broken\n`
}
