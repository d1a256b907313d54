/**
 * Client of the writer thread, which commits the journal of one market and mode and writes the audit log, so that no
 * sync blocks the event loop. Exports the messages between both.
 */

import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { assert } from '../../../core/assert.ts'
import { StoreFailure, toError } from '../../../core/errors.ts'
import type { Instant } from '../../../core/instant.ts'
import type { AuditEntry, Fact } from '../../../engine/model/facts.ts'
import type { AuditStatus, AuditTrail, Batch, Clock } from '../../../engine/model/ports.ts'
import type { ClearingChanges } from '../../exchanges/clearing/clearing-store.ts'
import type { AuditLog, AuditState } from '../audit/audit-log.ts'
import { auditPaths } from '../audit/audit-paths.ts'
import { findCommitsBeyond } from '../audit/commits-beyond.ts'
import { findEntries } from '../audit/find-entries.ts'
import type { KnownEnd } from '../audit/replaced-log.ts'
import { createBatchRows } from '../sqlite/batch-rows.ts'
import type { Durability } from '../sqlite/database.ts'
import type { Row } from '../sqlite/rows.ts'
import { StoreError } from '../sqlite/store-error.ts'
import { venueRows } from '../sqlite/venue-store.ts'
import { startWriterThread } from './start-thread.ts'

/**
 * Writer of the journal of one market and mode and of the audit log of its data directory. Audit entries of a batch are
 * committed with it and reach the log within 50 ms on a healthy disk; those left by a crash follow at the next start.
 */
export interface StoreWriter {
  readonly audit: WrittenAudit
  /** Resolves when the batch is durable. Rejects with a `StoreFailure` when nothing was stored. */
  append(batch: Batch): Promise<void>
  /** Same as in `Journal`. */
  prepare(facts: readonly Fact[]): void
  /**
   * Commits changes of the local exchange in the same directory, whose store has already been opened; same contract as
   * `append`.
   */
  commitVenue(changes: ClearingChanges): Promise<void>
  /** Like `append` and `commitVenue`, for existing rows. */
  readonly write: Readonly<Record<'append' | 'commitVenue', (rows: readonly Row[]) => Promise<void>>>
  /** Moves commits out of the write-ahead logs; call it once a minute. */
  checkpoint(): Promise<void>
  /** Completes pending requests, and ends the thread. */
  close(): Promise<void>
}

export type CommitRequest =
  /** `commitVenue` is for the store of a local exchange in the same directory. */
  { readonly kind: 'append' | 'commitVenue'; readonly rows: readonly Row[] } | { readonly kind: 'checkpoint' }

export type AuditRequest =
  | { readonly kind: 'audit'; readonly entries: readonly AuditEntry[] }
  | { readonly kind: 'compareAudit'; readonly known: KnownEnd }
  | { readonly kind: 'drain' | 'close' }

export type ThreadReply =
  | { readonly kind: 'done' }
  /** `tookMs` is the duration of the commit, without the messages to and from the thread. */
  | { readonly kind: 'committed'; readonly tookMs: number }
  | { readonly kind: 'audited'; readonly status: AuditStatus }
  | { readonly kind: 'storeFailure' | 'fault'; readonly message: string }

export type ThreadMessage =
  /** The first one has number 0: the store is open. */
  | (ThreadReply & { readonly number: number })
  /** The audit log has changed. */
  | { readonly kind: 'standing'; readonly standing: AuditStanding }

/** Place where the thread writes, and the current time: its first message. */
export interface WriterPlace {
  readonly dataDir: string
  /** Directory of the market and mode within the data directory. */
  readonly state: string
  /** Durability of the databases; `FULL` if omitted. */
  readonly durability?: Durability | undefined
  /** Time of the platform clock. */
  readonly nowMs: Instant
}

/**
 * Request to the thread. Commits are executed immediately and in order, writes of the audit log separately in order.
 */
export type ThreadRequest = (CommitRequest | AuditRequest) & { readonly number: number; readonly nowMs: Instant }

/** State of the audit log as last reported by the thread. */
export interface AuditStanding {
  readonly state: AuditState
  readonly status: AuditStatus
  /** Byte behind the newest entry; null while the log cannot be read. */
  readonly end: number | null
  /** Why the log could not be signed when that was due; null when there is no such fault. */
  readonly signFault: string | null
}

/** The audit log of a data directory, written by the thread. */
export interface WrittenAudit extends AuditTrail, Pick<AuditLog, 'find' | 'commitsBeyond' | 'state'> {
  append(entries: readonly AuditEntry[]): Promise<AuditStatus>
  /** Returns why the log could not be signed when that was due; null when there is no such fault. */
  signFault(): string | null
  compare(known: KnownEnd): Promise<void>
}

interface WriterParts extends Omit<WriterPlace, 'nowMs'> {
  readonly clock: Clock
  /** Called with the duration of each commit, ms. */
  readonly onCommitted: (tookMs: number) => void
  /** Thread that has already been started and has no place yet; if omitted, one is started. */
  readonly thread?: Worker | undefined
}

type Answer = Exclude<ThreadReply, { kind: 'storeFailure' | 'fault' }>

interface Pending {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

const settle = (reply: ThreadReply, { resolve, reject }: Pending): void => {
  switch (reply.kind) {
    case 'storeFailure':
      return reject(new StoreFailure(reply.message))
    case 'fault':
      return reject(new StoreError(reply.message))
    default:
      return resolve(reply)
  }
}

export const openStoreWriter = async (parts: WriterParts): Promise<StoreWriter> => {
  const { dataDir, state, durability, clock, onCommitted, thread: worker = startWriterThread() } = parts
  worker.ref()
  const pending = new Map<number, Pending>()
  const { log } = auditPaths(join(dataDir, 'audit'))
  const batchRows = createBatchRows(state)
  let standing: AuditStanding | undefined
  let ended: Error | undefined
  let lastNumber = 0

  const answerTo = (number: number): Promise<Answer> =>
    ended ? Promise.reject(ended) : new Promise((resolve, reject) => pending.set(number, { resolve, reject }))

  const request = (task: CommitRequest | AuditRequest): Promise<Answer> => {
    const number = ++lastNumber
    if (ended === undefined) worker.postMessage({ ...task, number, nowMs: clock() } satisfies ThreadRequest)
    return answerTo(number)
  }

  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of pending.values()) reject(ended)
    pending.clear()
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'standing') {
      standing = message.standing
      return
    }
    const waiting = pending.get(message.number)
    pending.delete(message.number)
    if (message.kind === 'committed') onCommitted(message.tookMs)
    if (waiting) settle(message, waiting)
  })
  worker.on('error', (error) => end(toError(error)))
  worker.on('exit', (code) => end(new StoreError(`The thread that writes ${join(dataDir, state)} ended with ${code}.`)))
  worker.postMessage({ dataDir, state, durability, nowMs: clock() } satisfies WriterPlace)
  await answerTo(0)

  const getStanding = (): AuditStanding => {
    assert(standing, 'the thread must report the audit log before its first answer')
    return standing
  }

  const write: StoreWriter['write'] = {
    append: async (rows) => void (await request({ kind: 'append', rows })),
    commitVenue: async (rows) => void (await request({ kind: 'commitVenue', rows })),
  }

  return {
    append: (batch) => write.append(batchRows.of(batch)),
    prepare: batchRows.prepare,
    commitVenue: (changes) => write.commitVenue(venueRows(changes)),
    write,
    audit: {
      async append(entries) {
        const answer = await request({ kind: 'audit', entries })
        assert(answer.kind === 'audited', 'the thread must answer each request')
        return answer.status
      },
      status: () => getStanding().status,
      state: () => getStanding().state,
      async find(query) {
        await request({ kind: 'drain' })
        return findEntries(log, getStanding().end ?? 0, query)
      },
      commitsBeyond: (store) => findCommitsBeyond(log, getStanding().end, store),
      signFault: () => getStanding().signFault,
      compare: async (known) => void (await request({ kind: 'compareAudit', known })),
    },
    checkpoint: async () => void (await request({ kind: 'checkpoint' })),
    async close() {
      if (ended) return
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      await request({ kind: 'close' }).catch(() => {})
      await exited
    },
  }
}
