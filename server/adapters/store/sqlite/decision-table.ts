import type { DatabaseSync } from 'node:sqlite'
import type { Decision } from '../../../engine/model/facts.ts'
import type { TradingStore } from '../../../views/ports.ts'
import type { Row, Writes } from './rows.ts'

/** Decisions to send or hold back orders, with the readings of every gate. */
export interface DecisionTable {
  readonly find: TradingStore['findDecision']
}

export const DECISION_WRITES: Writes = {
  decisions: 'INSERT OR REPLACE INTO decisions (decision_id, order_id, body) VALUES (?, ?, ?)',
}

export const decisionRow = (decision: Decision, orderId: string): Row => [
  'decisions',
  decision.decisionId,
  orderId,
  JSON.stringify(decision),
]

export const decisionTable = (database: DatabaseSync): DecisionTable => {
  const select = database.prepare('SELECT body FROM decisions WHERE decision_id = ?')
  return {
    find(decisionId) {
      const row = select.get(decisionId)
      return row && (JSON.parse(String(row.body)) as Decision)
    },
  }
}
