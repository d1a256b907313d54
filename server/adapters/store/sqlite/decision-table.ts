import type { DatabaseSync } from 'node:sqlite'
import type { Decision } from '../../../engine/model/facts.ts'
import type { TradingStore } from '../../../views/ports.ts'

/** Decisions to send or hold back orders, with the readings of every gate. */
export interface DecisionTable {
  put(decision: Decision, orderId: string): void
  readonly find: TradingStore['findDecision']
}

export const decisionTable = (database: DatabaseSync): DecisionTable => {
  const put = database.prepare('INSERT OR REPLACE INTO decisions (decision_id, order_id, body) VALUES (?, ?, ?)')
  const select = database.prepare('SELECT body FROM decisions WHERE decision_id = ?')
  return {
    put: (decision, orderId) => void put.run(decision.decisionId, orderId, JSON.stringify(decision)),
    find(decisionId) {
      const row = select.get(decisionId)
      return row && (JSON.parse(String(row.body)) as Decision)
    },
  }
}
