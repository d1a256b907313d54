import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Plan of a flood: connections that send as fast as they are answered. */
export interface FloodPlan {
  readonly port: number
  /** Requests that a connection sends in rotation; each connection begins at a different one. */
  readonly requests: readonly string[]
  readonly connections: number
  /** Requests sent ahead of their answers. */
  readonly depth: number
  /** True when answers are read; otherwise each connection sends `depth` requests and stays open. */
  readonly reads: boolean
  /** Loopback addresses that the connections come from, in turn. */
  readonly from?: readonly string[]
  /** Maximum number of connections opened per second, in total. */
  readonly opensPerSecond?: number
}

export interface FloodCounts {
  readonly sent: number
  readonly answered: number
  readonly opened: number
  /** Connections that the server ended or refused. */
  readonly cut: number
}

export interface Flood {
  /** Ends all connections; resolves with the counts. */
  stop(): Promise<FloodCounts>
}

/** Starts a flood in a separate thread, so that it does not delay the measurement. */
export const startFlood = async (plan: FloodPlan): Promise<Flood> => {
  const worker = new Worker(fileURLToPath(new URL('./flood-thread.ts', import.meta.url)), { workerData: plan })
  await once(worker, 'message')
  return {
    async stop() {
      worker.postMessage('stop')
      const [counts] = await once(worker, 'message')
      await worker.terminate()
      return counts
    },
  }
}

/** Sums the counts of several floods. */
export const sumCounts = (counts: readonly FloodCounts[]): FloodCounts =>
  counts.reduce((sum, { sent, answered, opened, cut }) => ({
    sent: sum.sent + sent,
    answered: sum.answered + answered,
    opened: sum.opened + opened,
    cut: sum.cut + cut,
  }))
