import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { anOrder } from '../../../../test/support/book-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import { type EngineStore, engineStorePath, openEngineStore } from '../sqlite/store.ts'
import {
  emptySnapshot,
  FACTS_UNTIL_NEW,
  foldOn,
  type LedgerSnapshot,
  readSnapshot,
  writeSnapshot,
} from './ledger-snapshot.ts'
import { startUpkeep } from './upkeep.ts'

const FOLD = 'b'.repeat(64)

const begun = (epoch: number): Fact => ({
  kind: 'runStarted',
  runId: `run_${epoch}`,
  market: 'test',
  mode: 'PAPER',
  epoch,
  atMs: epoch,
})

const external = (number: number): Fact => ({
  kind: 'externalOrderSeen',
  order: anOrder({ orderId: `ord_${String(number).padStart(26, '0')}` }),
  atMs: number,
})

const append = ({ journal }: EngineStore, facts: readonly Fact[]): void =>
  journal.append({ facts, orders: [], positions: [] })

const aStore = (facts: readonly Fact[] = []) => {
  const directory = aTempDirectory()
  const store = openEngineStore(directory)
  append(store, facts)
  return { directory, store, parts: { directory, journal: store.journal, fold: FOLD } }
}

const runs = (first: number, count: number): Fact[] => Array.from({ length: count }, (_, index) => begun(first + index))

/** Overwrites a page of the database. */
const damagePage = (directory: string, page: number): void => {
  const file = openSync(engineStorePath(directory), 'r+')
  writeSync(file, Buffer.alloc(4_096, 7), 0, 4_096, (page - 1) * 4_096)
  closeSync(file)
}

const countPages = (directory: string): number => statSync(engineStorePath(directory)).size / 4_096

const tamper = (directory: string, sql: string): void => {
  const database = new DatabaseSync(engineStorePath(directory))
  database.exec(sql)
  database.close()
}

describe('a snapshot of the ledger', () => {
  const facts = [begun(1), external(1), external(2), begun(2)]
  const later = [external(3), begun(3)]

  it('and the facts after it lead to the same ledger and runs as all facts', () => {
    const { store, parts } = aStore(facts)
    writeSnapshot(foldOn(emptySnapshot(), store.journal), parts)
    append(store, later)
    const stored = readSnapshot(parts)
    expect([stored.seq, stored.ledger.orders.size, stored.runs.length]).toEqual([4, 2, 2])
    expect(foldOn(stored, store.journal)).toEqual(foldOn(emptySnapshot(), store.journal))
    store.close()
  })

  const writeFour = ({ store, parts }: ReturnType<typeof aStore>): string => {
    writeSnapshot(foldOn(emptySnapshot(), store.journal), parts)
    return join(parts.directory, 'ledger.snapshot')
  }

  const expectUnused = (read: LedgerSnapshot) => expect(read).toEqual(emptySnapshot())

  it('is not used when a byte of it is damaged or when it is truncated', () => {
    const opened = aStore(facts)
    const path = writeFour(opened)
    const bytes = readFileSync(path)
    for (const index of [0, 40, bytes.length >> 1, bytes.length - 1]) {
      const damaged = Buffer.from(bytes)
      damaged[index] = (damaged[index] ?? 0) ^ 1
      writeFileSync(path, damaged)
      expectUnused(readSnapshot(opened.parts))
    }
    for (const length of [0, 20, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length))
      expectUnused(readSnapshot(opened.parts))
    }
    opened.store.close()
  })

  it('is not used by another fold, nor for a journal that is behind it or has another row', () => {
    const opened = aStore(facts)
    writeFour(opened)
    expectUnused(readSnapshot({ ...opened.parts, fold: 'other' }))
    const behind = aStore(facts.slice(0, 3))
    expectUnused(readSnapshot({ ...opened.parts, journal: behind.store.journal }))
    append(behind.store, [begun(9)])
    expectUnused(readSnapshot({ ...opened.parts, journal: behind.store.journal }))
    for (const { store } of [opened, behind]) store.close()
  })

  it('is not read over a missing row', () => {
    const { store, parts, directory } = aStore([...facts, ...later])
    store.close()
    tamper(directory, 'DELETE FROM journal WHERE seq = 5')
    const again = openEngineStore(directory)
    expect(() => foldOn(emptySnapshot(), again.journal)).toThrow('Row 5 of the journal is missing.')
    expect(() => [...again.journal.read(4)]).toThrow('Row 5 of the journal is missing.')
    expect([...again.journal.read(5)]).toEqual(later.slice(1))
    again.close()
    expectUnused(readSnapshot({ ...parts, journal: store.journal, directory: aTempDirectory() }))
  })
})

describe('the maintenance of a store', () => {
  it('reports a store as intact while another connection writes', async () => {
    const { store, directory } = aStore(runs(1, 3_000))
    const upkeep = startUpkeep({ directory, fold: FOLD, checks: true })
    for (let epoch = 3_001; epoch < 3_100; epoch++) append(store, [begun(epoch)])
    expect(await upkeep.checked).toBeNull()
    expect(await upkeep.done).toBeNull()
    store.close()
  })

  it('finds every damaged page of the journal, including those that no start reads', async () => {
    const { store, directory } = aStore(runs(1, 2_000))
    store.checkpoint()
    for (const page of [countPages(directory) - 1, countPages(directory) - 8]) damagePage(directory, page)
    expect(await startUpkeep({ directory, fold: FOLD, checks: true }).checked).toEqual(
      expect.stringMatching(/page|malformed/i),
    )
    store.close()
  })

  it('finds a row before the snapshot that is missing or cannot be read', async () => {
    for (const sql of ['DELETE FROM journal WHERE seq = 2', "UPDATE journal SET body = '{' WHERE seq = 2"]) {
      const { store, parts, directory } = aStore(runs(1, 9))
      writeSnapshot(foldOn(emptySnapshot(), store.journal), parts)
      store.close()
      tamper(directory, sql)
      expect(await startUpkeep({ directory, fold: FOLD, checks: true }).checked).toMatch(/Row 2 of the journal/)
    }
  })

  it('reports a store that cannot be opened', async () => {
    const upkeep = startUpkeep({ directory: aTempDirectory(), fold: FOLD, checks: true })
    expect(await upkeep.checked).toMatch(/could not be checked/)
    expect(await upkeep.done).toBeInstanceOf(Error)
  })

  it('creates a snapshot when enough facts have been added', async () => {
    const { store, parts, directory } = aStore(runs(1, FACTS_UNTIL_NEW - 1))
    await startUpkeep({ directory, fold: FOLD, checks: false }).done
    expect(readSnapshot(parts).seq).toBe(0)
    append(store, [begun(FACTS_UNTIL_NEW)])
    await startUpkeep({ directory, fold: FOLD, checks: false }).done
    expect(readSnapshot(parts)).toEqual(foldOn(emptySnapshot(), store.journal))
    store.close()
  })
})
