import type { Fact, LedgerFact } from '../../server/engine/model/facts.ts'
import type { Journal } from '../../server/engine/model/ports.ts'

/** Journal in memory that stores each batch separately. */
export interface RecordingJournal extends Journal {
  readonly batches: readonly (readonly Fact[])[]
}

/** Creates a journal; `fails` returns whether the store fails on a batch, before the batch is accepted. */
export const createRecordingJournal = (fails: (facts: readonly Fact[]) => boolean = () => false): RecordingJournal => {
  const batches: (readonly Fact[])[] = []
  return {
    batches,
    append(batch) {
      if (fails(batch.facts)) throw new Error('the disk is full')
      batches.push(batch.facts)
    },
    read: () => batches.flat().filter(isLedgerFact),
  }
}

const isLedgerFact = (fact: Fact): fact is LedgerFact =>
  fact.kind !== 'candleClosed' && fact.kind !== 'audited' && fact.kind !== 'answerRecorded'
