import type { DatabaseSync } from 'node:sqlite'
import { readExact } from '../../../core/exact-json.ts'
import type { GradedEntry, SignalStore } from '../../../engine/model/ports.ts'
import { readPage } from './page.ts'
import { createStatements } from './statements.ts'

const LEAD = "signals.signal_id = json_extract(entries.body, '$.candidate.signals[0].signalId')"

/** The graded fields of an entry only: the full entry is many times longer. */
const GRADED = {
  table: `entries LEFT JOIN signals ON ${LEAD}`,
  at: 'at_ms',
  id: 'candidate_id',
  body: `json_object('candidateId', candidate_id, 'atMs', at_ms,
    'grade', json_extract(entries.body, '$.candidate.edge.grade'),
    'orderId', json_extract(entries.body, '$.orderId'),
    'netR', json_extract(outcome, '$.netR'))`,
}

/** Returns entries by decision time, each with the outcome of the signal that led to it. */
export const gradedEntries = (database: DatabaseSync): SignalStore['findGraded'] => {
  const prepared = createStatements(database)
  return (page) => readPage(prepared, GRADED, page, []).map((body) => readExact(String(body)) as GradedEntry)
}
