/**
 * Starts the worker thread that checks a store for damage, writes a snapshot of its ledger and stores checkpoints.
 * Exports its task and reply.
 */

import { Worker } from 'node:worker_threads'
import { toError } from '../../../core/errors.ts'

/** Running upkeep of one store. */
export interface Upkeep {
  /** Resolves with the damage found, or the reason why the store could not be checked; null when it is intact. */
  readonly checked: Promise<string | null>
  /** Resolves when the thread has ended, with the error that ended it, if any. */
  readonly done: Promise<Error | null>
  end(): Promise<unknown>
}

export interface UpkeepTask {
  /** Directory of the market and mode. */
  readonly directory: string
  /** Digest of the code that folds, as in `ledger-snapshot.ts`. */
  readonly fold: string
  /** True when the whole store is to be checked first. */
  readonly checks: boolean
  /** The shared store in which to store checkpoints of the account, if any. */
  readonly share?: CheckpointShare | undefined
}

/** The active engine of an account in a shared store. */
export interface CheckpointShare {
  readonly url: string
  readonly account: string
  readonly epoch: number
  /** Digest of the program. */
  readonly build: string
  /** Identifier of this host. */
  readonly host: string
  /** As in `CheckpointParts`. */
  readonly leastBatches?: number
}

export interface UpkeepReply {
  readonly kind: 'checked'
  /** Description of the damage; null when there is none. */
  readonly damage: string | null
}

/** Module of the worker thread, in the sources or in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './upkeep-thread.ts' : './upkeep-thread.js', import.meta.url)

/** Heap memory for a ledger, in megabytes; cached database pages are not included. */
const MEMORY_MAX = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 8 }

/**
 * Checks a store if requested, makes a snapshot of its ledger if many facts have been added since the last one, and
 * stores a checkpoint if many batches have been.
 */
export const startUpkeep = (task: UpkeepTask): Upkeep => {
  const worker = new Worker(THREAD, { workerData: task, resourceLimits: MEMORY_MAX })
  worker.unref()
  const checked = Promise.withResolvers<string | null>()
  const done = Promise.withResolvers<Error | null>()
  let failure: Error | null = null
  worker.on('message', ({ damage }: UpkeepReply) => checked.resolve(damage))
  worker.on('error', (error) => {
    failure = toError(error)
  })
  worker.on('exit', () => {
    checked.resolve(task.checks ? `it could not be checked: ${failure?.message ?? 'the check was interrupted'}` : null)
    done.resolve(failure)
  })
  return { checked: checked.promise, done: done.promise, end: () => worker.terminate() }
}
