import { Worker } from 'node:worker_threads'

/**
 * Starts the thread of a `StoreWriter`. It loads its modules, changes nothing until the writer is opened, and until
 * then does not keep the process alive.
 */
export const startWriterThread = (): Worker => {
  const worker = new Worker(THREAD, { resourceLimits: MEMORY_MAX })
  worker.unref()
  return worker
}

/** Module of the thread, in the sources or in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './writer-thread.ts' : './writer-thread.js', import.meta.url)

/** Heap memory for batches in flight, in megabytes; cached database pages are not included. */
const MEMORY_MAX = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
