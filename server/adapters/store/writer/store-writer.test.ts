import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anId } from '../../../../test/support/book-samples.ts'
import { aCandle, anInstrument, NOON_MS } from '../../../../test/support/market-samples.ts'
import { anEntry } from '../../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { anAuditEntry } from '../../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../../core/errors.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { Batch } from '../../../engine/model/ports.ts'
import { auditFiles } from '../audit/audit-files.ts'
import { openAuditLog } from '../audit/audit-log.ts'
import { type EngineStore, engineStorePath, openEngineStore } from '../sqlite/store.ts'
import { openVenueStore, venueStorePath } from '../sqlite/venue-store.ts'
import { drainOutboxes, openOutboxDrain } from './audit-outbox.ts'
import { openStoreWriter, type StoreWriter } from './store-writer.ts'

const STATE = 'simulated-paper'

const aBatch = (...facts: readonly Fact[]): Batch => ({ facts, orders: [], positions: [] })

const ended = (runId: string): Fact => ({ kind: 'runEnded', runId, atMs: 0 })

const audited = (number: number): Fact => ({
  kind: 'audited',
  entry: anAuditEntry({ auditId: anId('aud', number), target: `order ${number}` }),
})

const ANY = { before: null, fromMs: null, toMs: null, actorType: null, actor: null, action: null, outcome: null }
const EVERYTHING = { ...ANY, target: null, requestId: null, limit: 1_000 }

const open = async (
  dataDir: string,
  state = STATE,
): Promise<
  StoreWriter & { readonly tookMs: readonly number[]; readonly targets: () => Promise<readonly string[]> }
> => {
  const tookMs: number[] = []
  const onCommitted = (took: number): void => void tookMs.push(took)
  const writer = await openStoreWriter({ dataDir, state, clock: () => NOON_MS, onCommitted })
  onTestFinished(writer.close)
  const targets = async () => (await writer.audit.find(EVERYTHING)).entries.map(({ target }) => target).toReversed()
  return { ...writer, tookMs, targets }
}

const openStore = (dataDir: string, state = STATE): EngineStore => {
  const store = openEngineStore(join(dataDir, state))
  onTestFinished(store.close)
  return store
}

/** Commits batches as a process does that is killed before anything of them is in the audit log. */
const commitOnly = (dataDir: string, facts: readonly Fact[], state = STATE): void => {
  const store = openEngineStore(join(dataDir, state))
  for (const fact of facts) store.journal.append(aBatch(fact))
  store.close()
}

const findingsIn = async (dataDir: string) => (await auditFiles(join(dataDir, 'audit')).verify(undefined)).findings

describe('the journal of a writer', () => {
  it('stores facts and closed candles in order, and reports the duration of each commit', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const instrument = anInstrument()
    const candle = aCandle()
    await Promise.all([
      writer.append(aBatch(ended('run_A'), { kind: 'candleClosed', candle, instrument })),
      writer.append(aBatch(ended('run_B'))),
    ])
    const store = openStore(dataDir)
    expect([...store.journal.read()].map((fact) => (fact.kind === 'runEnded' ? fact.runId : fact.kind))).toEqual([
      'run_A',
      'run_B',
    ])
    const range = { symbol: candle.symbol, interval: candle.interval, fromMs: 0, toMs: candle.openMs + 1, limit: 9 }
    expect(store.candles.find(range, instrument)).toEqual([candle])
    expect([store.commits.count(), writer.tookMs.length]).toEqual([2, 2])
  })

  it('stores a candidate whose instrument has functions', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const entry = anEntry()
    const candidate = { ...entry.candidate, instrument: anInstrument() }
    await writer.append(aBatch({ kind: 'entryConsidered', entry: { ...entry, candidate }, atMs: 0 }))
    expect(openStore(dataDir).signals.findEntry(entry.candidate.candidateId)).toMatchObject({
      digest: entry.digest,
      orderId: entry.orderId,
    })
  })

  it('rejects with a store failure while the database cannot be written, and continues afterwards', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const blocker = new DatabaseSync(engineStorePath(join(dataDir, STATE)))
    blocker.exec('BEGIN IMMEDIATE')
    await expect(writer.append(aBatch(ended('run_A'), audited(1)))).rejects.toBeInstanceOf(StoreFailure)
    blocker.exec('ROLLBACK')
    blocker.close()
    await writer.append(aBatch(ended('run_B')))
    expect([writer.tookMs.length, await writer.targets()]).toEqual([1, []])
  })

  it('commits the changes of a local exchange in its database, or none of them', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const venue = openVenueStore(join(dataDir, STATE))
    onTestFinished(venue.close)
    const account = {
      openingBalance: 10_000n,
      walletBalance: 9_000n,
      insurance: 0n,
      nextOrder: 2n,
      nextExecution: 1n,
      positions: [],
    }
    const changes = { account, orders: [], fills: [], funding: [] }
    await writer.commitVenue(changes)
    expect(venue.readAccount()).toEqual(account)
    const blocker = new DatabaseSync(venueStorePath(join(dataDir, STATE)))
    blocker.exec('BEGIN IMMEDIATE')
    const refused = writer.commitVenue({ ...changes, account: { ...account, walletBalance: 1n } })
    await expect(refused).rejects.toBeInstanceOf(StoreFailure)
    blocker.exec('ROLLBACK')
    blocker.close()
    expect(venue.readAccount()).toEqual(account)
  })

  it('finishes what was requested before it is closed, and accepts nothing afterwards', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const appended = writer.append(aBatch(ended('run_A'), audited(1)))
    await writer.close()
    await appended
    await expect(writer.append(aBatch(ended('run_B')))).rejects.toThrow('ended with 0')
    await writer.close()
    const log = openAuditLog({ directory: join(dataDir, 'audit'), clock: () => NOON_MS })
    expect(log.state()).toMatchObject({ size: 1, lastCheckpoint: { size: 1 } })
  })

  it('refuses to open an unusable directory', async () => {
    await expect(open('/dev/null')).rejects.toThrow('/dev/null')
  })
})

describe('audit entries of a journal', () => {
  it('reach the log in order, named after their commit, and the journal records where the log ended', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    await writer.append(aBatch(audited(1), ended('run_A'), audited(2)))
    await writer.audit.append([anAuditEntry({ target: 'a user' })])
    await writer.append(aBatch(audited(3)))
    expect(await writer.targets()).toEqual(['order 1', 'order 2', 'a user', 'order 3'])
    const { entries } = await writer.audit.find(EVERYTHING)
    expect(entries.map(({ commit }) => commit)).toEqual([
      'simulated-paper/2',
      undefined,
      'simulated-paper/1',
      'simulated-paper/1',
    ])
    expect(openStore(dataDir).commits.audit()).toMatchObject({ size: 3 })
    expect(await findingsIn(dataDir)).toEqual([])
  })

  it('are in the log without a request', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    await writer.append(aBatch(audited(1)))
    await expect.poll(() => writer.audit.state().size, { interval: 5 }).toBe(1)
  })

  it('are signed when many are waiting, and a failure to sign is reported', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const checkpoints = join(dataDir, 'audit', 'checkpoints.jsonl')
    renameSync(checkpoints, `${checkpoints}.away`)
    await writer.append(aBatch(...Array.from({ length: 256 }, (_, number) => audited(number + 1))))
    await expect.poll(() => writer.audit.signFault(), { interval: 5 }).toContain(checkpoints)
    renameSync(`${checkpoints}.away`, checkpoints)
    await expect.poll(() => writer.audit.signFault(), { interval: 5 }).toBeNull()
    expect(writer.audit.state().lastCheckpoint).toMatchObject({ size: 256 })
  })

  it('follow at the next start when a crash left them in the journal, each once', async () => {
    const dataDir = aTempDirectory()
    commitOnly(dataDir, [audited(1), audited(2)])
    const first = await open(dataDir)
    expect(await first.targets()).toEqual(['order 1', 'order 2'])
    await first.close()
    commitOnly(dataDir, [audited(3)])
    const second = await open(dataDir)
    expect(await second.targets()).toEqual(['order 1', 'order 2', 'order 3'])
    await second.append(aBatch(ended('run_A')))
    expect(openStore(dataDir).outbox.waiting()).toEqual([])
  })

  it('are in the log once wherever a crash interrupts moving them', async () => {
    for (let moved = 0; moved <= 3; moved++) {
      const dataDir = aTempDirectory()
      commitOnly(dataDir, [audited(1), audited(2), audited(3)])
      const store = openEngineStore(join(dataDir, STATE))
      const log = openAuditLog({ directory: join(dataDir, 'audit'), clock: () => NOON_MS })
      for (const { entry } of store.outbox.waiting().slice(0, moved)) log.append([entry])
      store.close()
      const writer = await open(dataDir)
      expect(await writer.targets()).toEqual(['order 1', 'order 2', 'order 3'])
    }
  })

  it('also follow when another market is started, or none', async () => {
    const dataDir = aTempDirectory()
    commitOnly(dataDir, [audited(1)])
    const writer = await open(dataDir, 'binanceusdm-paper')
    expect(await writer.targets()).toEqual(['order 1'])
    await writer.close()
    commitOnly(dataDir, [audited(2)])
    const log = openAuditLog({ directory: join(dataDir, 'audit'), clock: () => NOON_MS })
    await drainOutboxes(dataDir, log)
    await drainOutboxes(dataDir, log)
    expect(log.state().size).toBe(2)
  })

  it('are spooled while the log cannot be written, and in the log in order once it can be again', async () => {
    const dataDir = aTempDirectory()
    const writer = await open(dataDir)
    const log = join(dataDir, 'audit', 'log.jsonl')
    renameSync(log, `${log}.away`)
    await writer.append(aBatch(audited(1)))
    await expect.poll(() => writer.audit.status()).toBe('SPOOLED')
    expect(writer.audit.state().spooled).toBe(1)
    renameSync(`${log}.away`, log)
    await expect.poll(() => writer.audit.status()).toBe('RECORDED')
    await writer.append(aBatch(audited(2)))
    expect(await writer.targets()).toEqual(['order 1', 'order 2'])
  })

  it('stay in the journal while neither log nor spool can be written', async () => {
    const dataDir = aTempDirectory()
    commitOnly(dataDir, [audited(1)])
    const store = openStore(dataDir)
    const directory = join(dataDir, 'audit')
    const log = openAuditLog({ directory, clock: () => NOON_MS })
    renameSync(directory, `${directory}.away`)
    const drain = openOutboxDrain({ name: STATE, outbox: store.outbox, audit: log })
    await expect(drain.drain()).resolves.toBeUndefined()
    expect([drain.status(), store.outbox.waiting().length]).toEqual(['SPOOLED', 1])
    renameSync(`${directory}.away`, directory)
    await drain.drain()
    expect([drain.status(), store.outbox.waiting(), log.state().size]).toEqual(['RECORDED', [], 1])
  })
})
