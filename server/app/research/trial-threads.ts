import { Worker } from 'node:worker_threads'
import type { SearchRequest } from '../../cli/research-parts.ts'
import type { Evaluation } from '../../research/search/optimise.ts'

/** What the threads of a search are started with. */
export type TrialOrder = Pick<SearchRequest, 'backtest' | 'objective'> & {
  /** Priority of the threads as the operating system counts it: 19 is the lowest. */
  readonly niceness: number
}

/** Parameters of the next trial, as a message to a thread. */
export type TrialTask = Readonly<Record<string, number>>

export type TrialReply = { readonly evaluation: Evaluation } | { readonly fault: string }

/** Threads that evaluate trials, each one at a time. */
export interface TrialThreads {
  /** Rejects when the thread ends, or with the reason why the trial cannot be run. */
  evaluate(params: TrialTask): Promise<Evaluation>
  close(): Promise<void>
}

/** Path next to this module, in the sources and in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './trial-thread.ts' : './trial-thread.js', import.meta.url)

interface Waiting {
  readonly params: TrialTask
  readonly result: PromiseWithResolvers<Evaluation>
}

export const startTrialThreads = ({ backtest, objective, niceness }: TrialOrder, count: number): TrialThreads => {
  const queue: Waiting[] = []
  const idle: Worker[] = []
  const running = new Map<Worker, Waiting>()
  const workers = Array.from(
    { length: count },
    () => new Worker(THREAD, { workerData: { backtest, objective, niceness } }),
  )
  const assign = (): void => {
    while (idle.length > 0 && queue.length > 0) {
      const [worker, task] = [idle.shift(), queue.shift()]
      if (!worker || !task) return
      running.set(worker, task)
      worker.postMessage(task.params)
    }
  }
  const finish = (worker: Worker, settle: (result: PromiseWithResolvers<Evaluation>) => void): void => {
    const task = running.get(worker)
    running.delete(worker)
    if (task) settle(task.result)
  }
  for (const worker of workers) {
    idle.push(worker)
    worker.on('message', (reply: TrialReply) => {
      finish(worker, ({ resolve, reject }) =>
        'fault' in reply ? reject(new Error(reply.fault)) : resolve(reply.evaluation),
      )
      idle.push(worker)
      assign()
    })
    worker.on('error', (error) => finish(worker, ({ reject }) => reject(error)))
  }
  return {
    evaluate(params) {
      const result = Promise.withResolvers<Evaluation>()
      queue.push({ params, result })
      assign()
      return result.promise
    },
    async close() {
      for (const worker of workers) await worker.terminate()
    },
  }
}
