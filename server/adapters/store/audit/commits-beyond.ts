import { open } from 'node:fs/promises'
import { commitName, commitNumber } from '../commit-name.ts'
import type { LoggedEntry } from './entry-line.ts'
import { entriesBackwards } from './find-entries.ts'

/**
 * Returns the audit entries of commits that a database has lost. Searches the log backwards from byte `end` to the
 * newest entry of a commit that the database has; returns none without an `end`. Does not search beyond a reset of the
 * data on the host.
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
  const span = { from: Math.max(0, end - READ_MAX_BYTES), to: end }
  const texts = [`"commit":"${commitName(store.name, 0).slice(0, -1)}`, `"action":"${STORE_RESET}"`].map((text) =>
    Buffer.from(text),
  )
  try {
    for await (const { entry } of entriesBackwards(file, span, texts)) {
      if (isStoreReset(entry, store)) break
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

/** Audit entries of commits that a database does not have. */
export interface CommitsBeyond {
  /** Newest first. */
  readonly entries: readonly LoggedEntry[]
  /** Newest commit of that store in the log; 0 if there is none. */
  readonly newest: number
}

export interface StorePlace {
  readonly name: string
  /** Number of commits. */
  readonly count: number
}

/** Maximum part of a long log read when it is compared with an empty store. */
const READ_MAX_BYTES = 64 * 1024 * 1024

const STORE_RESET = 'PAPER_RESET'

const isStoreReset = ({ action, outcome, target }: LoggedEntry, { name }: StorePlace): boolean =>
  action === STORE_RESET && outcome === 'DONE' && name === `${target}-paper`
