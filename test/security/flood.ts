import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Connections that send as fast as they are answered. */
export interface FloodPlan {
  readonly port: number
  /** What a connection sends, from the first on and round again; each connection begins at another. */
  readonly requests: readonly string[]
  readonly connections: number
  /** Requests sent ahead of their answers. */
  readonly depth: number
  /** Whether answers are read; where they are not, each connection sends `depth` requests and holds on. */
  readonly reads: boolean
  /** Loopback addresses that the connections come from, in turn. */
  readonly from?: readonly string[]
  /** Connections opened a second at most, all together. */
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
  /** Ends all connections; resolves with what was counted. */
  stop(): Promise<FloodCounts>
}

/** Begins a flood in a thread of its own, so that whoever measures is not held up by it. */
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

/** Counts of several floods together. */
export const sumCounts = (counts: readonly FloodCounts[]): FloodCounts =>
  counts.reduce((sum, { sent, answered, opened, cut }) => ({
    sent: sum.sent + sent,
    answered: sum.answered + answered,
    opened: sum.opened + opened,
    cut: sum.cut + cut,
  }))
