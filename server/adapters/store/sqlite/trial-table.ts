/**
 * SQLite table of daily signal outcomes by strategy definition and interval, for the correction of multiple testing:
 * its statement, rows and queries.
 */

import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../../core/instant.ts'
import type { LostOutcome, SignalOutcome } from '../../../domain/signal/outcome/signal-outcome.ts'
import type { SignalStore } from '../../../views/ports.ts'
import type { Row, Writes } from './rows.ts'

/** Queries of every strategy definition that was ever evaluated. */
export interface TrialTable {
  readonly find: SignalStore['findTrialDays']
  readonly count: SignalStore['countTrials']
}

export const TRIAL_WRITES: Writes = {
  trial_days: `INSERT INTO trial_days (strategy_id, definition_digest, interval, day_ms, outcomes, net_r)
     SELECT strategy_id, json_extract(body, '$.definitionDigest'), interval, ?, 1, ?
     FROM signals WHERE signal_id = ? AND outcome IS NULL
     ON CONFLICT DO UPDATE SET outcomes = outcomes + 1, net_r = net_r + excluded.net_r`,
}

/**
 * Returns the row that adds the outcome of a signal once. It must precede the row that stores the outcome with the
 * signal.
 */
export const trialRows = (signalId: string, outcome: SignalOutcome | LostOutcome): Row[] =>
  outcome.kind === 'RESOLVED' && Number.isFinite(outcome.netR)
    ? [['trial_days', Math.floor(outcome.resolvedAtMs / DAY_MS) * DAY_MS, outcome.netR, signalId]]
    : []

export const trialTable = (database: DatabaseSync): TrialTable => {
  const select = database.prepare(
    `SELECT * FROM trial_days WHERE day_ms >= ? ORDER BY strategy_id, definition_digest, interval, day_ms`,
  )
  const count = database.prepare(
    'SELECT COUNT(*) AS trials FROM (SELECT DISTINCT strategy_id, definition_digest, interval FROM trial_days)',
  )
  return {
    count: () => Number(count.get()?.trials),
    find: (fromMs) =>
      select.all(fromMs).map((row) => ({
        strategyId: String(row.strategy_id),
        definitionDigest: String(row.definition_digest),
        interval: String(row.interval),
        dayMs: Number(row.day_ms),
        outcomes: Number(row.outcomes),
        netR: Number(row.net_r),
      })),
  }
}
