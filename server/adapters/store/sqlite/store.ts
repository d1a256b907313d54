import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreHealth } from '../../../engine/model/events.ts'
import type { CandleStore, SignalStore, TradingStore } from '../../../engine/model/ports.ts'
import { commitName } from '../commit-name.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { createCandleStore } from './candle-store.ts'
import { openCommitCount, type StoreCommits } from './commit-count.ts'
import { commitP99, createCommitTimes, noteCommit } from './commit-times.ts'
import { checkpoint, openDatabase } from './database.ts'
import { createDiskSpace } from './disk-space.ts'
import { createJournal, type EngineJournal } from './journal.ts'
import { openSeal } from './seal.ts'
import { createSignalStore } from './signal-store.ts'
import { readingDatabase, readingEach } from './store-error.ts'
import { createTables } from './tables.ts'
import { createTradingStore } from './trading-store.ts'

/** Persistent state of one market and mode, in one database. */
export interface EngineStore {
  readonly journal: EngineJournal
  /** Commits of this store, next to the counts other sources give. */
  readonly commits: StoreCommits
  readonly candles: CandleStore
  readonly trading: TradingStore
  readonly signals: SignalStore
  /** Returns the store's health as it measures it. */
  health(): StoreHealth
  /** Moves what was committed out of the write-ahead log; call it once a minute. False when it could not be done now. */
  checkpoint(): boolean
  /** Checks the whole database and returns the first fault, or null. */
  damage(): string | null
  close(): void
}

/** The database of one market and mode. */
export const engineStorePath = (directory: string): string => join(directory, 'engine.sqlite')

export const openEngineStore = (directory: string): EngineStore => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = engineStorePath(directory)
  const database = openDatabase(path, ENGINE_SCHEMA)
  const [tables, commits] = readingDatabase(path, () => [createTables(database), openCommitCount(database)])
  const seal = openSeal(join(directory, 'engine.seal'))
  const name = basename(directory)
  const times = createCommitTimes()
  const freeBytes = createDiskSpace(directory)
  return {
    journal: {
      ...createJournal(database, tables, {
        counted: commits,
        committed(tookMs) {
          noteCommit(times, tookMs, performance.now())
          seal.write(commits.count())
        },
      }),
      nextCommit: () => commitName(name, commits.count() + 1),
    },
    commits: { name, path: join(name, basename(path)), sealed: seal.storedCount, ...commits },
    candles: createCandleStore(database),
    trading: readingEach(path, createTradingStore(tables)),
    signals: readingEach(path, createSignalStore(tables)),
    health() {
      const now = performance.now()
      return { commitP99Ms: commitP99(times, now), freeDiskBytes: freeBytes(now) }
    },
    checkpoint: () => checkpoint(database),
    damage: () => findDamage(database),
    close() {
      database.close()
      seal.close()
    },
  }
}

const findDamage = (database: DatabaseSync): string | null => {
  try {
    const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
    return result === 'ok' ? null : String(result)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
