import type { Instant } from '../../../server/core/instant.ts'

/** A promise that was not kept, and when. */
export interface Violation {
  readonly seed: number
  /** Since the seed began. */
  readonly afterMs: Instant
  readonly invariant: string
  readonly observed: string
  /** The last things that happened before it. */
  readonly trace: readonly string[]
  /** Additional flags of the command that repeats it. */
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
