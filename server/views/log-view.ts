/** Server log as API bodies, page by page, and the reader that finds its records. */

import type { LogLevel, LogRecord, LogRecords } from '../../contract/logs.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { err, ok, type Result } from '../core/result.ts'
import type { Page } from '../engine/model/ports.ts'
import { beginPage, type CursorRefusal, type PageQuery, type Place } from './page.ts'

/** Reader of the log records in memory. */
export interface LogReader {
  /** Finds records, newest first. `next` is the number to continue before, null at the end. */
  find(query: LogTailQuery): { readonly records: readonly TailedRecord[]; readonly next: number | null }
}

/** Filter for records; null matches all. */
interface LogFilter {
  /** Minimum level. */
  readonly level: LogLevel | null
  /** Text in message or fields, in any case. */
  readonly text: string | null
}

export interface LogTailQuery extends LogFilter, Omit<Page, 'before'> {
  /** Number that the records precede. */
  readonly before: number | null
}

/** A log record with its number since the start of the process. */
export interface TailedRecord extends Omit<LogRecord, 'at'> {
  readonly atMs: Instant
}

/** Returns one page of the log. */
export const logBody = (
  reader: LogReader,
  { level, text, ...query }: LogFilter & PageQuery,
  nowMs: Instant,
): Result<LogRecords, CursorRefusal> => {
  const begun = beginPage({ name: 'logs', filter: { level, text } }, query)
  if (!begun.ok) return begun
  const { page, cursorAt } = begun.value
  const before = page.before && parseSeq(page.before)
  if (before === undefined) return err({ kind: 'invalidCursor' })
  const { records, next } = reader.find({ ...page, level, text, before })
  return ok({
    items: records.map(logRecordBody),
    nextCursor: next === null ? null : cursorAt({ atMs: 0, id: String(next) }),
    asOf: toRfc3339(nowMs),
  })
}

/** Returns a log record as the API body. */
export const logRecordBody = ({ atMs, ...record }: TailedRecord): LogRecord => ({ ...record, at: toRfc3339(atMs) })

const parseSeq = ({ id }: Place): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined)
