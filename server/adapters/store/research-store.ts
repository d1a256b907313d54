/** Database and files of research: backtest runs, searches, and the append-only register of trials. */

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '../../core/instant.ts'
import { replaceFile } from './disk.ts'
import { type Migration, openDatabase } from './sqlite/database.ts'

/** Opens the research store of a directory, which is created when it is missing. */
export const openResearchStore = (directory: string): ResearchStore => {
  mkdirSync(join(directory, 'runs'), { recursive: true, mode: 0o700 })
  const database = openDatabase(join(directory, 'research.sqlite'), RESEARCH_SCHEMA)
  const makeFolder = (runId: string): string => {
    const folder = join(directory, 'runs', runId)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  const toRun = (row: Record<string, unknown>): StoredRun => ({
    runId: String(row.run_id),
    atMs: Number(row.at_ms),
    record: String(row.record),
  })
  const findRun = (runId: string): StoredRun | undefined => {
    const row = database.prepare('SELECT * FROM runs WHERE run_id = ?').get(runId)
    return row && toRun(row)
  }
  return {
    addRun({ runId, atMs, record }, files) {
      const folder = makeFolder(runId)
      for (const [name, text] of Object.entries(files)) replaceFile(join(folder, name), text)
      database.prepare('INSERT OR REPLACE INTO runs (run_id, at_ms, record) VALUES (?, ?, ?)').run(runId, atMs, record)
    },
    addTrial({ atMs, runId, strategyId, definitionDigest, point, outcome, sharpe }) {
      database
        .prepare(
          `INSERT INTO trials (at_ms, run_id, strategy_id, definition_digest, point, outcome, sharpe)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(atMs, runId, strategyId, definitionDigest, point, outcome, sharpe)
    },
    listRuns({ limit = -1, after } = { limit: -1 }) {
      const last = after === undefined ? undefined : findRun(after)
      const [atMs, runId] = last ? [last.atMs, last.runId] : [Number.MAX_SAFE_INTEGER, '']
      return database
        .prepare(
          `SELECT * FROM runs WHERE at_ms < ?1 OR (at_ms = ?1 AND run_id > ?2) ORDER BY at_ms DESC, run_id LIMIT ?3`,
        )
        .all(atMs, runId, limit)
        .map(toRun)
    },
    findRun,
    addSearch({ searchId, atMs, record }, text) {
      replaceFile(join(makeFolder(searchId), SEARCH_FILE), text)
      database
        .prepare('INSERT OR REPLACE INTO searches (search_id, at_ms, record) VALUES (?, ?, ?)')
        .run(searchId, atMs, record)
    },
    listSearches: () =>
      database
        .prepare('SELECT * FROM searches ORDER BY at_ms DESC, search_id')
        .all()
        .map((row) => ({ searchId: String(row.search_id), atMs: Number(row.at_ms), record: String(row.record) })),
    readFile(runId, name) {
      const path = join(directory, 'runs', runId, name)
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined
    },
    writeFile: (runId, name, text) => replaceFile(join(makeFolder(runId), name), text),
    appendFile: (runId, name, text) => appendFileSync(join(makeFolder(runId), name), text),
    countTrials: (strategyId) =>
      Number(database.prepare('SELECT count(*) AS count FROM trials WHERE strategy_id = ?').get(strategyId)?.count),
    close: () => database.close(),
  }
}

/** Stored backtest runs, searches and trials. */
export interface ResearchStore {
  /** Stores a run with its files; one with the same ID is replaced, and its trials remain. */
  addRun(run: StoredRun, files: Readonly<Record<string, string>>): void
  addTrial(trial: Trial): void
  /** Lists runs, newest first; with a page, at most `limit` runs after the run `after`. */
  listRuns(page?: { readonly limit: number; readonly after?: string | undefined }): readonly StoredRun[]
  /** Stores a finished search or walk-forward with its file; one with the same ID is replaced. */
  addSearch(search: StoredSearch, text: string): void
  /** Newest first. */
  listSearches(): readonly StoredSearch[]
  findRun(runId: string): StoredRun | undefined
  /** Returns a file of a run; undefined when it is missing. */
  readFile(runId: string, name: string): string | undefined
  /** Replaces a file of a run. */
  writeFile(runId: string, name: string, text: string): void
  /** Appends to a file of a run, which is created when it is missing. */
  appendFile(runId: string, name: string, text: string): void
  /** Number of registered trials of a strategy. */
  countTrials(strategyId: string): number
  close(): void
}

/** One trial of a strategy, registered whatever its outcome. */
interface Trial {
  readonly atMs: Instant
  readonly runId: string
  readonly strategyId: string
  readonly definitionDigest: string
  /** Canonical JSON of its parameters and settings. */
  readonly point: string
  readonly outcome: 'FINISHED' | 'FAILED' | 'CANCELED'
  readonly sharpe: number | null
}

/** A stored run with its files. */
interface StoredRun {
  readonly runId: string
  readonly atMs: Instant
  /** The record as JSON. */
  readonly record: string
}

/** Summary of a search or walk-forward. */
interface StoredSearch {
  readonly searchId: string
  readonly atMs: Instant
  /** Its description as JSON. */
  readonly record: string
}

/** File with the full result of a search. */
export const SEARCH_FILE = 'search.json'

/** Schema of the research database. */
export const RESEARCH_SCHEMA: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE runs (run_id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
      CREATE TABLE trials (
        trial INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, run_id TEXT NOT NULL,
        strategy_id TEXT NOT NULL, definition_digest TEXT NOT NULL, point TEXT NOT NULL, outcome TEXT NOT NULL,
        sharpe REAL
      ) STRICT;
      CREATE TRIGGER trials_stay BEFORE DELETE ON trials BEGIN SELECT RAISE(ABORT, 'trials are append-only'); END;
      CREATE TRIGGER trials_unchanged BEFORE UPDATE ON trials BEGIN SELECT RAISE(ABORT, 'trials are append-only'); END;
    `,
  },
  {
    version: 2,
    sql: 'CREATE TABLE searches (search_id TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, record TEXT NOT NULL) STRICT;',
  },
]
