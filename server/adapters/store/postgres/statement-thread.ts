/**
 * Worker thread that executes the statements of the identity store in PostgreSQL while the event loop waits. Exports
 * the messages between both.
 */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { openPostgres, type Statement } from './connection.ts'

/** Data passed to the thread; `done` is incremented and notified after each reply. */
export interface StatementThreadData {
  readonly url: string
  readonly port: MessagePort
  readonly done: Int32Array
}

/** Statements executed in one transaction. */
export interface StatementRequest {
  readonly number: number
  readonly statements: readonly Statement[]
}

export type StatementReply = { readonly number: number } & (
  | { readonly kind: 'rows'; readonly rows: readonly object[][] }
  | { readonly kind: 'storeFailure' | 'fault'; readonly message: string }
)

const { url, port, done } = workerData as StatementThreadData
const connection = openPostgres(url, 'identity')

const carryOut = async ({ number, statements }: StatementRequest): Promise<StatementReply> => {
  try {
    const rows = await connection.transact(async (query) => {
      const results: object[][] = []
      for (const statement of statements) results.push(await query(statement))
      return results
    })
    return { number, kind: 'rows', rows }
  } catch (error) {
    const kind = error instanceof StoreFailure ? 'storeFailure' : 'fault'
    return { number, kind, message: errorMessage(error) }
  }
}

port.on('message', async (request: StatementRequest | 'close') => {
  if (request === 'close') {
    await connection.close()
    port.close()
    return
  }
  port.postMessage(await carryOut(request))
  Atomics.add(done, 0, 1)
  Atomics.notify(done, 0)
})

/** Reports null once the connection is open, or the reason why it is not. */
const [opened] = await Promise.allSettled([connection.query({ text: 'SELECT 1' })])
parentPort?.postMessage(opened.status === 'rejected' ? errorMessage(opened.reason) : null)
