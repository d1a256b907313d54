/**
 * Snapshot file of the ledger, from which startup continues instead of reading the whole journal: reads, extends and
 * writes it.
 */

import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { PastRun } from '../../../domain/control/continuity.ts'
import { notingRuns } from '../../../engine/state/control-state.ts'
import { applyFact, createLedger, type Ledger } from '../../../engine/state/ledger.ts'
import { readIfThere, replaceFile, rethrowBug } from '../disk.ts'
import { sha256 } from '../sha256.ts'
import type { JournalReader } from '../sqlite/journal-reader.ts'

/** Ledger and runs of a store up to a row of its journal. */
export interface LedgerSnapshot {
  /** Number of the newest row that it includes. */
  readonly seq: number
  readonly ledger: Ledger
  /** Oldest first. */
  readonly runs: PastRun[]
}

/** Number of facts after a snapshot that justify a new one: reading them takes a tenth of a second. */
export const FACTS_UNTIL_NEW = 10_000

interface SnapshotParts {
  /** Directory of the market and mode. */
  readonly directory: string
  readonly journal: JournalReader
  /** Digest of the code that folds: another one may derive a different ledger from the same facts. */
  readonly fold: string
}

interface Stored extends LedgerSnapshot {
  readonly fold: string
  /** Digest of the journal row `seq`. */
  readonly row: string | null
}

export const snapshotPath = (directory: string): string => join(directory, 'ledger.snapshot')

export const emptySnapshot = (): LedgerSnapshot => ({ seq: 0, ledger: createLedger(), runs: [] })

/**
 * Returns the stored snapshot, or an empty one if it is missing, damaged, or from another fold or journal. The
 * journal contains every fact, so a missing snapshot only costs time.
 */
export const readSnapshot = ({ directory, journal, fold }: SnapshotParts): LedgerSnapshot => {
  const stored = readStored(snapshotPath(directory))
  if (stored?.fold !== fold || stored.row === null || stored.row !== journal.digest(stored.seq)) return emptySnapshot()
  const { seq, ledger, runs } = stored
  return { seq, ledger, runs }
}

const DIGEST_BYTES = 32

const readStored = (path: string): Stored | null => {
  try {
    const bytes = readIfThere(path)
    const content = bytes?.subarray(DIGEST_BYTES)
    if (!content || !bytes?.subarray(0, DIGEST_BYTES).equals(sha256(content))) return null
    return deserialize(content) as Stored
  } catch {
    return null
  }
}

/** Applies the newer facts of the journal; the snapshot is changed in place and returned with its new row number. */
export const foldOn = ({ seq, ledger, runs }: LedgerSnapshot, journal: Pick<JournalReader, 'read'>): LedgerSnapshot => {
  let newest = seq
  for (const fact of notingRuns(journal.read(seq), runs)) {
    applyFact(ledger, fact)
    newest++
  }
  return { seq: newest, ledger, runs }
}

/** Writes the snapshot file; on a disk error the previous file remains. */
export const writeSnapshot = (snapshot: LedgerSnapshot, { directory, journal, fold }: SnapshotParts): void => {
  const stored: Stored = { ...snapshot, fold, row: journal.digest(snapshot.seq) }
  const content = serialize(stored)
  try {
    replaceFile(snapshotPath(directory), Buffer.concat([sha256(content), content]))
  } catch (error) {
    rethrowBug(error)
  }
}
