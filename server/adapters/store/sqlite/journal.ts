import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assert, InvariantError } from '../../../core/assert.ts'
import { errorMessage, StoreFailure } from '../../../core/errors.ts'
import { readExact, writeExact } from '../../../core/exact-json.ts'
import { exploratoryLabel } from '../../../domain/order/order.ts'
import type { AuditEntry, Fact, LedgerFact } from '../../../engine/model/facts.ts'
import type { AuditPosition, Batch, Journal } from '../../../engine/model/ports.ts'
import { isLedgerFact } from '../../../engine/state/ledger.ts'
import { commitName } from '../commit-name.ts'
import { type CandleRow, candleColumns, candleRow, PLACEHOLDERS } from './candle-row.ts'
import type { CommitCount } from './commit-count.ts'
import { inTransaction } from './database.ts'
import { isFailedWrite } from './failed-write.ts'
import type { Outbox } from './outbox-table.ts'
import { StoreError } from './store-error.ts'
import type { Tables } from './tables.ts'

/** A journal that also records the end of the audit log with each batch. */
export interface EngineJournal extends Journal {
  append(batch: Batch, audit?: AuditPosition): void
  /** Appends a batch in the form in which it is sent to another thread. */
  write(stored: StoredBatch, audit?: AuditPosition): void
}

type StoredFact = Exclude<Fact, { kind: 'candleClosed' | 'audited' }>

/** A batch as it is stored: closed candles as rows, audit entries for the outbox. */
export interface StoredBatch extends Pick<Batch, 'orders' | 'positions'> {
  readonly facts: readonly StoredFact[]
  readonly candles: readonly CandleRow[]
  readonly audited: readonly AuditEntry[]
}

export const storedBatch = ({ facts, orders, positions }: Batch): StoredBatch => ({
  facts: facts.filter((fact) => fact.kind !== 'candleClosed' && fact.kind !== 'audited'),
  candles: facts.flatMap((fact) => (fact.kind === 'candleClosed' ? [candleRow(fact.candle, fact.instrument)] : [])),
  audited: facts.flatMap((fact) => (fact.kind === 'audited' ? [fact.entry] : [])),
  orders,
  positions,
})

interface JournalParts {
  /** Name of the store in audit entries. */
  readonly name: string
  readonly counted: Pick<CommitCount, 'advance' | 'count'>
  readonly outbox: Pick<Outbox, 'put' | 'purge'>
  /** Called after each commit with how long it took. */
  readonly committed: (tookMs: number) => void
}

/** Stores ledger facts as rows of the journal and everything else in a batch as rows of its own tables, in one transaction. */
export const createJournal = (
  database: DatabaseSync,
  tables: Tables,
  { name, counted, outbox, committed }: JournalParts,
): EngineJournal => {
  const insertFact = database.prepare('INSERT INTO journal (kind, body) VALUES (?, ?)')
  const putCandle = database.prepare(`INSERT OR REPLACE INTO candles (${candleColumns}) VALUES (${PLACEHOLDERS})`)
  const select = database.prepare('SELECT seq, kind, body FROM journal ORDER BY seq')
  const writeFact = (fact: StoredFact): void => {
    switch (fact.kind) {
      case 'answerRecorded':
        return tables.idempotency.answer(fact)
      case 'signalRaised':
        return tables.signals.put(fact.signal)
      case 'signalResolved':
        tables.trials.note(fact.signalId, fact.outcome)
        return tables.signals.resolve(fact.signalId, fact.outcome)
      case 'contextObserved':
        return tables.contexts.put(fact)
      case 'entryConsidered':
        return tables.entries.put(fact.entry)
      default:
        insertFact.run(fact.kind, writeExact(withoutReadings(fact)))
        note(tables, fact)
    }
  }
  const putAudited = (entries: readonly AuditEntry[]): void => {
    outbox.purge()
    if (entries.length === 0) return
    const commit = commitName(name, counted.count())
    for (const entry of entries) outbox.put({ ...entry, commit })
  }
  const write = ({ facts, candles, audited, orders, positions }: StoredBatch, audit?: AuditPosition): void => {
    const since = performance.now()
    commit(database, () => {
      counted.advance(audit)
      putAudited(audited)
      for (const row of candles) putCandle.run(...row)
      for (const fact of facts) writeFact(fact)
      for (const order of orders) tables.orders.put(order)
      for (const position of positions) tables.positions.put(position)
      purge(tables)
    })
    committed(performance.now() - since)
  }
  return {
    append: (batch, audit) => write(storedBatch(batch), audit),
    write,
    read: () => readFacts(select),
  }
}

const purge = (tables: Tables): void => {
  tables.idempotency.purge()
  tables.signals.purge()
  tables.entries.purge()
  tables.contexts.purge()
}

/** Omits gate readings and effect, which are stored with the decision. */
const withoutReadings = (fact: LedgerFact): LedgerFact =>
  fact.kind === 'orderDecided'
    ? { ...fact, decision: { decisionId: fact.decision.decisionId, verdict: fact.decision.verdict, readings: [] } }
    : fact

const note = (tables: Tables, fact: LedgerFact): void => {
  switch (fact.kind) {
    case 'orderDecided':
      tables.decisions.put(fact.decision, fact.order.orderId)
      if (fact.idempotency) tables.idempotency.claim(fact.idempotency, fact.order.orderId, fact.atMs)
      return
    case 'executed':
      for (const fill of fact.fills) tables.account.put({ kind: 'fill', fill })
      return
    case 'fundingPaid': {
      const { funding, positionId } = fact
      return tables.account.put({ kind: 'funding', funding, positionId, ...exploratoryLabel(fact) })
    }
    case 'equitySampled':
      return tables.equity.put(fact)
    default:
  }
}

const commit = (database: DatabaseSync, work: () => void): void => {
  try {
    inTransaction(database, work)
  } catch (error) {
    if (error instanceof InvariantError) throw error
    const reason = errorMessage(error)
    const fault = `${database.location()} cannot be written (${reason}). Free disk space or repair the disk`
    if (isFailedWrite(error)) throw new StoreFailure(`${fault}.`)
    throw new StoreError(`${fault}, then start again.`)
  }
}

function* readFacts(select: StatementSync): Generator<LedgerFact> {
  try {
    for (const { seq, kind, body } of select.iterate()) yield parseFact(seq, kind, body)
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = errorMessage(error)
    throw new StoreError(`The journal cannot be read (${reason}). Restore the database from a backup.`)
  }
}

/** A fact this program does not know must not be skipped: the ledger would be wrong. */
const parseFact = (seq: unknown, kind: unknown, body: unknown): LedgerFact => {
  try {
    const fact = readExact(String(body)) as Fact
    assert(isLedgerFact(fact), `${fact.kind} is a fact of the ledger this program knows`)
    return fact
  } catch {
    throw new StoreError(`Row ${seq} of the journal (${kind}) cannot be read. Restore the database from a backup.`)
  }
}
