import { Worker } from 'node:worker_threads'
import { StoreFailure, toError } from '../../../core/errors.ts'
import { writeExact } from '../../../core/exact-json.ts'
import type { AuditPosition, Batch } from '../../../engine/model/ports.ts'
import { storedBatch } from './journal.ts'
import { StoreError } from './store-error.ts'

/** Request to the thread; it answers each with one reply, in order. */
export type ThreadRequest =
  /** The text of a `StoredBatch`: candidates hold instruments, whose functions cannot be cloned and are not stored. */
  | { readonly kind: 'append'; readonly batch: string; readonly audit: AuditPosition }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'close' }

export type ThreadReply =
  | { readonly kind: 'done' }
  /** `tookMs` is the time of the commit alone, without the way to the thread and back. */
  | { readonly kind: 'committed'; readonly tookMs: number }
  | { readonly kind: 'storeFailure' | 'fault'; readonly message: string }

/** Journal of an engine's store, written by a thread of its own: no commit holds up the event loop. */
export interface ThreadedJournal {
  /** Resolves when the batch is durable. Rejects with a `StoreFailure` when nothing of it was stored. */
  append(batch: Batch, audit: AuditPosition): Promise<void>
  /** Moves what was committed out of the write-ahead log; call it once a minute. */
  checkpoint(): Promise<void>
  /** Finishes what was requested, and ends the thread. */
  close(): Promise<void>
}

/** Path beside this module, in the sources and in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './journal-thread.ts' : './journal-thread.js', import.meta.url)

/** Memory for batches in flight, in megabytes; the cached pages of the database are outside of it. */
const MEMORY_MAX = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

interface Pending {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Starts the thread for the store in a directory; `onCommitted` is called with the duration of each commit, ms. */
export const openThreadedJournal = async (
  directory: string,
  onCommitted: (tookMs: number) => void,
): Promise<ThreadedJournal> => {
  const worker = new Worker(THREAD, { workerData: directory, resourceLimits: MEMORY_MAX })
  const pending: Pending[] = []
  let ended: Error | undefined

  const nextReply = (): Promise<void> =>
    ended ? Promise.reject(ended) : new Promise((resolve, reject) => pending.push({ resolve, reject }))

  const request = (message: ThreadRequest): Promise<void> => {
    if (ended === undefined) worker.postMessage(message)
    return nextReply()
  }

  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of pending.splice(0)) reject(ended)
  }

  worker.on('message', (reply: ThreadReply) => {
    const first = pending.shift()
    if (reply.kind === 'storeFailure') first?.reject(new StoreFailure(reply.message))
    else if (reply.kind === 'fault') first?.reject(new StoreError(reply.message))
    else {
      if (reply.kind === 'committed') onCommitted(reply.tookMs)
      first?.resolve()
    }
  })
  worker.on('error', (error) => end(toError(error)))
  worker.on('exit', (code) => end(new StoreError(`The thread that writes ${directory} ended with ${code}.`)))
  await nextReply()

  return {
    append: (batch, audit) => request({ kind: 'append', batch: writeExact(storedBatch(batch)), audit }),
    checkpoint: () => request({ kind: 'checkpoint' }),
    async close() {
      if (ended) return
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      await request({ kind: 'close' }).catch(() => {})
      await exited
    },
  }
}
