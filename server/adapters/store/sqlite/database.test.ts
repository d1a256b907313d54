import { closeSync, mkdirSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { inTransaction, type Migration, openDatabase } from './database.ts'
import { openEngineStore } from './store.ts'
import { StoreError } from './store-error.ts'

const FIRST: Migration = { version: 1, sql: 'CREATE TABLE first (id INTEGER PRIMARY KEY) STRICT' }
const SECOND: Migration = { version: 2, sql: 'CREATE TABLE second (id INTEGER); INSERT INTO first VALUES (2)' }

const aPath = (): string => join(aTempDirectory(), 'some.sqlite')

/** Opens and closes again; answers the schema's version and what the first table holds. */
const migrated = (path: string, migrations: readonly Migration[]) => {
  const database = openDatabase(path, migrations)
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  const ids = database.prepare('SELECT id FROM first').all()
  database.close()
  return [version, ids.map(({ id }) => id)]
}

const catchFault = (work: () => unknown): Error => {
  try {
    work()
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('openDatabase', () => {
  it('commits so that a power loss reverts nothing', () => {
    const database = openDatabase(aPath(), [FIRST])
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 })
    database.close()
  })

  it('migrates a schema forward, each step once', () => {
    const path = aPath()
    expect(migrated(path, [FIRST])).toEqual([1, []])
    expect(migrated(path, [FIRST, SECOND])).toEqual([2, [2]])
    expect(migrated(path, [FIRST, SECOND])).toEqual([2, [2]])
  })

  it('rejects a schema of a newer program and leaves it unchanged', () => {
    const path = aPath()
    migrated(path, [FIRST, SECOND])
    expect(catchFault(() => openDatabase(path, [FIRST])).message).toBe(
      `${path} was written by a newer version (schema 2, this program knows 1). Update Plimsoll: npm install --global ./plimsoll-X.Y.Z.tgz`,
    )
    expect(migrated(path, [FIRST, SECOND])).toEqual([2, [2]])
  })

  it('rolls back a step that fails halfway', () => {
    const path = aPath()
    migrated(path, [FIRST])
    const broken = { version: 2, sql: 'INSERT INTO first VALUES (7); CREATE TABLE first (id)' }
    expect(catchFault(() => openDatabase(path, [FIRST, broken])).message).toMatch(
      /cannot be used as a database .*first/,
    )
    expect(migrated(path, [FIRST])).toEqual([1, []])
  })

  it.each<[string, (path: string) => void]>([
    ['holds something else', (path) => writeFileSync(path, 'this is my diary '.repeat(500))],
    ['is a folder', (path) => mkdirSync(path)],
    [
      'is cut off',
      (path) => {
        const database = openDatabase(path, [FIRST])
        inTransaction(database, () => {
          for (let id = 1; id < 9_000; id++) database.exec(`INSERT INTO first VALUES (${id})`)
        })
        database.close()
        truncateSync(path, 8_192)
      },
    ],
    [
      'lost its first page',
      (path) => {
        migrated(path, [FIRST])
        overwrite(path, 0)
      },
    ],
  ])('refuses a path that %s, naming it, the reason and the remedy', (_, make) => {
    const path = aPath()
    make(path)
    expect(catchFault(() => openDatabase(path, [FIRST])).message).toMatch(
      /some\.sqlite cannot be used as a database \(.+\)\. Restore it from a backup or move it away\.$/,
    )
  })

  it('names the command that shows disk usage when the disk is full', () => {
    const path = aPath()
    const sql = 'PRAGMA max_page_count = 2; CREATE TABLE full (body); INSERT INTO full VALUES (zeroblob(100000))'
    expect(catchFault(() => openDatabase(path, [{ version: 1, sql }])).message).toMatch(
      /some\.sqlite cannot be used as a database \(database or disk is full\)\. Free space on its disk: df -h \/.+$/,
    )
  })

  it('rejects a path in a missing folder', () => {
    const path = join(aTempDirectory(), 'nowhere', 'some.sqlite')
    expect(catchFault(() => openDatabase(path, [FIRST])).message).toContain('cannot be used as a database (ENOENT')
  })

  it('does not modify what it rejects', () => {
    const path = aPath()
    const text = 'this is my diary '.repeat(500)
    writeFileSync(path, text)
    catchFault(() => openDatabase(path, [FIRST]))
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

/** Puts garbage in the place of one page. */
const overwrite = (path: string, page: number): void => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, page * 4_096)
  closeSync(file)
}

describe('a journal with damage inside its file', () => {
  it('is rejected when it is read, never read in part silently', () => {
    const directory = aTempDirectory()
    const store = openEngineStore(directory)
    const facts = Array.from({ length: 10_000 }, (_, index) => ({
      kind: 'runEnded' as const,
      runId: `run_${index}`,
      atMs: 5,
    }))
    store.journal.append({ facts, orders: [], positions: [] })
    store.close()
    const path = join(directory, 'engine.sqlite')
    overwrite(path, Math.floor(statSync(path).size / 4_096 / 2))
    const damaged = openEngineStore(directory)
    const fault = catchFault(() => [...damaged.journal.read()])
    expect(fault.message).toMatch(/cannot be read.*Restore the database from a backup\.$/)
    damaged.close()
  })
})

describe('inTransaction', () => {
  it('rolls back all work that throws, and continues', () => {
    const database = openDatabase(aPath(), [FIRST])
    const add = (id: number): void => database.exec(`INSERT INTO first VALUES (${id})`)
    expect(() =>
      inTransaction(database, () => {
        add(1)
        throw new Error('no')
      }),
    ).toThrow('no')
    inTransaction(database, () => add(2))
    expect(database.prepare('SELECT id FROM first').all()).toEqual([{ id: 2 }])
    database.close()
  })
})
