import type { Instant } from '../../../server/core/instant.ts'

/** Violated invariant, and its time. */
export interface Violation {
  readonly seed: number
  /** Time since the start of the seed. */
  readonly afterMs: Instant
  readonly invariant: string
  readonly observed: string
  /** Last events before the violation. */
  readonly trace: readonly string[]
  /** Additional flags of the command that reproduces it. */
  readonly flags?: string
}

export const printViolation = ({ seed, afterMs, invariant, observed, trace, flags = '' }: Violation): string =>
  [
    '',
    `Seed ${seed} breaks ${invariant} after ${(afterMs / 1_000).toFixed(3)} s of its time: ${observed}`,
    ...trace.map((line) => `  ${line}`),
    `Again: npm run sim -- ${flags}--seed ${seed}`,
    '',
  ].join('\n')
