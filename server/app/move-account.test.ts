import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { batchAt } from '../../test/support/journal-batch.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { postgresMissing, startPostgres, type TestPostgres, toPatientUrl } from '../../test/support/postgres.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { refuseAccountDirectory } from '../adapters/store/account-directory.ts'
import { createLoggedWriter } from '../adapters/store/postgres/logged-writer.ts'
import { openEngineStore } from '../adapters/store/sqlite/store.ts'
import { openStoreWriter } from '../adapters/store/writer/store-writer.ts'
import { type Config, parseConfig } from '../config/config.ts'
import type { LedgerFact } from '../engine/model/facts.ts'
import { moveFromStore, moveToStore } from './move-account.ts'
import { connectSharedStore, openSharedStore } from './shared-store.ts'

const STATE = 'binanceusdm-practice'

describe.skipIf(postgresMissing)('the account of a data directory', () => {
  let server: TestPostgres
  let accounts = 0
  let hosts = 0

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  const makeUuid = (): string => `host-${++hosts}`
  const clock = () => NOON_MS

  const configFor = (dataDir: string, account: string): Config => {
    const market = { exchange: 'binanceusdm', symbols: 'BTCUSDT', execution: 'practice' }
    const config = parseConfig({}, { dataDir, account, store: toPatientUrl(server.url), ...market })
    if (!config.ok) throw new Error(config.error.join(' '))
    return config.value
  }

  /** A data directory with a journal of two batches, and its account. */
  const open = () => {
    const dataDir = aTempDirectory()
    const account = `acc-${++accounts}`
    const store = openEngineStore(join(dataDir, STATE))
    for (const first of [1, 3]) store.journal.append(batchAt(first, 2))
    store.close()
    return { dataDir, account, parts: { config: configFor(dataDir, account), clock, makeUuid } }
  }

  const factsIn = (dataDir: string): LedgerFact[] => {
    const store = openEngineStore(join(dataDir, STATE))
    const facts = [...store.journal.read()]
    store.close()
    return facts
  }

  /** Follows the account on another host, and trades there if `first` is given: appends a batch that begins with this fact. */
  const onAnotherHost = async (account: string, first?: number): Promise<string> => {
    const dataDir = aTempDirectory()
    const config = configFor(dataDir, account)
    await using resources = new AsyncDisposableStack()
    if (!config.shared) throw new Error('the account is shared')
    const store = await openSharedStore(config, config.shared, { makeUuid, resources })
    const projection = await store.openProjection()
    await projection.follow()
    projection.close()
    if (first === undefined) return dataDir
    const last = await store.lease.read()
    const epoch = last.epoch + 1
    expect(await store.lease.take({ last, epoch, holder: 'test', host: store.host })).toBe(true)
    const writer = await openStoreWriter({ dataDir, state: STATE, clock, onCommitted: () => {} })
    onTestFinished(writer.close)
    const newest = { engine: await store.logs.engine.newest(), exchange: 0 }
    const { append } = createLoggedWriter(writer, {
      name: STATE,
      ...store,
      newest,
      epoch,
      monotonic: () => 0,
      onConfirmed: () => {},
      onStop: () => {},
    })
    await append(batchAt(first, 2))
    await store.lease.release(epoch)
    return dataDir
  }

  it('is found by other hosts after it was moved into the store, and cannot be started separately', async () => {
    const { dataDir, account, parts } = open()
    const facts = factsIn(dataDir)
    await moveToStore(parts)
    expect(factsIn(await onAnotherHost(account))).toEqual(facts)
    expect(() => refuseAccountDirectory(dataDir)).toThrow(`plimsoll engine --account ${account}`)
  })

  it('continues with an epoch above that of its own journal', async () => {
    const { account, parts } = open()
    await moveToStore(parts)
    await using resources = new AsyncDisposableStack()
    const { shared } = parts.config
    if (!shared) throw new Error('the account is shared')
    const { lease } = await connectSharedStore(parts.config, shared, { makeUuid, resources })
    expect((await lease.read()).epoch).toBe(4)
    expect(factsIn(await onAnotherHost(account, 5))).toHaveLength(6)
  })

  it('is moved back with what was traded on other hosts, and no engine opens it in the store any more', async () => {
    const { dataDir, account, parts } = open()
    await moveToStore(parts)
    const other = await onAnotherHost(account, 5)
    await moveFromStore(parts)
    expect(factsIn(dataDir)).toEqual(factsIn(other))
    const store = openEngineStore(join(dataDir, STATE))
    expect(store.position()).toBeNull()
    store.close()
    expect(existsSync(join(dataDir, 'account.json'))).toBe(false)
    await expect(onAnotherHost(account)).rejects.toThrow('was moved out of the store')
  })

  it('is not moved over another one, out of a directory without one, or while an engine is active', async () => {
    const { account, parts } = open()
    await moveToStore(parts)
    await onAnotherHost(account, 5)
    const second = open()
    const same = { ...second.parts, config: configFor(second.dataDir, account) }
    await expect(moveToStore(same)).rejects.toThrow('exists in the store')
    expect(factsIn(second.dataDir)).toHaveLength(4)
    await expect(moveFromStore(second.parts)).rejects.toThrow('is not a copy of an account')
    const empty = { ...second.parts, config: configFor(aTempDirectory(), second.account) }
    await expect(moveToStore(empty)).rejects.toThrow('--execution')
    await using resources = new AsyncDisposableStack()
    const { shared } = parts.config
    if (!shared) throw new Error('the account is shared')
    const { lease } = await connectSharedStore(parts.config, shared, { makeUuid, resources })
    const last = await lease.read()
    await lease.take({ last, epoch: last.epoch + 1, holder: 'active', host: 'elsewhere' })
    await expect(moveFromStore(parts)).rejects.toThrow('Stop all of its engines first')
  })

  it('can be moved again after an interruption', async () => {
    const { dataDir, account, parts } = open()
    await moveToStore({
      ...parts,
      makeUuid: () => {
        throw new Error('interrupted')
      },
    }).catch(() => {})
    expect(existsSync(join(dataDir, 'account.json'))).toBe(false)
    await moveToStore(parts)
    expect(factsIn(await onAnotherHost(account))).toHaveLength(4)
  })
})
