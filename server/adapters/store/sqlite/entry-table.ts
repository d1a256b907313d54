/**
 * SQLite tables of the entries that autotrading considered, with their signals and refusals: statements, rows, purge
 * and queries.
 */

import type { DatabaseSync } from 'node:sqlite'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { ConsideredEntry } from '../../../engine/model/facts.ts'
import type { EntryQuery, GradedEntry, SignalStore } from '../../../views/ports.ts'
import { type Condition, readPage, where } from './page.ts'
import { createPurge, PURGED_AT_ONCE, type Purge } from './purge.ts'
import type { Row, Writes } from './rows.ts'
import { createStatements } from './statements.ts'

/** Queries of the entries that autotrading considered, with all their gate readings. */
export interface EntryTable {
  readonly find: SignalStore['findEntry']
  readonly findPage: SignalStore['findEntries']
  readonly findGraded: SignalStore['findGraded']
  readonly findRefused: SignalStore['findRefused']
  countSince(sinceMs: Instant): number
}

/** Retention of refused entries, which take some kilobytes each and are numerous. */
const REFUSED_RETAINED_MS = 30 * DAY_MS

const ALL = { table: 'entries', at: 'at_ms', id: 'candidate_id' }

/** Query by refusing gate: the refusals of a gate are stored together, in order of time. */
const REFUSED = {
  table: 'entry_refusals CROSS JOIN entries ON candidate_id = refused_id',
  at: 'refused_ms',
  id: 'refused_id',
}

/**
 * Condition for new entries: an entry is stored after its signals and refusals, so an existing one means they exist
 * too.
 */
const IS_NEW = 'WHERE NOT EXISTS (SELECT 1 FROM entries WHERE candidate_id = ?2)'

const OLDEST_REFUSED = `SELECT candidate_id FROM entries
     WHERE at_ms < ? AND ordered = 0 ORDER BY at_ms LIMIT ${PURGED_AT_ONCE}`

export const ENTRY_WRITES: Writes = {
  entry_signals: `INSERT OR IGNORE INTO entry_signals (signal_id, candidate_id, ordered) SELECT ?1, ?2, ?3 ${IS_NEW}`,
  entry_refusals: `INSERT OR IGNORE INTO entry_refusals (gate_id, refused_id, refused_ms) SELECT ?1, ?2, ?3 ${IS_NEW}`,
  entries: `INSERT OR IGNORE INTO entries (candidate_id, at_ms, symbol, strategy_id, ordered, body)
     VALUES (?, ?, ?, ?, ?, ?)`,
  'entry_refusals.purge': `DELETE FROM entry_refusals WHERE refused_id IN (${OLDEST_REFUSED})`,
  'entry_signals.purge': `DELETE FROM entry_signals WHERE candidate_id IN (${OLDEST_REFUSED})`,
  'entries.purge': `DELETE FROM entries WHERE candidate_id IN (${OLDEST_REFUSED})`,
}

/** Returns the rows of an entry, of its signals and of the gates that refused it. An existing entry is not changed. */
export const entryRows = (entry: ConsideredEntry): Row[] => {
  const { candidateId, atMs, symbol, signals } = entry.candidate
  const ordered = entry.orderId === null ? 0 : 1
  return [
    ...signals.map(({ signalId }): Row => ['entry_signals', signalId, candidateId, ordered]),
    ...refusedBy(entry).map((gateId): Row => ['entry_refusals', gateId, candidateId, atMs]),
    ['entries', candidateId, atMs, symbol, signals[0].strategyId, ordered, writeExact(entry)],
  ]
}

/** Deletes old refused entries; ordered ones are retained. */
export const entryPurge = (): Purge =>
  createPurge((newestMs) =>
    ['entry_refusals.purge', 'entry_signals.purge', 'entries.purge'].map(
      (statement): Row => [statement, newestMs - REFUSED_RETAINED_MS],
    ),
  )

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
  return {
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

/** Only the graded fields of an entry; the full entry is many times longer. */
const GRADED = {
  table: `entries LEFT JOIN signals ON ${LEAD}`,
  at: 'at_ms',
  id: 'candidate_id',
  body: `json_object('candidateId', candidate_id, 'atMs', at_ms,
    'grade', json_extract(entries.body, '$.candidate.edge.grade'),
    'orderId', json_extract(entries.body, '$.orderId'),
    'netR', json_extract(outcome, '$.netR'))`,
}

/** Returns entries by decision time, each with the outcome of its signal. */
const gradedEntries = (database: DatabaseSync): SignalStore['findGraded'] => {
  const prepared = createStatements(database)
  return (page) => readPage(prepared, GRADED, page, []).map((body) => readExact(String(body)) as GradedEntry)
}
