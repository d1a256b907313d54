import { StoreFailure } from '../../../core/errors.ts'
import type { StopOrder } from '../../../engine/model/events.ts'
import type { Batch } from '../../../engine/model/ports.ts'
import type { AccountLog, LogStream } from '../../../scaled/ports.ts'
import type { ClearingChanges } from '../../exchanges/clearing/clearing-store.ts'
import { createBatchRows } from '../sqlite/batch-rows.ts'
import { logPositionRow } from '../sqlite/log-position.ts'
import type { Row } from '../sqlite/rows.ts'
import { venueRows } from '../sqlite/venue-store.ts'
import type { StoreWriter } from '../writer/store-writer.ts'
import { withoutAudit } from './projection.ts'
import { createWriteBehind } from './write-behind.ts'

/**
 * Wraps the writer of this host's databases so that it appends to the shared logs of the account first. A batch of the
 * engine is acknowledged once it is in the log; it is written to the database of this host while the next one is
 * appended, so that the database is at most two batches behind the log and never ahead of it. The exchange finds its
 * earlier orders in its database, so a batch of it is acknowledged once it is in both.
 */
export const createLoggedWriter = (writer: StoreWriter, parts: LoggedWriterParts): LoggedWriter => {
  const batchRows = createBatchRows(parts.name)
  const copy = createWriteBehind(writer.write.append)
  const engine = createAppender<Batch>(parts, 'engine', {
    toRows: batchRows.of,
    copy: copy.write,
    without: withoutFacts,
  })
  const exchange = createAppender<ClearingChanges>(parts, 'exchange', {
    toRows: venueRows,
    copy: writer.write.commitVenue,
    without: withoutExecutions,
  })
  return {
    ...writer,
    append: engine.append,
    prepare: batchRows.prepare,
    commitVenue: exchange.append,
    copied: copy.done,
    newestBatch: engine.newest,
  }
}

export interface LoggedWriter extends StoreWriter {
  /** Returns the number of the newest batch of the engine in the log. */
  newestBatch(): number
  /** Same as in `Journal`. */
  copied(): Promise<void>
}

export interface LoggedWriterParts {
  /** Name of the store in audit entries. */
  readonly name: string
  readonly logs: Readonly<Record<LogStream, Pick<AccountLog, 'append'>>>
  /** Number of the newest batch of each log. */
  readonly newest: Readonly<Record<LogStream, number>>
  readonly epoch: number
  readonly host: string
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Called when the log confirmed an append that was sent at this time. */
  readonly onConfirmed: (sentAtMs: number) => void
  /** Called with the stop that is open in the store, before the append it came with is acknowledged. */
  readonly onStop: (stop: StopOrder) => void
}

interface Appended<T> {
  toRows(item: T): Row[]
  /** Writes them to the database of this host, or begins to. */
  copy(rows: readonly Row[]): Promise<void>
  /** Returns the part of `item` not in `stored`; undefined when nothing is left. */
  without(item: T, stored: T): T | undefined
}

interface Pending<T> {
  /** What this batch and those before it contain of a retry. */
  readonly item: T
  readonly number: number
  readonly rows: readonly Row[]
  isLogged: boolean
  hasFailed: boolean
}

interface Appender<T> {
  append(item: T): Promise<void>
  newest(): number
}

/**
 * A batch sent under a number retains it until the log confirms it, because after a failure it may or may not be
 * stored. Additional changes of a retry follow under the next number.
 */
const createAppender = <T>(
  { logs, newest, epoch, host, monotonic, onConfirmed, onStop }: LoggedWriterParts,
  stream: LogStream,
  { toRows, copy, without }: Appended<T>,
): Appender<T> => {
  let last = newest[stream]
  let pending: Pending<T> | undefined

  const send = async (sent: Pending<T>): Promise<void> => {
    const { number, rows } = sent
    try {
      if (!sent.isLogged) {
        const sentAtMs = monotonic()
        const stop = await logs[stream].append({ number, epoch, host, body: JSON.stringify(rows) })
        sent.isLogged = true
        onConfirmed(sentAtMs)
        if (stop) onStop(stop)
      }
      await copy([logPositionRow(number), ...(sent.hasFailed ? withoutAudit(rows) : rows)])
    } catch (error) {
      sent.hasFailed = error instanceof StoreFailure
      throw error
    }
    last = number
    pending = undefined
  }

  return {
    async append(item) {
      const earlier = pending
      if (earlier) await send(earlier)
      const rest = earlier ? without(item, earlier.item) : item
      if (rest === undefined) return
      pending = { item, number: last + 1, rows: toRows(rest), isLogged: false, hasFailed: false }
      await send(pending)
    },
    newest: () => last,
  }
}

/**
 * Removes stored facts from a retried batch. Audit entries remain: entries of a failed append are written to the audit
 * log separately, or sent again.
 */
const withoutFacts = (batch: Batch, stored: Batch): Batch | undefined => {
  const known = new Set(stored.facts.filter(({ kind }) => kind !== 'audited'))
  const facts = batch.facts.filter((fact) => !known.has(fact))
  return facts.length === 0 ? undefined : { ...batch, facts }
}

const withoutExecutions = (changes: ClearingChanges, stored: ClearingChanges): ClearingChanges => {
  const known = new Set<unknown>([...stored.fills, ...stored.funding])
  return {
    ...changes,
    fills: changes.fills.filter((fill) => !known.has(fill)),
    funding: changes.funding.filter((paid) => !known.has(paid)),
  }
}
