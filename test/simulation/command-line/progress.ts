import type { SeedResult } from '../run-seed.ts'
import { merge, type Totals } from '../world/totals.ts'
import { printViolation } from '../world/violation.ts'

export interface ProgressParts {
  readonly write: (text: string) => void
  readonly now: () => number
}

/** Counts results and prints them: each violation immediately, a progress line occasionally, everything at the end. */
export interface Progress {
  add(seed: number, result: SeedResult): void
  /** Prints the totals and returns the exit code. */
  finish(): number
  /** Returns the seeds that violated a guarantee, in order of discovery. */
  broken(): readonly number[]
}

const LINE_EVERY_MS = 10_000
/** Number of violations printed in full; further ones get a line each. */
const FULL_REPORTS = 3

export const createProgress = ({ write, now }: ProgressParts): Progress => {
  const totals: Totals = new Map()
  const broken: number[] = []
  const beganMs = now()
  let reportedAtMs = beganMs
  let seeds = 0

  const speed = (): string => `${(seeds / ((now() - beganMs) / 1_000)).toFixed(1)} seeds/s`

  return {
    add(seed, { violation, totals: counted }) {
      seeds++
      merge(totals, counted)
      if (violation) {
        broken.push(seed)
        const { invariant, observed } = violation
        write(
          broken.length <= FULL_REPORTS ? printViolation(violation) : `Seed ${seed} breaks ${invariant}: ${observed}\n`,
        )
      }
      if (now() - reportedAtMs < LINE_EVERY_MS) return
      reportedAtMs = now()
      write(`${seeds} seeds, ${broken.length} broken, ${speed()}\n`)
    },
    finish() {
      const hours = (totals.get('virtual ms') ?? 0) / 3_600_000
      const counts = [...totals].filter(([name]) => name !== 'virtual ms').sort(([a], [b]) => (a < b ? -1 : 1))
      for (const [name, count] of counts) write(`${String(count).padStart(9)}  ${name}\n`)
      write(`${seeds} seeds, ${hours.toFixed(1)} virtual hours, ${speed()}, ${broken.length} broken\n`)
      return broken.length > 0 ? 1 : 0
    },
    broken: () => broken,
  }
}
