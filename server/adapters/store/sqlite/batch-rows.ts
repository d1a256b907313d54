/** Conversion of batches of facts, orders and positions to the rows that a commit writes to the engine's database. */

import { writeExact, writePlain } from '../../../core/exact-json.ts'
import { exploratoryLabel, type Order } from '../../../domain/order/order.ts'
import type { Fact, LedgerFact } from '../../../engine/model/facts.ts'
import type { Batch } from '../../../engine/model/ports.ts'
import { ACCOUNT_WRITES, accountRow } from './account-table.ts'
import { CANDLE_WRITES, candleRow } from './candle-row.ts'
import { COMMIT_WRITES } from './commit-count.ts'
import { CONTEXT_WRITES, contextPurge, contextRow } from './context-table.ts'
import { createDecisionRows, DECISION_WRITES, type DecisionRows } from './decision-table.ts'
import { ENTRY_WRITES, entryPurge, entryRows } from './entry-table.ts'
import { EQUITY_WRITES, equityRow } from './equity-table.ts'
import { answerRow, claimRow, IDEMPOTENCY_WRITES, idempotencyPurge } from './idempotency-table.ts'
import { LOG_POSITION_WRITES } from './log-position.ts'
import { ORDER_WRITES, orderRow, printOrder } from './order-table.ts'
import { OUTBOX_WRITES, outboxRow } from './outbox-table.ts'
import { POSITION_WRITES, positionRow } from './position-table.ts'
import type { Row, Writes } from './rows.ts'
import { resolveRow, SIGNAL_WRITES, signalPurge, signalRows } from './signal-table.ts'
import { TRIAL_WRITES, trialRows } from './trial-table.ts'

/** Creates the conversion for a store, whose name is recorded in audit entries. */
export const createBatchRows = (store: string): BatchRows => {
  const purges = {
    idempotency: idempotencyPurge(),
    signals: signalPurge(),
    entries: entryPurge(),
    contexts: contextPurge(),
  }
  const decisionRow = createDecisionRows()
  /** JSON of new orders, which are stored with their decision and in their own table. */
  const printedOrders = new Map<Order, string>()

  const printFact = (fact: LedgerFact): string => {
    if (fact.kind === 'orderReported') return writePlain(fact)
    if (fact.kind !== 'orderDecided') return writeExact(fact)
    const order = printOrder(fact.order)
    printedOrders.set(fact.order, order)
    return printDecided(fact, order)
  }

  const rowsOfFact = (fact: Fact): Row[] => {
    switch (fact.kind) {
      case 'audited':
        return [outboxRow(fact.entry, store)]
      case 'candleClosed':
        return [candleRow(fact.candle, fact.instrument)]
      case 'answerRecorded':
        purges.idempotency.note(fact.atMs)
        return [answerRow(fact)]
      case 'signalRaised':
        purges.signals.note(fact.signal.barClosedAtMs)
        return signalRows(fact.signal)
      case 'signalResolved':
        return [...trialRows(fact.signalId, fact.outcome), resolveRow(fact.signalId, fact.outcome)]
      case 'contextObserved':
        purges.contexts.note(fact.closedMs)
        return [contextRow(fact)]
      case 'entryConsidered':
        purges.entries.note(fact.entry.candidate.atMs)
        return entryRows(fact.entry)
      default:
        if (fact.kind === 'orderDecided' && fact.idempotency) purges.idempotency.note(fact.atMs)
        return [['journal', fact.kind, printFact(fact)], ...rowsBesideJournal(fact, decisionRow)]
    }
  }

  /**
   * Rows of the facts of the newest batch and of those prepared since, so that a batch written again has the same rows.
   */
  let made = new Map<Fact, Row[]>()

  return {
    of({ facts, orders, positions }) {
      const before = made
      made = new Map()
      const rows: Row[] = []
      for (const fact of facts) {
        const known = made.get(fact) ?? before.get(fact) ?? rowsOfFact(fact)
        made.set(fact, known)
        rows.push(...known)
      }
      for (const order of orders) rows.push(orderRow(order, printedOrders.get(order)))
      for (const position of positions) rows.push(positionRow(position))
      for (const purge of Object.values(purges)) rows.push(...purge.rows())
      printedOrders.clear()
      return rows
    },
    prepare(facts) {
      for (const fact of facts) made.set(fact, rowsOfFact(fact))
    },
  }
}

export interface BatchRows {
  /** Returns the rows of a batch, in the order in which they must be written, with the deletions that are due. */
  of(batch: Batch): Row[]
  /** Converts facts of a later batch in advance, which makes its commit faster. */
  prepare(facts: readonly Fact[]): void
}

/** SQL statements by the names that rows refer to. */
export const WRITES: Writes = {
  journal: 'INSERT INTO journal (kind, body) VALUES (?, ?)',
  ...OUTBOX_WRITES,
  ...COMMIT_WRITES,
  ...CANDLE_WRITES,
  ...IDEMPOTENCY_WRITES,
  ...SIGNAL_WRITES,
  ...TRIAL_WRITES,
  ...CONTEXT_WRITES,
  ...ENTRY_WRITES,
  ...DECISION_WRITES,
  ...ACCOUNT_WRITES,
  ...EQUITY_WRITES,
  ...ORDER_WRITES,
  ...POSITION_WRITES,
  ...LOG_POSITION_WRITES,
}

/** Omits gate readings and effect, which are stored with the decision. */
const printDecided = (
  { kind, order: _, decision, ...rest }: Extract<LedgerFact, { kind: 'orderDecided' }>,
  order: string,
): string => {
  const { decisionId, verdict } = decision
  const others = writePlain({ decision: { decisionId, verdict, readings: [] }, ...rest })
  return `{"kind":"${kind}","order":${order},${others.slice(1)}`
}

/** Returns the rows of a ledger fact in tables other than the journal, which make it queryable. */
const rowsBesideJournal = (fact: LedgerFact, decisionRow: DecisionRows): Row[] => {
  switch (fact.kind) {
    case 'orderDecided': {
      const { decision, order, idempotency, atMs } = fact
      const decided = decisionRow(decision, order)
      return idempotency ? [decided, claimRow(idempotency, order.orderId, atMs)] : [decided]
    }
    case 'executed':
      return fact.fills.map((fill) => accountRow({ kind: 'fill', fill }))
    case 'fundingPaid': {
      const { funding, positionId } = fact
      return [accountRow({ kind: 'funding', funding, positionId, ...exploratoryLabel(fact) })]
    }
    case 'equitySampled':
      return [equityRow(fact)]
    default:
      return []
  }
}
