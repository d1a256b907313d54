import { join } from 'node:path'
import { openSharedFiles } from '../../adapters/store/postgres/shared-files.ts'
import { makePrivate } from '../../adapters/store/private-directory.ts'
import type { TrialWorker, WorkerRequest } from '../../cli/research-parts.ts'
import { errorMessage } from '../../core/errors.ts'
import { whenAborted } from '../../core/when-aborted.ts'
import { openTrialQueue, type SharedTrial } from './shared-pool.ts'
import { fetchDataset } from './trial-dataset.ts'
import { createTrialPool, type TrialReply } from './trial-pool.ts'

/**
 * Evaluates the trials of searches on a shared store until the signal aborts. It never reads account data, and runs the
 * strategy files provided by the searches.
 */
export const runWorker = async (
  { url, dataDir, workers }: WorkerRequest,
  { niceness, signal, onReady, onTrial }: WorkerDependencies,
): Promise<void> => {
  makePrivate(dataDir)
  const files = await openSharedFiles(url)
  const queue = await openTrialQueue(url)
  const pool = createTrialPool(workers, { niceness })
  const evaluate = async ({ dataset, objective, params }: SharedTrial): Promise<TrialReply> => {
    const backtest = await fetchDataset(dataset, files, join(dataDir, 'research', 'datasets'))
    try {
      return { evaluation: await pool.evaluate({ backtest, objective, params }) }
    } catch (error) {
      return { fault: errorMessage(error) }
    }
  }
  try {
    await queue.work(async (trial) => {
      const reply = await evaluate(trial)
      onTrial({ params: trial.params, fault: 'fault' in reply ? reply.fault : null })
      return reply
    }, workers)
    onReady()
    await whenAborted(signal)
  } finally {
    await queue.close()
    await pool.close()
    await files.close()
  }
}

type WorkerDependencies = Parameters<TrialWorker>[1] & {
  readonly niceness: number
  readonly signal: AbortSignal
}
