import type { DatabaseSync } from 'node:sqlite'
import type { GateReading } from '../../../domain/risk/gate.ts'
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
  printDecision(decision),
]

const printDecision = ({ readings, ...rest }: Decision): string =>
  `${JSON.stringify(rest).slice(0, -1)},"readings":[${readings.map(printReading).join(',')}]}`

/** The newest reading of each gate with its text: most gates read the same for one order as for the next. */
const printedReadings = new Map<string, { readonly reading: GateReading; readonly text: string }>()

const printReading = (reading: GateReading): string => {
  const known = printedReadings.get(reading.gateId)
  if (known !== undefined && isSame(known.reading, reading)) return known.text
  const text = JSON.stringify(reading)
  printedReadings.set(reading.gateId, { reading, text })
  return text
}

const isSame = (a: GateReading, b: GateReading): boolean =>
  a.observed === b.observed &&
  a.limit === b.limit &&
  a.pass === b.pass &&
  a.enforced === b.enforced &&
  a.unit === b.unit &&
  a.code === b.code &&
  a.kind === b.kind &&
  a.detail === b.detail

export const decisionTable = (database: DatabaseSync): DecisionTable => {
  const select = database.prepare('SELECT body FROM decisions WHERE decision_id = ?')
  return {
    find(decisionId) {
      const row = select.get(decisionId)
      return row && (JSON.parse(String(row.body)) as Decision)
    },
  }
}
