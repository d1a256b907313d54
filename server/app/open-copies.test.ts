import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { batchAt } from '../../test/support/journal-batch.ts'
import { postgresMissing, startPostgres, type TestPostgres, toPatientUrl } from '../../test/support/postgres.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openPostgres } from '../adapters/store/postgres/connection.ts'
import { createBatchRows } from '../adapters/store/sqlite/batch-rows.ts'
import { engineStorePath, openEngineStore } from '../adapters/store/sqlite/store.ts'
import { startUpkeep } from '../adapters/store/upkeep/upkeep.ts'
import { parseConfig } from '../config/config.ts'
import { LogTrimmed } from '../scaled/ports.ts'
import { connectSharedStore, type SharedStoreConnection } from './shared-store.ts'

const STATE = 'binanceusdm-practice'
const FOLD = 'b'.repeat(64)

describe.skipIf(postgresMissing)('the copies of an account', () => {
  let server: TestPostgres
  let accounts = 0
  let hosts = 0

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  /** Connects a host to an account. */
  const connect = async (account: string, warnings: unknown[] = []) => {
    const dataDir = aTempDirectory()
    const market = { exchange: 'binanceusdm', symbols: 'BTCUSDT', execution: 'practice' }
    const config = parseConfig({}, { dataDir, account, store: toPatientUrl(server.url), ...market })
    if (!config.ok || !config.value.shared) throw new Error('the account must be configured')
    const resources = new AsyncDisposableStack()
    onTestFinished(() => resources.disposeAsync())
    const makeUuid = (): string => `host-${++hosts}`
    const logger = { info: () => {}, warn: (...args: unknown[]) => void warnings.push(...args) }
    const store = await connectSharedStore(config.value, config.value.shared, { makeUuid, resources, logger })
    return { store, directory: join(dataDir, STATE) }
  }
  type Host = Awaited<ReturnType<typeof connect>>

  const append = async ({ logs }: SharedStoreConnection, from: number, to: number): Promise<void> => {
    const { of } = createBatchRows(STATE)
    for (let number = from; number <= to; number++) {
      const body = JSON.stringify(of(batchAt(number, 1)))
      await logs.engine.append({ number, epoch: 1, host: 'host-a', body })
    }
  }

  const follow = async ({ store }: Host): Promise<void> => {
    const projection = await store.openProjection()
    while (!(await projection.follow()));
    projection.close()
  }

  const epochsIn = ({ directory }: Host): number[] => {
    const store = openEngineStore(directory)
    const facts = [...store.journal.read()]
    store.close()
    return facts.map((fact) => (fact.kind === 'runStarted' ? fact.epoch : 0))
  }

  const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

  /** An account with batches that its active engine has copied. */
  const open = async (batches: number): Promise<Host & { readonly account: string }> => {
    const account = `acc-${++accounts}`
    const host = await connect(account)
    const last = await host.store.lease.read()
    expect(await host.store.lease.take({ last, epoch: 1, holder: 'a', host: 'host-a' })).toBe(true)
    await append(host.store, 1, batches)
    await follow(host)
    return { ...host, account }
  }

  const startCheckpoint = ({ store, directory }: Host) =>
    startUpkeep({ directory, fold: FOLD, checks: false, share: { ...store.checkpointShare(1), leastBatches: 1 } })

  const run = async (text: string): Promise<void> => {
    const connection = openPostgres(toPatientUrl(server.url), 'test')
    await connection.query({ text })
    await connection.close()
  }

  it('are fetched from a checkpoint by a host without one, and by one that the log no longer continues', async () => {
    const active = await open(4)
    const [behind, current] = [await connect(active.account), await connect(active.account)]
    await run(`CREATE TABLE kept AS SELECT * FROM batches WHERE account = '${active.account}' AND number > 2`)
    await run(`DELETE FROM log_batches WHERE account = '${active.account}' AND number > 2`)
    await follow(behind)
    await run('INSERT INTO batches SELECT * FROM kept')
    await follow(current)
    expect(await startCheckpoint(active).done).toBeNull()
    await append(active.store, 5, 6)
    await run(`DELETE FROM log_batches WHERE account = '${active.account}' AND number <= 4`)
    for (const host of [behind, current, await connect(active.account)]) {
      await follow(host)
      expect(epochsIn(host)).toEqual(upTo(6))
    }
  })

  it('are fetched from the previous checkpoint when the newest one is damaged', async () => {
    const active = await open(2)
    expect(await startCheckpoint(active).done).toBeNull()
    await append(active.store, 3, 4)
    await follow(active)
    expect(await startCheckpoint(active).done).toBeNull()
    await run(`UPDATE checkpoints SET body = '[]' WHERE account = '${active.account}' AND number = 4`)
    const warnings: unknown[] = []
    const host = await connect(active.account, warnings)
    await follow(host)
    expect(epochsIn(host)).toEqual(upTo(4))
    expect(warnings).toEqual([
      { err: expect.objectContaining({ message: expect.stringContaining('at batch 4 is damaged') }) },
      'a damaged checkpoint is not used',
    ])
  })

  it('replace a damaged database', async () => {
    const active = await open(3)
    expect(await startCheckpoint(active).done).toBeNull()
    const host = await connect(active.account)
    mkdirSync(dirname(engineStorePath(host.directory)), { recursive: true })
    writeFileSync(engineStorePath(host.directory), Buffer.alloc(100_000, 7))
    await follow(host)
    expect(epochsIn(host)).toEqual(upTo(3))
  })

  it('are built from the log when every checkpoint is damaged, unless it begins after facts of the account', async () => {
    const active = await open(2)
    expect(await startCheckpoint(active).done).toBeNull()
    await append(active.store, 3, 3)
    const damage = (change: string) => run(`UPDATE checkpoints SET ${change} WHERE account = '${active.account}'`)
    await damage("body = '[]'")
    const host = await connect(active.account)
    await follow(host)
    expect(epochsIn(host)).toEqual(upTo(3))
    await damage('facts = facts + 7')
    const other = await connect(active.account)
    const reason = /begins after 7 facts .* Restore PostgreSQL from a backup/
    await expect(other.store.openProjection()).rejects.toThrow(reason)
    await expect(other.store.openProjection()).rejects.toThrow(reason)
  })

  it('cannot be built when batches are missing and no checkpoint is intact', async () => {
    const active = await open(3)
    await run(`DELETE FROM log_batches WHERE account = '${active.account}' AND number = 1`)
    const host = await connect(active.account)
    const opening = host.store.openProjection()
    await expect(opening).rejects.toThrow(LogTrimmed)
    await expect(opening).rejects.toThrow('restore the archive with plimsoll archive --restore')
  })

  it('can be fetched whenever a checkpoint was interrupted', async () => {
    const active = await open(3)
    for (const waitMs of [0, 20, 60, 120, 200, 300, 500]) {
      const upkeep = startCheckpoint(active)
      await setTimeout(waitMs)
      await upkeep.end()
      const host = await connect(active.account)
      await follow(host)
      expect(epochsIn(host)).toEqual(epochsIn(active))
      const { length } = epochsIn(active)
      await append(active.store, length + 1, length + 1)
      await follow(active)
    }
    expect(await startCheckpoint(active).done).toBeNull()
    expect(readdirSync(active.directory).filter((name) => name.includes('checkpoint'))).toEqual([])
    expect((await active.store.checkpoints.list())[0]?.number).toBe(10)
  })
})
