/**
 * Pool of worker threads that evaluate the trials of a parameter search, one trial per thread at a time, and the
 * messages of these threads.
 */

import { Worker } from 'node:worker_threads'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import type { Objective } from '../../research/search/optimise.ts'
import type { Evaluation } from '../../research/search/trial.ts'

/** Creates a pool of up to `count` threads, each started when first needed. */
export const createTrialPool = (count: number, options: TrialPoolOptions): TrialPool => {
  const queue: Waiting[] = []
  const idle: Worker[] = []
  const workers: Worker[] = []
  const running = new Map<Worker, Waiting>()
  const assign = (): void => {
    while (queue.length > 0) {
      const worker = idle.shift() ?? (workers.length < count ? start() : undefined)
      const waiting = worker && queue.shift()
      if (!waiting) return
      running.set(worker, waiting)
      worker.postMessage(waiting.task)
    }
  }
  const finish = (worker: Worker, settle: (result: PromiseWithResolvers<Evaluation>) => void): void => {
    const task = running.get(worker)
    running.delete(worker)
    if (task) settle(task.result)
  }
  const start = (): Worker => {
    const worker = new Worker(WORKER, { workerData: options })
    workers.push(worker)
    worker.on('message', (reply: TrialReply) => {
      finish(worker, ({ resolve, reject }) =>
        'fault' in reply ? reject(new Error(reply.fault)) : resolve(reply.evaluation),
      )
      idle.push(worker)
      assign()
    })
    worker.on('error', (error) => finish(worker, ({ reject }) => reject(error)))
    return worker
  }
  return {
    evaluate(task) {
      const result = Promise.withResolvers<Evaluation>()
      queue.push({ task, result })
      assign()
      return result.promise
    },
    async close() {
      for (const worker of workers) await worker.terminate()
    },
  }
}

export type TrialReply = { readonly evaluation: Evaluation } | { readonly fault: string }

interface Waiting {
  readonly task: TrialTask
  readonly result: PromiseWithResolvers<Evaluation>
}

/** Settings of the worker threads. */
export interface TrialPoolOptions {
  /** Priority of the threads as defined by the operating system: 19 is the lowest. */
  readonly niceness: number
}

/** One trial, as a message to a worker. */
export interface TrialTask {
  readonly backtest: BacktestRequest
  readonly objective: Objective
  readonly params: Readonly<Record<string, number>>
}

/** Worker threads that evaluate trials, one trial each at a time. */
export interface TrialPool {
  /** Rejects when the thread ends, or with the reason why the trial cannot be run. */
  evaluate(task: TrialTask): Promise<Evaluation>
  close(): Promise<void>
}

/** Path next to this module, in the sources and in the bundle. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './trial-worker.ts' : './trial-worker.js', import.meta.url)
