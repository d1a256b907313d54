import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CandleStore, Journal } from '../../../engine/ports.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { createCandleStore } from './candle-store.ts'
import { openDatabase } from './database.ts'
import { createJournal } from './journal.ts'

/** What one market and mode remembers, in one database. */
export interface EngineStore {
  readonly journal: Journal
  readonly candles: CandleStore
  close(): void
}

export const openEngineStore = (directory: string): EngineStore => {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = openDatabase(join(directory, 'engine.sqlite'), ENGINE_SCHEMA)
  return { journal: createJournal(database), candles: createCandleStore(database), close: () => database.close() }
}
