import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { compareBacktests } from '../compare-backtests.ts'
import { runSeed, type SeedResult } from '../run-seed.ts'

export interface SeedRange {
  readonly from: number
  readonly count: number
  readonly minutes: number
  readonly jobs: number
  /** True for backtests instead of trading. */
  readonly research: boolean
  readonly onResult: (seed: number, result: SeedResult) => void
}

/** Parameters of a thread, whose share is every `jobs`-th seed. */
export interface Share {
  readonly from: number
  readonly to: number
  readonly every: number
  readonly minutes: number
  readonly research: boolean
}

/** Runs seeds in this thread, or in several; each has the same result wherever it runs. */
export const runSeeds = async ({ from, count, jobs, onResult, ...rest }: SeedRange): Promise<void> => {
  const to = from + count
  if (jobs === 1) return runShare({ from, to, every: 1, ...rest }, onResult)
  await Promise.all(
    Array.from({ length: jobs }, (_, index) => runThread({ from: from + index, to, every: jobs, ...rest }, onResult)),
  )
}

/** Lets the event loop turn between two seeds. */
export const runShare = async (share: Share, onResult: SeedRange['onResult']): Promise<void> => {
  const { from, to, every, minutes, research } = share
  for (let seed = from; seed < to; seed += every) {
    onResult(seed, research ? compareBacktests(seed) : await runSeed({ seed, minutes }))
    await setImmediate()
  }
}

const runThread = async (share: Share, onResult: SeedRange['onResult']): Promise<void> => {
  const worker = new Worker(new URL('./seed-thread.ts', import.meta.url), { workerData: share })
  worker.on('message', ({ seed, result }: { seed: number; result: SeedResult }) => onResult(seed, result))
  await once(worker, 'exit')
}
