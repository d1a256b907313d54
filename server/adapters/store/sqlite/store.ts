/**
 * The engine's database of one market and mode: opens it, provides the queries of candles, trading and signals, and
 * measures commits.
 */

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { errorMessage } from '../../../core/errors.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import type { StoreHealth } from '../../../engine/model/events.ts'
import type { CandleStore } from '../../../engine/model/ports.ts'
import type { SignalStore, TradingStore } from '../../../views/ports.ts'
import { readFreeBytes, readIfThere } from '../disk.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { candleColumns, candleReader } from './candle-row.ts'
import { openCommitCount, type StoreCommits } from './commit-count.ts'
import { checkpoint, type Durability, findDamage, openDatabase } from './database.ts'
import { createJournal, type EngineJournal } from './journal.ts'
import { openLogPosition } from './log-position.ts'
import { createOutbox, type Outbox } from './outbox-table.ts'
import { readingDatabase, readingEach, StoreError } from './store-error.ts'
import { createTables, type Tables } from './tables.ts'

/** Persistent state of one market and mode, in one database. */
export interface EngineStore {
  readonly journal: EngineJournal
  /** Commit count of this store, next to the count of its seal file. */
  readonly commits: StoreCommits
  /** Audit entries waiting to be moved to the audit log. */
  readonly outbox: Outbox
  /** Returns the number of the newest batch of the shared log in this database; null when it is not a copy of a log. */
  position(): number | null
  readonly candles: CandleStore
  readonly trading: TradingStore
  readonly signals: SignalStore
  /** Returns the latency of commits and the free disk space. */
  health(): StoreHealth
  /** Records the duration of a commit by another connection, ms. */
  noteCommit(tookMs: number): void
  /** Moves commits out of the write-ahead log; call it once a minute. False when that is not possible now. */
  checkpoint(): boolean
  /** Checks the whole database and returns the first fault, or null. */
  damage(): string | null
  close(): void
}

/** Returns the path of the database. */
export const engineStorePath = (directory: string): string => join(directory, 'engine.sqlite')

export const openEngineStore = (directory: string, durability?: Durability): EngineStore => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = engineStorePath(directory)
  const database = openDatabase(path, ENGINE_SCHEMA, durability)
  const [tables, commits, outbox, position] = readingDatabase(path, () => [
    createTables(database),
    openCommitCount(database),
    createOutbox(database),
    openLogPosition(database),
  ])
  const seal = openSeal(join(directory, 'engine.seal'))
  const name = basename(directory)
  const times = createCommitTimes()
  const freeBytes = createDiskSpace(directory)
  return {
    journal: createJournal(database, {
      name,
      counted: commits,
      outbox,
      committed(tookMs, count) {
        noteCommit(times, tookMs, performance.now())
        seal.write(count)
      },
    }),
    outbox,
    position,
    commits: { name, path: join(name, basename(path)), sealed: seal.storedCount, ...commits },
    candles: createCandleStore(database),
    trading: readingEach(path, createTradingStore(tables)),
    signals: readingEach(path, createSignalStore(tables)),
    noteCommit: (tookMs) => noteCommit(times, tookMs, performance.now()),
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

const createCandleStore = (database: DatabaseSync): CandleStore => {
  const select = database.prepare(
    `SELECT ${candleColumns} FROM candles
     WHERE symbol = ? AND interval = ? AND open_ms >= ? AND open_ms < ?
     ORDER BY open_ms DESC LIMIT ?`,
  )
  return {
    find({ symbol, interval, fromMs, toMs, limit }, instrument) {
      const rows = select.all(symbol, interval, fromMs, toMs, limit)
      const candles = rows.map(candleReader(instrument))
      return candles.filter((candle): candle is Candle => candle !== undefined).reverse()
    },
  }
}

/** Validity of a reading, since querying the file system is slow on some disks. */
const KEEP_MS = 5_000

/**
 * Returns the bytes this process may still write to the disk that holds `directory`; null when the system reports none.
 */
const createDiskSpace = (directory: string): ((nowMs: number) => number | null) => {
  let readAtMs = Number.NEGATIVE_INFINITY
  let freeBytes: number | null = null
  return (nowMs) => {
    if (nowMs - readAtMs < KEEP_MS) return freeBytes
    readAtMs = nowMs
    freeBytes = readFreeBytes(directory)
    return freeBytes
  }
}

/**
 * An independent count of a database's commits, in a file next to it. It is written after each commit and not synced:
 * exact after a kill; after a power loss it may be too low, never too high.
 */
interface Seal {
  /** Count in the file when it was opened; 0 when the file has none. */
  readonly storedCount: number
  write(count: number): void
  close(): void
}

const DIGITS = 16
const FORM = /^(\d{16}) \1\n$/

const openSeal = (path: string): Seal => {
  const storedCount = Number(FORM.exec(readIfThere(path)?.toString('latin1') ?? '')?.[1] ?? 0)
  const fd = openForWriting(path)
  return {
    storedCount,
    write(count) {
      const digits = String(count).padStart(DIGITS, '0')
      try {
        writeSync(fd, `${digits} ${digits}\n`, 0)
      } catch {
        // A full disk refuses the commit itself; if only this write fails, the older, lower number remains.
      }
    },
    close: () => closeSync(fd),
  }
}

const openForWriting = (path: string): number => {
  try {
    closeSync(openSync(path, 'a', 0o600))
    return openSync(path, 'r+', 0o600)
  } catch (error) {
    throw new StoreError(`${path} cannot be written (${errorMessage(error)}). Make it writable, or delete it.`)
  }
}

/** Queries for signals and the resulting entries. */
const createSignalStore = ({ signals, entries, contexts, trials }: Tables): SignalStore => ({
  findSignals: signals.findPage,
  findSignal: signals.find,
  findNewest: signals.findNewest,
  findUnresolved: signals.findUnresolved,
  findResolved: signals.findResolved,
  findTrialDays: trials.find,
  countTrials: trials.count,
  findContexts: contexts.find,
  findEntries: entries.findPage,
  findEntry: entries.find,
  findGraded: entries.findGraded,
  findRefused: entries.findRefused,
  countSignals: signals.countSignals,
  countSince: (sinceMs) => ({ signals: signals.countSince(sinceMs), candidates: entries.countSince(sinceMs) }),
})

/** Queries for trading history. */
const createTradingStore = (tables: Tables): TradingStore => ({
  findOrder: tables.orders.find,
  findOrders: tables.orders.findPage,
  findPosition: tables.positions.find,
  findPositions: tables.positions.findPage,
  findAccountEntries: tables.account.findPage,
  findDecision: tables.decisions.find,
  findStates: tables.findStates,
  findEquity: tables.equity.find,
  findAdjustments: tables.findAdjustments,
  findAnswer: tables.idempotency.find,
  countConduct: tables.countConduct,
  findFlow: tables.findFlow,
  countKeys: tables.idempotency.countSince,
  countSince: (sinceMs) => ({ ...tables.orders.countSince(sinceMs), fills: tables.account.countFillsSince(sinceMs) }),
})

/** Histogram of the commit durations of the last minute: one row per second, classes 9% wide, constant size. */
interface CommitTimes {
  /** `SECONDS` rows of `CLASSES` counts. */
  readonly counts: Uint32Array
  /** The second that each row counts. */
  readonly seconds: Float64Array
  /** Durations of the last commit and the one before it. */
  lastMs: number | null
  beforeMs: number | null
}

const SECONDS = 60
const SMALLEST_MS = 2 ** -10
const CLASSES_PER_DOUBLING = 8
const CLASSES = 25 * CLASSES_PER_DOUBLING

export const createCommitTimes = (): CommitTimes => ({
  counts: new Uint32Array(SECONDS * CLASSES),
  seconds: new Float64Array(SECONDS).fill(Number.NEGATIVE_INFINITY),
  lastMs: null,
  beforeMs: null,
})

/** Counts a duration at an instant of a clock that never runs backwards. */
export const noteCommit = (times: CommitTimes, tookMs: number, nowMs: number): void => {
  const second = Math.floor(nowMs / 1_000)
  const row = second % SECONDS
  if (times.seconds[row] !== second) {
    times.counts.fill(0, row * CLASSES, (row + 1) * CLASSES)
    times.seconds[row] = second
  }
  const at = row * CLASSES + findClass(tookMs)
  times.counts[at] = (times.counts[at] ?? 0) + 1
  times.beforeMs = times.lastMs
  times.lastMs = tookMs
}

/**
 * Returns the 99th percentile of the commit latency of the last minute, ms. With fewer than a hundred commits, the
 * slowest is omitted as an outlier; with fewer than two, the result is the faster of the last two commits, so that two
 * consecutive slow commits count and a single one does not. Null until the first commit.
 */
export const commitP99 = (times: CommitTimes, nowMs: number): number | null => {
  const totals = totalsSince(times, Math.floor(nowMs / 1_000) - SECONDS)
  const count = totals.reduce((sum, part) => sum + part, 0)
  if (count < 2) return fasterOfLastTwo(times)
  const rank = Math.min(Math.ceil(count * 0.99), count - 1)
  let below = 0
  const rankIndex = totals.findIndex((part) => {
    below += part
    return below >= rank
  })
  return SMALLEST_MS * 2 ** ((rankIndex + 1) / CLASSES_PER_DOUBLING)
}

const fasterOfLastTwo = ({ lastMs, beforeMs }: CommitTimes): number | null =>
  lastMs === null || beforeMs === null ? lastMs : Math.min(lastMs, beforeMs)

const totalsSince = ({ counts, seconds }: CommitTimes, second: number): Float64Array => {
  const totals = new Float64Array(CLASSES)
  for (let row = 0; row < SECONDS; row++) {
    if ((seconds[row] ?? 0) <= second) continue
    for (let index = 0; index < CLASSES; index++) {
      totals[index] = (totals[index] ?? 0) + (counts[row * CLASSES + index] ?? 0)
    }
  }
  return totals
}

const findClass = (tookMs: number): number => {
  const index = Math.ceil(Math.log2(tookMs / SMALLEST_MS) * CLASSES_PER_DOUBLING) - 1
  return Math.min(Math.max(index, 0), CLASSES - 1)
}
