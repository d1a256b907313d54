import { setImmediate } from 'node:timers/promises'
import { HOUR_MS } from '../../core/instant.ts'
import { type GoldenRun, runGolden } from '../../domain/signal/golden/run-golden.ts'
import type { Reader } from '../reader.ts'

/** Runs the golden vectors. The code does not change while it runs: they are repeated only to keep the result fresh. */
export const goldenVectorsReader: Reader<readonly GoldenRun[]> = {
  at: 'BACKGROUND',
  everyMs: 6 * HOUR_MS,
  async read(_sources, nowMs) {
    const runs: GoldenRun[] = []
    for (const run of runGolden()) {
      runs.push(run)
      await setImmediate()
    }
    return { value: runs, observedAtMs: nowMs, sampleSize: runs.reduce((sum, { total }) => sum + total, 0) }
  },
}
