import type { DatabaseSync } from 'node:sqlite'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { ConsideredEntry } from '../../../engine/model/facts.ts'
import type { EntryQuery, GradedEntry, SignalStore } from '../../../views/ports.ts'
import { type Condition, readPage, where } from './page.ts'
import { createPurge, PURGED_AT_ONCE } from './purge.ts'
import { createStatements } from './statements.ts'

/** Entries that autotrading considered, with all their gate readings. */
export interface EntryTable {
  /** Stores an entry with its signals and the gates that refused it. An existing entry is not changed. */
  put(entry: ConsideredEntry): void
  readonly find: SignalStore['findEntry']
  readonly findPage: SignalStore['findEntries']
  readonly findGraded: SignalStore['findGraded']
  readonly findRefused: SignalStore['findRefused']
  countSince(sinceMs: Instant): number
  /** Deletes old refused entries; ordered ones are retained. */
  purge(): void
}

/** Retention of refused entries, which take some kilobytes each and are numerous. */
const REFUSED_RETAINED_MS = 30 * DAY_MS

const ALL = { table: 'entries', at: 'at_ms', id: 'candidate_id' }

/** Query through the gate that refused them: its entries are adjacent, in order of time. */
const REFUSED = {
  table: 'entry_refusals CROSS JOIN entries ON candidate_id = refused_id',
  at: 'refused_ms',
  id: 'refused_id',
}

export const entryTable = (database: DatabaseSync): EntryTable => {
  const prepared = createStatements(database)
  const select = database.prepare('SELECT body FROM entries WHERE candidate_id = ?')
  const count = database.prepare('SELECT COUNT(*) AS entries FROM entries WHERE at_ms >= ?')
  const refused = database.prepare(
    `SELECT gates, COUNT(*) AS entries FROM (
       SELECT group_concat(gate_id ORDER BY gate_id) AS gates FROM entry_refusals
       WHERE refused_ms >= ? GROUP BY refused_ms, refused_id)
     GROUP BY gates ORDER BY gates`,
  )
  const put = preparePut(database)
  const { note, purge } = createPurge(prepareForget(database))
  return {
    put(entry) {
      put(entry)
      note(entry.candidate.atMs)
    },
    purge,
    find(candidateId) {
      const row = select.get(candidateId)
      return row && parseEntry(row.body)
    },
    findPage: (query) =>
      readPage(prepared, query.gateId === null ? ALL : REFUSED, query, toConditions(query)).map(parseEntry),
    findGraded: gradedEntries(database),
    findRefused: (sinceMs) =>
      refused.all(sinceMs).map(({ gates, entries }) => ({ gates: String(gates).split(','), count: Number(entries) })),
    countSince: (sinceMs) => Number(count.get(sinceMs)?.entries),
  }
}

const preparePut = (database: DatabaseSync): EntryTable['put'] => {
  const put = database.prepare(
    `INSERT OR IGNORE INTO entries (candidate_id, at_ms, symbol, strategy_id, ordered, body)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const link = database.prepare(
    'INSERT OR IGNORE INTO entry_signals (signal_id, candidate_id, ordered) VALUES (?, ?, ?)',
  )
  const refuse = database.prepare(
    'INSERT OR IGNORE INTO entry_refusals (gate_id, refused_ms, refused_id) VALUES (?, ?, ?)',
  )
  return (entry) => {
    const { candidateId, atMs, symbol, signals } = entry.candidate
    const ordered = entry.orderId === null ? 0 : 1
    const { changes } = put.run(candidateId, atMs, symbol, signals[0].strategyId, ordered, writeExact(entry))
    if (changes === 0) return
    for (const { signalId } of signals) link.run(signalId, candidateId, ordered)
    for (const gateId of refusedBy(entry)) refuse.run(gateId, atMs, candidateId)
  }
}

const prepareForget = (database: DatabaseSync) => {
  const old = database.prepare(
    `SELECT candidate_id FROM entries WHERE at_ms < ? AND ordered = 0 ORDER BY at_ms LIMIT ${PURGED_AT_ONCE}`,
  )
  const forget = [
    'entry_refusals WHERE refused_id',
    'entry_signals WHERE candidate_id',
    'entries WHERE candidate_id',
  ].map((rows) => database.prepare(`DELETE FROM ${rows} IN (SELECT value FROM json_each(?))`))
  return (newestMs: Instant): void => {
    const ids = JSON.stringify(old.all(newestMs - REFUSED_RETAINED_MS).map(({ candidate_id }) => candidate_id))
    if (ids !== '[]') for (const statement of forget) statement.run(ids)
  }
}

const refusedBy = ({ decision, orderId }: ConsideredEntry): readonly string[] =>
  orderId === null ? decision.readings.flatMap(({ gateId, enforced, pass }) => (enforced && !pass ? [gateId] : [])) : []

const toConditions = (query: EntryQuery): Condition[] => [
  ...where('gate_id = ?', query.gateId),
  ...where('symbol = ?', query.symbol),
  ...where('strategy_id = ?', query.strategyId),
  ...where('ordered = ?', query.ordered === null ? null : Number(query.ordered)),
]

const parseEntry = (body: unknown): ConsideredEntry => readExact(String(body)) as ConsideredEntry

const LEAD = "signals.signal_id = json_extract(entries.body, '$.candidate.signals[0].signalId')"

/** The graded fields of an entry only: the full entry is many times longer. */
const GRADED = {
  table: `entries LEFT JOIN signals ON ${LEAD}`,
  at: 'at_ms',
  id: 'candidate_id',
  body: `json_object('candidateId', candidate_id, 'atMs', at_ms,
    'grade', json_extract(entries.body, '$.candidate.edge.grade'),
    'orderId', json_extract(entries.body, '$.orderId'),
    'netR', json_extract(outcome, '$.netR'))`,
}

/** Returns entries by decision time, each with the outcome of the signal that led to it. */
const gradedEntries = (database: DatabaseSync): SignalStore['findGraded'] => {
  const prepared = createStatements(database)
  return (page) => readPage(prepared, GRADED, page, []).map((body) => readExact(String(body)) as GradedEntry)
}
