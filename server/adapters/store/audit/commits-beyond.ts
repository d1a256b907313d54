import { open } from 'node:fs/promises'
import { commitNumber } from '../commit-name.ts'
import type { LoggedEntry } from './entry-line.ts'
import { entriesBackwards } from './find.ts'

/**
 * Returns the log's entries of commits that the store does not have. Searches backwards from byte `end` to the newest
 * entry of a commit that the store has; without an `end`, nothing. Data reset on the host is not searched for.
 */
export const findCommitsBeyond = async (
  path: string,
  end: number | null,
  store: StorePlace,
): Promise<CommitsBeyond> => {
  if (end === null) return { entries: [], newest: 0 }
  const file = await open(path, 'r')
  const entries: LoggedEntry[] = []
  let newest = 0
  try {
    for await (const { entry, start } of entriesBackwards(file, { from: 0, to: end })) {
      if (start < end - READ_MAX_BYTES || isStoreReset(entry, store)) break
      const number = commitNumber(entry.commit, store.name)
      if (number === undefined) continue
      newest = Math.max(newest, number)
      if (number <= store.count) break
      entries.push(entry)
    }
    return { entries, newest }
  } finally {
    await file.close()
  }
}

/** Entries of commits that a store does not have. */
export interface CommitsBeyond {
  /** Newest first. */
  readonly entries: readonly LoggedEntry[]
  /** Newest commit of that store in the log; 0 without one. */
  readonly newest: number
}

export interface StorePlace {
  readonly name: string
  /** Number of commits. */
  readonly count: number
}

/** Maximum part of a long log read when it is compared with an empty store. */
const READ_MAX_BYTES = 64 * 1024 * 1024

const isStoreReset = ({ action, outcome, target }: LoggedEntry, { name }: StorePlace): boolean =>
  action === 'PAPER_RESET' && outcome === 'DONE' && name === `${target}-paper`
