/**
 * Trial pool on a shared store: queues the trials of a search for `plimsoll worker` on any machine, and opens that
 * queue for both sides.
 */

import { openJobQueue } from '../../adapters/store/postgres/job-queue.ts'
import { openSharedFiles } from '../../adapters/store/postgres/shared-files.ts'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { every } from '../../core/every.ts'
import { canonicalJson } from '../../core/json.ts'
import type { Evaluation } from '../../research/search/trial.ts'
import { readCodeDigests } from './code-digests.ts'
import { type Dataset, publishDataset } from './trial-dataset.ts'
import type { TrialPool, TrialReply, TrialTask } from './trial-pool.ts'

/**
 * Opens a pool whose trials are evaluated by `plimsoll worker` on any machine with the same store and the same code.
 * Closing it withdraws the trials that no worker has started.
 */
export const openSharedPool = async (url: string): Promise<TrialPool> => {
  const files = await openSharedFiles(url)
  const queue = await openTrialQueue(url)
  const waiting = new Map<string, PromiseWithResolvers<Evaluation>>()
  const datasets = new Map<string, Promise<Dataset>>()

  const publish = (backtest: BacktestRequest): Promise<Dataset> => {
    const key = canonicalJson(backtest)
    const dataset = datasets.get(key) ?? publishDataset(backtest, files)
    datasets.set(key, dataset)
    return dataset
  }

  const settle = async (id: string, { resolve, reject }: PromiseWithResolvers<Evaluation>): Promise<void> => {
    const ended = await queue.readOutcome(id)
    if (!ended) return
    waiting.delete(id)
    if ('fault' in ended) reject(new Error(`A trial was not evaluated: ${ended.fault}`))
    else if ('fault' in ended.outcome) reject(new Error(ended.outcome.fault))
    else resolve(ended.outcome.evaluation)
  }

  /** Reads the outcomes; if the store does not respond, they are read at the next interval. */
  const stop = every(POLL_MS, async () => {
    for (const [id, result] of waiting) await settle(id, result).catch(() => {})
  })

  return {
    async evaluate({ backtest, objective, params }) {
      const dataset = await publish(backtest)
      const id = await queue.put({ dataset, objective, params })
      const result = Promise.withResolvers<Evaluation>()
      waiting.set(id, result)
      return result.promise
    },
    async close() {
      stop()
      await queue.cancel([...waiting.keys()])
      await queue.close()
      await files.close()
    },
  }
}

/** A trial with its files in the store. */
export interface SharedTrial extends Omit<TrialTask, 'backtest'> {
  readonly dataset: Dataset
}

/** Opens the trial queue for the current code; workers with different code use a different queue. */
export const openTrialQueue = async (url: string) => {
  const { engineDigest } = await readCodeDigests()
  return openJobQueue<SharedTrial, TrialReply>(url, `trials-${engineDigest.slice(0, 16)}`)
}

const POLL_MS = 250
