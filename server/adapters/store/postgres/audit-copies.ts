import { oneAtATime } from '../../../core/one-at-a-time.ts'
import { readLog } from '../audit/audit-files.ts'
import { type LoggedEntry, parseLine, printLine } from '../audit/entry-line.ts'
import type { AuditPage, AuditQuery } from '../audit/find-entries.ts'
import type { PostgresConnection } from './connection.ts'

/**
 * Shared copies of the audit logs of all hosts of one account. All calls reject with a `StoreFailure` while PostgreSQL
 * does not respond.
 */
export interface AuditCopies {
  /** Copies the new entries of this host's log. */
  copy(): Promise<void>
  /**
   * Finds entries of all hosts in the order in which they were copied, newest first; a position is a number in that
   * order.
   */
  find(query: AuditQuery): Promise<AuditPage>
}

export interface AuditCopiesParts {
  readonly connection: PostgresConnection
  readonly account: string
  readonly host: string
  /** Directory of the log of this host. */
  readonly directory: string
}

/** Entries in one statement, and entries examined for a filter in one call. */
const COPIED_MAX = 500
const EXAMINED_MAX = 20_000

const INSERT = `
  INSERT INTO audit_copies (account, host, hash, seq, at_ms, actor_type, actor, action, outcome, target, request_id, line)
  SELECT $1, $2, * FROM unnest(
    $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]
  ) ON CONFLICT DO NOTHING`

const FIND = `
  WITH examined AS (
    SELECT * FROM audit_copies WHERE account = $1 AND ($2::bigint IS NULL OR number < $2) ORDER BY number DESC LIMIT $3
  )
  SELECT bounds.lowest, bounds.examined, found.number, found.line
  FROM (SELECT min(number) AS lowest, count(*)::int AS examined FROM examined) AS bounds LEFT JOIN (
    SELECT number, line FROM examined
    WHERE ($4::bigint IS NULL OR at_ms >= $4) AND ($5::bigint IS NULL OR at_ms < $5)
      AND ($6::text IS NULL OR actor_type = $6) AND ($7::text IS NULL OR actor = $7) AND ($8::text IS NULL OR action = $8)
      AND ($9::text IS NULL OR outcome = $9) AND ($10::text IS NULL OR target = $10)
      AND ($11::text IS NULL OR request_id = $11)
    ORDER BY number DESC LIMIT $12
  ) AS found ON true ORDER BY found.number DESC`

interface MatchRow {
  readonly lowest: string | null
  readonly examined: number
  readonly number: string | null
  readonly line: string | null
}

/** Opens the copies in PostgreSQL. */
export const openAuditCopies = ({ connection, account, host, directory }: AuditCopiesParts): AuditCopies => {
  let copiedSeq: number | undefined

  /** Returns the newest copied entry of this log; 0 for a log that is new, or was replaced. */
  const findCopied = async (): Promise<number> => {
    const [row] = await connection.query<{ seq: string; hash: string }>({
      text: 'SELECT seq, hash FROM audit_copies WHERE account = $1 AND host = $2 ORDER BY number DESC LIMIT 1',
      values: [account, host],
    })
    if (!row) return 0
    for await (const line of readLog(directory, Number(row.seq))) {
      return parseLine(Buffer.from(line))?.hash === row.hash ? Number(row.seq) : 0
    }
    return 0
  }

  const put = async (entries: readonly LoggedEntry[]): Promise<void> => {
    const column = <T>(read: (entry: LoggedEntry) => T): T[] => entries.map(read)
    await connection.query({
      name: 'copy-audit',
      text: INSERT,
      values: [
        ...[account, host],
        ...[column(({ hash }) => hash), column(({ seq }) => seq), column(({ atMs }) => atMs)],
        ...[column(({ actor }) => actor.type), column(({ actor }) => toText(actor.sub))],
        ...[column(({ action }) => toText(action)), column(({ outcome }) => toText(outcome))],
        ...[column(({ target }) => toText(target)), column(({ requestId }) => toText(requestId))],
        column((entry) => printLine(entry, entry)),
      ],
    })
    copiedSeq = entries.at(-1)?.seq ?? copiedSeq
  }

  const copy = async (): Promise<void> => {
    copiedSeq ??= await findCopied()
    let entries: LoggedEntry[] = []
    for await (const line of readLog(directory, copiedSeq + 1)) {
      const entry = parseLine(Buffer.from(line))
      if (entry) entries.push(entry)
      if (entries.length < COPIED_MAX) continue
      await put(entries)
      entries = []
    }
    if (entries.length > 0) await put(entries)
  }

  return {
    copy: oneAtATime(copy),
    async find({ limit, before, ...filter }) {
      const { fromMs, toMs, actorType, actor, action, outcome, target, requestId } = filter
      const isFiltered = Object.values(filter).some((wanted) => wanted !== null)
      const examinedMax = isFiltered ? EXAMINED_MAX : limit + 1
      const rows = await connection.query<MatchRow>({
        name: 'find-audit',
        text: FIND,
        values: [
          ...[account, before?.seq ?? null, examinedMax, fromMs, toMs],
          ...[actorType, actor, action, outcome, target, requestId, limit + 1],
        ],
      })
      const matches = rows.flatMap(({ number, line }) => {
        const entry = line === null ? undefined : parseLine(Buffer.from(line))
        return entry ? [{ entry, number: Number(number) }] : []
      })
      const [first] = rows
      const page = matches.slice(0, limit)
      const isMore = matches.length > limit || first?.examined === examinedMax
      const last = matches.length > limit ? page.at(-1)?.number : Number(first?.lowest)
      return {
        entries: page.map(({ entry }) => entry),
        next: isMore && last !== undefined ? { seq: last } : null,
      }
    },
  }
}

/** Removes zero characters, which PostgreSQL cannot store; they are escaped in the line. */
const toText = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null
