import { oneAtATime } from '../../../core/one-at-a-time.ts'
import { readLog } from '../audit/audit-files.ts'
import { type LoggedEntry, parseLine, printLine } from '../audit/entry-line.ts'
import type { AuditPage, AuditQuery } from '../audit/find-entries.ts'
import type { PostgresConnection, Statement } from './connection.ts'

/**
 * Shared copies of the audit logs of all hosts of one account. All calls reject with a `StoreFailure` while PostgreSQL
 * does not respond.
 */
export interface AuditCopies {
  /** Copies the new entries of this host's log. */
  copy(): Promise<void>
  /**
   * Finds entries of all hosts by their time, newest first; a position is the number of an entry in the order in which
   * they were copied.
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

/** Entries in one statement, and entries examined in one call for a query with several filters. */
const COPIED_MAX = 500
const EXAMINED_MAX = 1_000

const INSERT = `
  INSERT INTO audit_copies (account, host, hash, seq, at_ms, actor_type, actor, action, outcome, target, request_id, line)
  SELECT $1, $2, * FROM unnest(
    $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]
  ) ON CONFLICT DO NOTHING`

/**
 * Filters and their columns, each with an index by time. The first one that a query has is searched by its index, so the
 * most selective ones are first. The actor type, of which a query may name several, follows them.
 */
const FILTERS = [
  ['requestId', 'request_id'],
  ['target', 'target'],
  ['actor', 'actor'],
  ['action', 'action'],
  ['outcome', 'outcome'],
] as const

/** Returns the statement that finds a page and one more entry; it examines at most `EXAMINED_MAX` entries of an index. */
const findStatement = (account: string, query: AuditQuery): FindStatement => {
  const { limit, before, fromMs, toMs, actorType } = query
  const values: unknown[] = []
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const [accountIs, beforeIs] = [parameter(account), before && parameter(before.seq)]
  const indexed = FILTERS.flatMap(([name, column]) =>
    query[name] === null ? [] : [`${column} = ${parameter(query[name])}`],
  )
  if (actorType?.length === 1) indexed.push(`actor_type = ${parameter(actorType[0])}`)
  const first = indexed.shift()
  const others = [...indexed, ...((actorType?.length ?? 0) > 1 ? [`actor_type = ANY(${parameter(actorType)})`] : [])]
  const examinedMax = others.length === 0 ? limit + 1 : EXAMINED_MAX
  const conditions = [
    `account = ${accountIs}`,
    ...(first === undefined ? [] : [first]),
    ...(fromMs === null ? [] : [`at_ms >= ${parameter(fromMs)}`]),
    ...(toMs === null ? [] : [`at_ms < ${parameter(toMs)}`]),
    ...(beforeIs === null
      ? []
      : [
          `(at_ms, number) < ((SELECT at_ms FROM audit_copies WHERE account = ${accountIs} AND number = ${beforeIs}), ${beforeIs})`,
        ]),
  ]
  const text = `
    WITH examined AS (
      SELECT * FROM audit_copies WHERE ${conditions.join(' AND ')}
      ORDER BY at_ms DESC, number DESC LIMIT ${parameter(examinedMax)}
    )
    SELECT bounds.examined, bounds.last, found.number, found.line
    FROM (
      SELECT count(*)::int AS examined, (SELECT number FROM examined ORDER BY at_ms, number LIMIT 1) AS last FROM examined
    ) AS bounds LEFT JOIN (
      SELECT at_ms, number, line FROM examined WHERE ${others.join(' AND ') || 'true'}
      ORDER BY at_ms DESC, number DESC LIMIT ${parameter(limit + 1)}
    ) AS found ON true ORDER BY found.at_ms DESC, found.number DESC`
  return { text, values, examinedMax }
}

interface FindStatement extends Statement {
  /** Number of entries after which the search ends, whether there are more or not. */
  readonly examinedMax: number
}

interface MatchRow {
  readonly examined: number
  /** Number of the last examined entry. */
  readonly last: string | null
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
    async find(query) {
      const { limit } = query
      const { examinedMax, ...statement } = findStatement(account, query)
      const rows = await connection.query<MatchRow>(statement)
      const matches = rows.flatMap(({ number, line }) => {
        const entry = line === null ? undefined : parseLine(Buffer.from(line))
        return entry ? [{ entry, number: Number(number) }] : []
      })
      const [first] = rows
      const page = matches.slice(0, limit)
      const isMore = matches.length > limit || first?.examined === examinedMax
      const last = matches.length > limit ? page.at(-1)?.number : Number(first?.last)
      return {
        entries: page.map(({ entry }) => entry),
        next: isMore && last !== undefined ? { seq: last } : null,
      }
    },
  }
}

/** Removes zero characters, which PostgreSQL cannot store; they are escaped in the line. */
const toText = (text: string | null): string | null => text?.replaceAll('\0', '') ?? null
