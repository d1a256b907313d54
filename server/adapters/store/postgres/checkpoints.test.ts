import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchAt } from '../../../../test/support/journal-batch.ts'
import { postgresMissing } from '../../../../test/support/postgres.ts'
import { runs } from '../../../../test/support/runs.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { CONTROL_FACTS, TRADING_FACTS } from '../../../../test/support/trading-facts.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { Batch } from '../../../engine/model/ports.ts'
import { LogTrimmed } from '../../../scaled/ports.ts'
import { sha256 } from '../sha256.ts'
import { createBatchRows } from '../sqlite/batch-rows.ts'
import { engineStorePath, openEngineStore } from '../sqlite/store.ts'
import { emptySnapshot, foldOn, readSnapshot, snapshotPath, writeSnapshot } from '../upkeep/ledger-snapshot.ts'
import { openAccountLog } from './account-log.ts'
import { openCheckpointStore } from './checkpoints.ts'
import { openAccount, openLeaseStore } from './lease-store.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { setPostgres } from './postgres-fixture.ts'
import { openProjection } from './projection.ts'

const BUILD = 'b'.repeat(64)
const FOLD = 'f'.repeat(64)
const PART_BYTES = 1024 * 1024

const noFault = (fault: Error): void => {
  throw fault
}

const toHash = (bytes: Buffer | string): string => sha256(bytes).toString('hex')

/** Bytes that differ from part to part. */
const content = (parts: number): Buffer =>
  Buffer.concat(Array.from({ length: parts }, (_, part) => Buffer.alloc(PART_BYTES, part + 1)))

describe.skipIf(postgresMissing)('checkpoints in PostgreSQL', () => {
  const { connect } = setPostgres()
  let accounts = 0

  /** A new account whose lease `host-a` holds with epoch 1. */
  const open = async () => {
    const connection = connect()
    const account = `acc-${++accounts}`
    await openAccount(connection, account, 'market')
    const lease = openLeaseStore(connection, account)
    const last = await lease.read()
    expect(await lease.take({ last, epoch: 1, holder: 'a', host: 'host-a' })).toBe(true)
    const logs = {
      engine: openAccountLog(connection, account, 'engine'),
      exchange: openAccountLog(connection, account, 'exchange'),
    }
    return { account, connection, lease, logs, store: openCheckpointStore(connection, account) }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const put = (store: Opened['store'], number: number, path: string, epoch: number | null = 1): Promise<boolean> =>
    store.put({
      checkpoint: { number, exchange: 0, facts: number, host: 'host-a', build: BUILD },
      files: [{ name: 'engine', path }],
      epoch,
    })

  const fetched = async (store: Opened['store'], onDamaged: (fault: Error) => void = noFault) => {
    const path = join(aTempDirectory(), 'engine')
    const checkpoint = await store.fetch({ engine: path }, onDamaged)
    expect(existsSync(`${path}.new`)).toBe(false)
    return checkpoint && { number: checkpoint.number, digest: toHash(readFileSync(path)) }
  }

  const countParts = async ({ connection, account }: Opened): Promise<number> => {
    const [row] = await connection.query<{ count: number }>({
      text: 'SELECT count(*)::int AS count FROM checkpoint_parts WHERE account = $1',
      values: [account],
    })
    return row?.count ?? 0
  }

  test('return the files of the newest one, and two of them are kept with the parts that they have', async () => {
    const opened = await open()
    const { store } = opened
    const path = join(aTempDirectory(), 'file')
    expect(await fetched(store)).toBeNull()
    writeFileSync(path, content(2))
    expect(await put(store, 10, path)).toBe(true)
    appendFileSync(path, 'more')
    expect(await put(store, 20, path)).toBe(true)
    expect(await fetched(store)).toEqual({ number: 20, digest: toHash(readFileSync(path)) })
    expect(await countParts(opened)).toBe(3)
    writeFileSync(path, Buffer.concat([content(1), Buffer.from('end')]))
    await put(store, 30, path)
    await put(store, 40, path)
    expect((await store.list()).map(({ number }) => number)).toEqual([40, 30])
    expect(await countParts(opened)).toBe(2)
    expect(await fetched(store)).toEqual({ number: 40, digest: toHash(readFileSync(path)) })
  })

  test('are not stored by an engine without the lease', async () => {
    const { store, lease } = await open()
    const path = join(aTempDirectory(), 'file')
    writeFileSync(path, 'x')
    expect(await put(store, 10, path, 2)).toBe(false)
    await lease.release(1)
    expect(await put(store, 10, path)).toBe(false)
    expect(await store.list()).toEqual([])
    expect(await put(store, 0, path, null)).toBe(true)
  })

  test.each([
    ['a changed list of files', `UPDATE checkpoints SET body = replace(body, 'engine', 'Engine') WHERE number = 20`],
    [
      'a changed part',
      `UPDATE checkpoint_parts SET body = set_byte(body, 8, get_byte(body, 8) # 255) WHERE checkpoint = 20 AND length(body) < 100`,
    ],
    ['a missing part', `DELETE FROM checkpoint_parts WHERE checkpoint = 20 AND length(body) < 100`],
  ])('with %s are not used: the previous one is', async (_, sql) => {
    const { store, connection, account } = await open()
    const path = join(aTempDirectory(), 'file')
    writeFileSync(path, 'first')
    await put(store, 10, path)
    writeFileSync(path, 'second')
    await put(store, 20, path)
    await connection.query({ text: `${sql} AND account = '${account}'` })
    const faults: string[] = []
    expect(await fetched(store, ({ message }) => faults.push(message))).toEqual({
      number: 10,
      digest: toHash('first'),
    })
    expect(faults).toEqual([`The checkpoint of the account ${account} at batch 20 is damaged in the shared store.`])
    await put(store, 30, path)
    expect(await fetched(store)).toEqual({ number: 30, digest: toHash('second') })
  })

  /** Appends a batch to the log of the engine, and to the copy in a directory. */
  const append = async ({ logs }: Opened, number: number, batch: Batch): Promise<void> => {
    const body = JSON.stringify(createBatchRows('market').of(batch))
    await logs.engine.append({ number, epoch: 1, host: 'host-a', body })
  }

  const follow = async (directory: string, { logs }: Opened, host = 'host-b'): Promise<void> => {
    const projection = openProjection({ directory, engineLog: logs.engine, exchangeLog: logs.exchange, host })
    while (!(await projection.follow()));
    projection.close()
  }

  const make = (directory: string, { store, logs }: Opened, leastBatches = 1) =>
    makeCheckpoint({ directory, store, log: logs.engine, epoch: 1, host: 'host-a', build: BUILD, leastBatches })

  /** Fetches the newest checkpoint into a directory, and copies the batches after it. */
  const startElsewhere = async (opened: Opened): Promise<string> => {
    const directory = aTempDirectory()
    const paths = { engine: engineStorePath(directory), ledger: snapshotPath(directory) }
    expect(await opened.store.fetch(paths, noFault)).not.toBeNull()
    await follow(directory, opened)
    return directory
  }

  /** All rows of a copy. */
  const rowsIn = (directory: string): unknown => {
    const database = new DatabaseSync(engineStorePath(directory), { readOnly: true })
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
    const rows = tables.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name}`).all()])
    database.close()
    return rows
  }

  const foldLedger = (directory: string): unknown => {
    const store = openEngineStore(directory)
    const parts = { directory, journal: store.journal, fold: FOLD }
    const from = readSnapshot(parts)
    const folded = [foldOn(from, store.journal), foldOn(emptySnapshot(), store.journal)]
    store.close()
    expect(folded[0]).toEqual(folded[1])
    return folded
  }

  const renewLedger = (directory: string): void => {
    const store = openEngineStore(directory)
    const parts = { directory, journal: store.journal, fold: FOLD }
    writeSnapshot(foldOn(readSnapshot(parts), store.journal), parts)
    store.close()
  }

  test('and the batches after them lead to the same copy and ledger as the whole log', async () => {
    const facts: readonly Fact[] = [...TRADING_FACTS, ...CONTROL_FACTS]
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (each, cut, cutLedger) => {
        const opened = await open()
        const active = aTempDirectory()
        let taken = 0
        for (const [index, size] of each.entries()) {
          const some = facts.slice(taken, taken + size)
          taken += size
          const batch = batchAt(1 + index * 2, 2)
          await append(opened, index + 1, { ...batch, facts: [...batch.facts, ...some] })
          await follow(active, opened, 'host-a')
          if (index === cutLedger % each.length) renewLedger(active)
          if (index === cut % each.length) {
            expect(await make(active, opened)).toMatchObject({ number: index + 1, host: 'host-a', build: BUILD })
          }
        }
        const [elsewhere, whole] = [await startElsewhere(opened), aTempDirectory()]
        await follow(whole, opened)
        expect(rowsIn(elsewhere)).toEqual(rowsIn(whole))
        expect(foldLedger(elsewhere)).toEqual(foldLedger(whole))
      }),
      { numRuns: runs(4) },
    )
  })

  test('are made while batches are added, and only after enough of them', async () => {
    const opened = await open()
    const active = aTempDirectory()
    for (const number of [1, 2, 3]) await append(opened, number, batchAt(number * 2, 2))
    await follow(active, opened, 'host-a')
    expect(await make(active, opened, 4)).toBeNull()
    const making = make(active, opened, 3)
    for (const number of [4, 5]) {
      await append(opened, number, batchAt(number * 2, 2))
      await follow(active, opened, 'host-a')
    }
    expect((await making)?.number).toBeGreaterThanOrEqual(3)
    expect(await make(active, opened, 3)).toBeNull()
    expect(readdirSync(active).filter((name) => name.includes('.new'))).toEqual([])
    expect(rowsIn(await startElsewhere(opened))).toEqual(rowsIn(active))
  })

  test('are not stored when the copy differs from the log', async () => {
    const opened = await open()
    const active = aTempDirectory()
    for (const number of [1, 2]) await append(opened, number, batchAt(number * 2, 2))
    await follow(active, opened, 'host-a')
    await make(active, opened)
    await append(opened, 3, batchAt(6, 2))
    await follow(active, opened, 'host-a')
    const database = new DatabaseSync(engineStorePath(active))
    database.exec("UPDATE journal SET body = replace(body, 'test', 'tesT') WHERE seq = 5")
    database.close()
    await expect(make(active, opened)).rejects.toThrow('differs from the log')
    expect((await opened.store.list()).map(({ number }) => number)).toEqual([2])
    expect(readdirSync(active).filter((name) => name.includes('.new'))).toEqual([])
  })

  test('a log reports that the batch after a copy has been archived', async () => {
    const { logs, connection, account } = await open()
    for (const number of [1, 2, 3]) {
      await logs.engine.append({ number, epoch: 1, host: 'host-a', body: '[]' })
    }
    await connection.query({ text: 'DELETE FROM log_batches WHERE account = $1 AND number < 3', values: [account] })
    await expect(logs.engine.readAfter(0, 10)).rejects.toThrow(LogTrimmed)
    await expect(logs.engine.readAfter(1, 10)).rejects.toThrow('no longer has batch 2')
    expect(await logs.engine.readAfter(2, 10)).toHaveLength(1)
    expect(await logs.engine.readAfter(3, 10)).toEqual([])
  })
})
