import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../core/assert.ts'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { readExact } from '../../../core/exact-json.ts'
import type { StoredBatch } from './journal.ts'
import { openEngineStore } from './store.ts'
import type { ThreadReply, ThreadRequest } from './threaded-journal.ts'

/** Entry point of the thread that commits the journal of one market and mode: answers each request in order. */

assert(parentPort, 'this module runs in a worker thread')
const port = parentPort
const store = openEngineStore(String(workerData))

const carryOut = (request: ThreadRequest): ThreadReply => {
  switch (request.kind) {
    case 'append': {
      const batch = readExact(request.batch) as StoredBatch
      const since = performance.now()
      store.journal.write(batch, request.audit)
      return { kind: 'committed', tookMs: performance.now() - since }
    }
    case 'checkpoint':
      store.checkpoint()
      return { kind: 'done' }
    case 'close':
      store.close()
      port.close()
      return { kind: 'done' }
  }
}

port.on('message', (request: ThreadRequest) => {
  try {
    port.postMessage(carryOut(request))
  } catch (error) {
    const kind = error instanceof StoreFailure ? 'storeFailure' : 'fault'
    port.postMessage({ kind, message: errorMessage(error) } satisfies ThreadReply)
  }
})
port.postMessage({ kind: 'done' } satisfies ThreadReply)
