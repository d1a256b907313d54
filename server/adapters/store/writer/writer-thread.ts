import { once } from 'node:events'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { assert } from '../../../core/assert.ts'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { openAuditLog } from '../audit/audit-log.ts'
import { OUTBOX } from '../sqlite/outbox-table.ts'
import { openEngineStore } from '../sqlite/store.ts'
import { openVenueStore, type VenueStore } from '../sqlite/venue-store.ts'
import { drainOutboxes, openOutboxDrain } from './audit-outbox.ts'
import type {
  AuditRequest,
  AuditStanding,
  CommitRequest,
  ThreadMessage,
  ThreadReply,
  ThreadRequest,
  WriterPlace,
} from './store-writer.ts'

/**
 * Entry point of the thread that commits the journal of one market and mode and writes the audit log of its data
 * directory: receives its place first, then answers each request in order. In between, it moves audit entries from the journal to the log, and signs
 * the log when that is due.
 */

/** Time for which entries of several commits are collected, so that they share the syncs of the log. */
const DRAIN_AFTER_MS = 25

/** Minimum interval between signatures, and between attempts while the log cannot be written or signed. */
const RETRY_MS = 1_000

assert(parentPort, 'this module must run in a worker thread')
const port = parentPort
const [{ dataDir, state, durability, nowMs }] = (await once(port, 'message')) as [WriterPlace]
// The port is released with its last listener.
port.ref()
let known = { nowMs, atMs: performance.now() }
const directory = join(dataDir, state)
const store = openEngineStore(directory, durability)
let venue: VenueStore | undefined
const audit = openAuditLog({
  directory: join(dataDir, 'audit'),
  clock: () => known.nowMs + Math.trunc(performance.now() - known.atMs),
})
const { outbox } = store
const drain = openOutboxDrain({ name: state, outbox, audit })

let signTimer: NodeJS.Timeout | undefined
let signFault: string | null = null

const report = (): void => {
  const standing: AuditStanding = { state: audit.state(), status: drain.status(), end: audit.end(), signFault }
  port.postMessage({ kind: 'standing', standing } satisfies ThreadMessage)
  const dueInMs = audit.dueInMs()
  if (dueInMs !== null) signTimer ??= setTimeout(() => enqueue(sign), Math.max(dueInMs, RETRY_MS))
}

const sign = async (): Promise<void> => {
  signTimer = undefined
  try {
    audit.checkpoint()
    signFault = null
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    signFault = error.message
  }
  report()
}

let drainTimer: NodeJS.Timeout | undefined

const drainLater = (afterMs: number): void => {
  drainTimer ??= setTimeout(() => enqueue(drainNow), afterMs)
}

const drainNow = async (): Promise<void> => {
  clearTimeout(drainTimer)
  drainTimer = undefined
  await drain.drain()
  if (drain.status() === 'SPOOLED') {
    if (outbox.waiting().length === 0) audit.append([])
    drainLater(RETRY_MS)
  }
  report()
}

/** Commits immediately, even while audit entries are being moved. */
const commit = (request: CommitRequest): ThreadReply => {
  switch (request.kind) {
    case 'append': {
      const { rows } = request
      const since = performance.now()
      store.journal.write(rows, audit.position())
      const tookMs = performance.now() - since
      if (rows.some(([statement]) => statement === OUTBOX)) drainLater(DRAIN_AFTER_MS)
      return { kind: 'committed', tookMs }
    }
    case 'commitVenue':
      venue ??= openVenueStore(directory, durability)
      venue.write(request.rows)
      return { kind: 'done' }
    case 'checkpoint':
      store.checkpoint()
      venue?.checkpoint()
      return { kind: 'done' }
  }
}

const writeAudit = async (request: AuditRequest): Promise<ThreadReply> => {
  switch (request.kind) {
    case 'audit': {
      await drainNow()
      const status = await audit.appendBeside(request.entries)
      report()
      return { kind: 'audited', status }
    }
    case 'compareAudit':
      audit.compare(request.known)
      report()
      return { kind: 'done' }
    case 'drain':
      await drainNow()
      return { kind: 'done' }
    case 'close':
      await drainNow()
      clearTimeout(drainTimer)
      clearTimeout(signTimer)
      audit.close()
      store.close()
      venue?.close()
      port.close()
      return { kind: 'done' }
  }
}

/** Queue of tasks that write the audit log, one after another. */
let queue = Promise.resolve()

const enqueue = (task: () => Promise<void>): void => {
  queue = queue.then(task)
}

const reply = ({ number }: ThreadRequest, answer: ThreadReply): void =>
  port.postMessage({ ...answer, number } satisfies ThreadMessage)

const fault = (error: unknown): ThreadReply => {
  const kind = error instanceof StoreFailure ? 'storeFailure' : 'fault'
  return { kind, message: errorMessage(error) }
}

const carryOut = (request: ThreadRequest): void => {
  switch (request.kind) {
    case 'append':
    case 'commitVenue':
    case 'checkpoint':
      try {
        return reply(request, commit(request))
      } catch (error) {
        return reply(request, fault(error))
      }
    default:
      return enqueue(() =>
        writeAudit(request)
          .catch(fault)
          .then((answer) => reply(request, answer)),
      )
  }
}

await drainOutboxes(dataDir, audit, [state])
await drainNow()
port.on('message', (request: ThreadRequest) => {
  known = { nowMs: request.nowMs, atMs: performance.now() }
  carryOut(request)
})
port.postMessage({ kind: 'done', number: 0 } satisfies ThreadMessage)
