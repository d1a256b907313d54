import { computeDigest } from '../../server/core/digest.ts'
import { compareDrivers } from './drivers.ts'
import { compareRuns } from './research.ts'
import type { SeedResult } from './run-seed.ts'
import { merge, type Totals } from './world/totals.ts'

/** Compares the ways to run a backtest on the random markets of a seed. */
export const compareBacktests = (seed: number): SeedResult => {
  const [runs, drivers] = [compareRuns(seed), compareDrivers(seed)]
  const totals: Totals = new Map()
  merge(totals, runs.totals)
  merge(totals, drivers.totals)
  return {
    digest: computeDigest([runs.digest, drivers.digest]),
    violation: runs.violation ?? drivers.violation,
    totals,
  }
}
