import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { storeContract } from '../../../../test/store.contract.ts'
import { anOrder } from '../../../../test/support/book-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import type { LedgerFact } from '../../../engine/model/facts.ts'
import { ENGINE_SCHEMA } from '../migrations/engine.ts'
import { openDatabase } from './database.ts'
import { openEngineStore } from './store.ts'
import { StoreError } from './store-error.ts'

storeContract('a SQLite file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-store-'))
  return {
    open: () => openEngineStore(directory),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
})

const ended: LedgerFact = { kind: 'runEnded', runId: 'run_A', atMs: 5 }

/** Changes the database behind the store's back. */
const tamper = (directory: string, sql: string): void => {
  const database = new DatabaseSync(join(directory, 'engine.sqlite'))
  database.exec(sql)
  database.close()
}

describe('openEngineStore', () => {
  it.skipIf(process.platform === 'win32')('stores everything so that only its owner can read it', () => {
    const directory = join(aTempDirectory(), 'made', 'for it')
    const store = openEngineStore(directory)
    store.journal.append({ facts: [ended], orders: [], positions: [] })
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    const files = readdirSync(directory)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect([file, statSync(join(directory, file)).mode & 0o777]).toEqual([file, 0o600])
    store.close()
  })

  it('removes permissions that were added to its file', () => {
    const directory = aTempDirectory()
    writeFileSync(join(directory, 'engine.sqlite'), '', { mode: 0o666 })
    openEngineStore(directory).close()
    expect(statSync(join(directory, 'engine.sqlite')).mode & 0o077).toBe(0)
  })

  it('reports which row of the journal cannot be read', () => {
    const directory = aTempDirectory()
    const store = openEngineStore(directory)
    store.journal.append({ facts: [ended], orders: [], positions: [] })
    store.close()
    tamper(directory, "INSERT INTO journal (kind, body) VALUES ('runEnded', '{torn')")
    const again = openEngineStore(directory)
    expect(() => [...again.journal.read()]).toThrow(
      new StoreError('Row 2 of the journal (runEnded) cannot be read. Restore the database from a backup.'),
    )
    again.close()
  })

  it.each(['{"kind":"tomorrow"}', 'null', '7', '"text"'])('does not skip a fact it does not know: %s', (body) => {
    const directory = aTempDirectory()
    openEngineStore(directory).close()
    tamper(directory, `INSERT INTO journal (kind, body) VALUES ('tomorrow', '${body}')`)
    const store = openEngineStore(directory)
    expect(() => [...store.journal.read()]).toThrow('Row 1 of the journal (tomorrow) cannot be read.')
    store.close()
  })

  it('detects damage although the store can be opened', () => {
    const directory = aTempDirectory()
    const store = openEngineStore(directory)
    const facts = Array.from({ length: 2_000 }, () => ended)
    store.journal.append({ facts, orders: [], positions: [] })
    expect(store.damage()).toBeNull()
    store.close()
    const path = join(directory, 'engine.sqlite')
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(7, bytes.length - 3 * 4_096, bytes.length - 2 * 4_096))
    const again = openEngineStore(directory)
    expect(again.damage()).toEqual(expect.stringMatching(/page|malformed/))
    again.close()
  })

  it('reports commit latency and free disk space', () => {
    const store = openEngineStore(aTempDirectory())
    expect(store.health()).toEqual({ commitP99Ms: null, freeDiskBytes: expect.any(Number) })
    store.journal.append({ facts: [ended], orders: [], positions: [] })
    const { commitP99Ms, freeDiskBytes } = store.health()
    expect([(commitP99Ms ?? 0) > 0, (freeDiskBytes ?? 0) > 0]).toEqual([true, true])
    store.close()
  })

  it('continues with what an earlier version wrote', () => {
    const directory = aTempDirectory()
    const path = join(directory, 'engine.sqlite')
    const before = openDatabase(path, ENGINE_SCHEMA.slice(0, 1))
    before.exec(`INSERT INTO journal (kind, body) VALUES ('runEnded', '${JSON.stringify(ended)}')`)
    before.close()
    const store = openEngineStore(directory)
    store.journal.append({ facts: [ended], orders: [anOrder()], positions: [] })
    expect([...store.journal.read()]).toEqual([ended, ended])
    expect(store.trading.findOrder(anOrder().orderId)).toEqual(anOrder())
    store.close()
  })
})
