/** SQLite table of signals and their outcomes: statements, rows, purge and queries. */

import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { LostOutcome, SignalOutcome } from '../../../domain/signal/outcome/signal-outcome.ts'
import type { Signal } from '../../../domain/signal/signal.ts'
import type { SignalQuery, StoredSignal } from '../../../engine/model/ports.ts'
import type { SignalStore } from '../../../views/ports.ts'
import { type Condition, readPage, where } from './page.ts'
import { createPurge, PURGED_AT_ONCE, type Purge } from './purge.ts'
import type { Row, Writes } from './rows.ts'
import { createStatements } from './statements.ts'

/** Queries of signals in order of bar close, each with its outcome once it has one. */
export interface SignalTable {
  readonly findPage: SignalStore['findSignals']
  readonly find: SignalStore['findSignal']
  readonly findNewest: SignalStore['findNewest']
  readonly findUnresolved: SignalStore['findUnresolved']
  readonly findResolved: SignalStore['findResolved']
  countSince(sinceMs: Instant): number
  readonly countSignals: SignalStore['countSignals']
}

/** Retention, longer than any calibration or query needs. */
const RETAINED_MS = 90 * DAY_MS

const NEWEST = `EXISTS (SELECT 1 FROM signal_series WHERE signal_series.symbol = signals.symbol
  AND signal_series.interval = signals.interval AND signal_series.strategy_id = signals.strategy_id
  AND newest_id = signal_id)`

const ENTRIES = 'FROM entry_signals WHERE entry_signals.signal_id = signals.signal_id'

/** A signal and its outcome as one JSON string. */
const BODY = `json_object('signal', json(body), 'outcome', json(outcome),
  'candidateId', (SELECT candidate_id ${ENTRIES} ORDER BY ordered DESC, candidate_id DESC LIMIT 1),
  'ordered', json(iif(EXISTS (SELECT 1 ${ENTRIES} AND ordered = 1), 'true', 'false')),
  'newest', json(iif(${NEWEST}, 'true', 'false')))`

export const SIGNAL_WRITES: Writes = {
  signals: `INSERT OR IGNORE INTO signals (signal_id, closed_ms, symbol, interval, strategy_id, confidence, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  signal_series: `INSERT INTO signal_series (symbol, interval, strategy_id, newest_id, newest_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET newest_id = excluded.newest_id, newest_ms = excluded.newest_ms
     WHERE (excluded.newest_ms, excluded.newest_id) > (newest_ms, newest_id)`,
  'signals.resolve': 'UPDATE signals SET outcome = ?, resolved_ms = ? WHERE signal_id = ? AND outcome IS NULL',
  'signals.purge': `DELETE FROM signals WHERE signal_id IN (
       SELECT signal_id FROM signals WHERE outcome IS NOT NULL AND resolved_ms < ? ORDER BY resolved_ms
       LIMIT ${PURGED_AT_ONCE})`,
}

/** Returns the rows of a signal. Writing them again, for example after a repeated computation, changes nothing. */
export const signalRows = (signal: Signal): Row[] => {
  const { signalId, barClosedAtMs, symbol, interval, strategyId, confidence } = signal
  return [
    ['signals', signalId, barClosedAtMs, symbol, interval, strategyId, confidence.p, JSON.stringify(signal)],
    ['signal_series', symbol, interval, strategyId, signalId, barClosedAtMs],
  ]
}

export const resolveRow = (signalId: string, outcome: SignalOutcome | LostOutcome): Row => {
  const endedAtMs = outcome.kind === 'RESOLVED' ? outcome.resolvedAtMs : outcome.lostAtMs
  return ['signals.resolve', JSON.stringify(outcome), endedAtMs, signalId]
}

/** Deletes signals that ended long ago. */
export const signalPurge = (): Purge => createPurge((newestMs) => [['signals.purge', newestMs - RETAINED_MS]])

export const signalTable = (database: DatabaseSync): SignalTable => {
  const prepared = createStatements(database)
  const open = database.prepare('SELECT body FROM signals WHERE outcome IS NULL ORDER BY closed_ms, signal_id')
  const resolved = database.prepare(
    `SELECT ${BODY} AS body FROM signals WHERE outcome IS NOT NULL ORDER BY resolved_ms DESC, signal_id DESC LIMIT ?`,
  )
  const newest = database.prepare(
    `SELECT ${BODY} AS body FROM signals WHERE signal_id IN (SELECT newest_id FROM signal_series)
     ORDER BY closed_ms DESC, signal_id DESC`,
  )
  const select = database.prepare(`SELECT ${BODY} AS body FROM signals WHERE signal_id = ?`)
  const count = database.prepare('SELECT COUNT(*) AS signals FROM signals WHERE closed_ms >= ?')
  const countSignals = database.prepare(
    `SELECT COUNT(*) AS signals, MAX(closed_ms) AS last,
       COUNT(CASE WHEN json_extract(outcome, '$.kind') = 'RESOLVED' THEN 1 END) AS outcomes
     FROM signals WHERE strategy_id = ? AND closed_ms >= ?`,
  )
  const listed = { table: 'signals', at: 'closed_ms', id: 'signal_id', body: BODY }
  return {
    findPage: (query) => readPage(prepared, listed, query, toConditions(query)).map(storedIn),
    find(signalId) {
      const row = select.get(signalId)
      return row && storedIn(row.body)
    },
    findNewest: () => newest.all().map(({ body }) => storedIn(body)),
    findUnresolved: () => open.all().map(({ body }) => JSON.parse(String(body)) as Signal),
    findResolved: (limit) =>
      resolved
        .all(limit)
        .map(({ body }) => storedIn(body))
        .reverse(),
    countSince: (sinceMs) => Number(count.get(sinceMs)?.signals),
    countSignals(strategyId, sinceMs) {
      const { signals, outcomes, last } = countSignals.get(strategyId, sinceMs) ?? {}
      return { signals: Number(signals), outcomes: Number(outcomes), lastMs: last === null ? null : Number(last) }
    },
  }
}

const toConditions = (query: SignalQuery): Condition[] => [
  ...where('symbol = ?', query.symbol),
  ...where('interval = ?', query.interval),
  ...where('strategy_id = ?', query.strategyId),
  ...where('confidence >= ?', query.minConfidence),
]

const storedIn = (body: unknown): StoredSignal => JSON.parse(String(body)) as StoredSignal
