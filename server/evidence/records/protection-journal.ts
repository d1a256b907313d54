/** Adds to the protection record what the journal contains since the record was last saved. */

import type { Instant } from '../../core/instant.ts'
import type { LedgerFact } from '../../engine/model/facts.ts'
import type { Ledger } from '../../engine/state/ledger.ts'
import { noteProtected, type ProtectionRecord } from './protection-record.ts'

/**
 * Passes on the facts of the journal, and records those that a resumed record does not include once their turn is
 * applied to the ledger. A crash therefore loses no lost stop. The time from the last fact to `nowMs` was not observed
 * and does not count.
 */
export function* noteProtectedInJournal(
  facts: Iterable<LedgerFact>,
  record: ProtectionRecord,
  { ledger, after, nowMs }: JournalReading,
): Generator<LedgerFact> {
  const savedSeq = record.seq ?? Number.POSITIVE_INFINITY
  let seq = after
  let turn: LedgerFact[] = []
  for (const fact of facts) {
    if (turn[0] && turn[0].atMs !== fact.atMs) {
      noteProtected(record, turn, ledger)
      turn = []
    }
    seq++
    if (seq > savedSeq) turn.push(fact)
    yield fact
  }
  noteProtected(record, turn, ledger)
  record.seq = seq
  for (const [positionId, bare] of record.uncovered) record.uncovered.set(positionId, { ...bare, sinceMs: nowMs })
}

interface JournalReading {
  /** Ledger to which the caller applies every fact before it takes the next one. */
  readonly ledger: Ledger
  /** Number of the last row before the facts. */
  readonly after: number
  readonly nowMs: Instant
}
