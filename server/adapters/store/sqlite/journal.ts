import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { assertNever, InvariantError } from '../../../core/assert.ts'
import type { LedgerFact } from '../../../engine/facts.ts'
import type { Journal } from '../../../engine/ports.ts'
import { candleColumns, candleRow, PLACEHOLDERS } from './candle-row.ts'
import { inTransaction } from './database.ts'
import { StoreError } from './store-error.ts'

/** Ledger facts as rows of the journal, candles as rows of their own table, one transaction for all of a batch. */
export const createJournal = (database: DatabaseSync): Journal => {
  const insertFact = database.prepare('INSERT INTO journal (kind, body) VALUES (?, ?)')
  const putCandle = database.prepare(`INSERT OR REPLACE INTO candles (${candleColumns}) VALUES (${PLACEHOLDERS})`)
  const select = database.prepare('SELECT seq, kind, body FROM journal ORDER BY seq')
  return {
    append(facts) {
      commit(database, () => {
        for (const fact of facts) {
          if (fact.kind === 'candleClosed') putCandle.run(...candleRow(fact.candle, fact.instrument))
          else insertFact.run(fact.kind, JSON.stringify(fact))
        }
      })
    },
    read: () => readFacts(select),
  }
}

const commit = (database: DatabaseSync, work: () => void): void => {
  try {
    inTransaction(database, work)
  } catch (error) {
    if (error instanceof InvariantError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(
      `${database.location()} cannot be written (${reason}). Make room or mend the disk, then start again.`,
    )
  }
}

function* readFacts(select: StatementSync): Generator<LedgerFact> {
  try {
    for (const { seq, kind, body } of select.iterate()) yield factOf(seq, kind, body)
  } catch (error) {
    if (error instanceof StoreError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(`The journal cannot be read (${reason}). Restore the database from a backup.`)
  }
}

const factOf = (seq: unknown, kind: unknown, body: unknown): LedgerFact => {
  try {
    const fact = JSON.parse(String(body)) as LedgerFact
    checkKind(fact)
    return fact
  } catch {
    throw new StoreError(`Row ${seq} of the journal (${kind}) cannot be read. Restore the database from a backup.`)
  }
}

/** A fact this program does not know must not be skipped: the ledger would be wrong. */
const checkKind = (fact: LedgerFact): void => {
  switch (fact.kind) {
    case 'runStarted':
    case 'runEnded':
    case 'instrumentListed':
    case 'streamChanged':
      return
    default:
      assertNever(fact)
  }
}
