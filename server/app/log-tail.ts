/** The newest records of the server log, in memory, for the API and the host command. */

import { LOG_LEVELS, type LogLevel } from '../../contract/logs.ts'
import type { Instant } from '../core/instant.ts'
import { parseRecord } from '../core/json.ts'
import type { LogReader, LogTailQuery, TailedRecord } from '../views/log-view.ts'

/** Collects log lines and finds the newest ones. */
export interface LogTail {
  /** Adds a line of JSON as the logger writes it, after its redaction. */
  add(line: string): void
  /** Returns the reader of one account's records; null is the process and its first account. */
  readerFor(account: string | null): LogReader
}

/** Records in memory; older ones are dropped. */
const RECORDS_MAX = 2_000

/** Longest line in memory. Of a longer one, only the beginning of the message is retained. */
const LINE_LENGTH_MAX = 4_096
const SHORTENED_LENGTH = 1_024

export const createLogTail = (): LogTail => {
  const lines: string[] = []
  let newest = 0
  function* findAll(query: LogTailQuery, account: string | null): Generator<TailedRecord> {
    const parse = createFilteredParser(query, account)
    const oldest = Math.max(1, newest - RECORDS_MAX + 1)
    for (let seq = Math.min(newest, (query.before ?? Infinity) - 1); seq >= oldest; seq -= 1) {
      const record = parse(lines[seq % RECORDS_MAX] ?? '', seq)
      if (record) yield record
    }
  }
  return {
    add(line) {
      newest += 1
      lines[newest % RECORDS_MAX] = line.length > LINE_LENGTH_MAX ? shorten(line) : line
    },
    readerFor: (account) => ({
      find(query) {
        const records: TailedRecord[] = []
        for (const record of findAll(query, account)) {
          if (records.length === query.limit) return { records, next: records.at(-1)?.seq ?? null }
          records.push(record)
        }
        return { records, next: null }
      },
    }),
  }
}

/** Returns a parser of lines, which returns undefined for records that do not match. */
const createFilteredParser = ({ level, text, fromMs, toMs }: LogTailQuery, account: string | null) => {
  const levels = new Set(level === null ? LOG_LEVELS : LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)))
  const wanted = text === null ? '' : JSON.stringify(text).slice(1, -1).toLowerCase()
  const includes = (part: unknown): boolean => JSON.stringify(part).toLowerCase().includes(wanted)
  const isWithin = (atMs: Instant): boolean => (fromMs === null || atMs >= fromMs) && (toMs === null || atMs < toMs)
  return (line: string, seq: number): TailedRecord | undefined => {
    if (!line.toLowerCase().includes(wanted)) return undefined
    const record = parseLine(line, seq)
    const { message, fields } = record
    if (!levels.has(record.level) || !isWithin(record.atMs) || (fields.account ?? null) !== account) return undefined
    return wanted === '' || includes(message) || includes(fields) ? record : undefined
  }
}

const parseLine = (line: string, seq: number): TailedRecord => {
  const { level, time, msg = '', ...fields } = parseRecord(line) ?? {}
  return { seq, atMs: Number(time ?? 0), level: toLevel(level), message: String(msg), fields }
}

/** Returns the name of a level of the logger: 10 is the first one, 20 the second, and so on. */
const toLevel = (level: unknown): LogLevel => LOG_LEVELS[Number(level) / 10 - 1] ?? 'INFO'

const shorten = (line: string): string => {
  const { msg, level, time, account } = parseRecord(line) ?? {}
  const message = String(msg ?? '').slice(0, SHORTENED_LENGTH)
  return JSON.stringify({ level, time, account, shortened: true, msg: message })
}
