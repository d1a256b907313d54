import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { anId } from '../../../../test/support/book-samples.ts'
import { batchAt } from '../../../../test/support/journal-batch.ts'
import { NOON_MS } from '../../../../test/support/market-samples.ts'
import { createMemoryAccountLog } from '../../../../test/support/memory-account-log.ts'
import { aStopOrder } from '../../../../test/support/memory-stop-store.ts'
import { runs } from '../../../../test/support/runs.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { anAuditEntry } from '../../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../../core/errors.ts'
import type { StopOrder } from '../../../engine/model/events.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import { createMemory, keep, type Memory } from '../../../engine/state/memory.ts'
import { Fenced } from '../../../scaled/ports.ts'
import type { Row } from '../sqlite/rows.ts'
import { openEngineStore } from '../sqlite/store.ts'
import { openStoreWriter } from '../writer/store-writer.ts'
import { createLoggedWriter } from './logged-writer.ts'
import { deleteProjection, openProjection, refuseOwnDatabase } from './projection.ts'

const STATE = 'binanceusdm-practice'
const NO_ENTRIES = { before: null, fromMs: null, toMs: null, actorType: null, actor: null, action: null, outcome: null }
const EVERYTHING = { ...NO_ENTRIES, target: null, requestId: null, limit: 1_000 }

const STOP = aStopOrder()

const audited = (number: number): Fact => ({
  kind: 'audited',
  entry: anAuditEntry({ auditId: anId('aud', number), target: `order ${number}` }),
})

/** An engine's memory on a log, as a process has it; the database of its host fails while `disk.isFull`. */
const open = async (logs = { engine: createMemoryAccountLog(), exchange: createMemoryAccountLog() }) => {
  const dataDir = aTempDirectory()
  const writer = await openStoreWriter({ dataDir, state: STATE, clock: () => NOON_MS, onCommitted: () => {} })
  onTestFinished(writer.close)
  const disk = { isFull: false, isSlow: Promise.resolve() }
  const append = async (rows: readonly Row[]): Promise<void> => {
    const [, number] = rows.find(([statement]) => statement === 'log_position') ?? []
    expect(number).toBeLessThanOrEqual(logs.engine.batches.length)
    await disk.isSlow
    if (disk.isFull) throw new StoreFailure('the disk is full')
    await writer.write.append(rows)
  }
  const stops: StopOrder[] = []
  const confirmed: number[] = []
  const logged = createLoggedWriter(
    { ...writer, write: { ...writer.write, append } },
    {
      name: STATE,
      logs,
      newest: { engine: await logs.engine.newest(), exchange: await logs.exchange.newest() },
      epoch: 3,
      host: 'host-a',
      monotonic: () => 42,
      onConfirmed: (atMs) => confirmed.push(atMs),
      onStop: (stop) => stops.push(stop),
    },
  )
  const memory = createMemory({ append: logged.append, read: () => [] }, logged.audit)
  return { dataDir, logs, logged, memory, stops, confirmed, disk }
}

/** The facts in a database, without the bookkeeping around them. */
const factsIn = (directory: string): unknown[] => {
  const store = openEngineStore(directory)
  const facts = [...store.journal.read()]
  const { position, commits } = store
  const ends = { position: position(), commits: commits.count() }
  store.close()
  return [facts, ends]
}

/** Builds the copy of a log in an empty directory, as a standby on another host does. */
const buildCopy = async (logs: Awaited<ReturnType<typeof open>>['logs'], host = 'host-b'): Promise<string> => {
  const directory = join(aTempDirectory(), STATE)
  const projection = openProjection({ directory, engineLog: logs.engine, exchangeLog: logs.exchange, host })
  while (!(await projection.follow()));
  projection.close()
  return directory
}

const keepNow = async (memory: Memory, batch: Parameters<typeof keep>[1]): Promise<void> => {
  memory.retryAtMs = 0
  await keep(memory, batch, NOON_MS)
}

describe('a writer on a shared log', () => {
  it('stores each batch in the log and in its own database, and a copy elsewhere equals it', async () => {
    const { logs, logged, memory, dataDir, confirmed } = await open()
    for (const first of [1, 3, 5]) await keepNow(memory, batchAt(first, 2))
    await logged.copied()
    expect(logs.engine.batches.map(({ number, epoch, host }) => [number, epoch, host])).toEqual([
      [1, 3, 'host-a'],
      [2, 3, 'host-a'],
      [3, 3, 'host-a'],
    ])
    expect(confirmed).toEqual([42, 42, 42])
    expect(factsIn(await buildCopy(logs))).toEqual(factsIn(join(dataDir, STATE)))
  })

  it('neither loses nor duplicates anything, whichever appends fail before or after they are stored', async () => {
    const faults = fc.array(fc.constantFrom(undefined, 'before' as const, 'after' as const, 'copy' as const), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(faults, async (each) => {
        const { logs, memory, logged, dataDir, disk } = await open()
        for (const [index, fault] of [...each, undefined].entries()) {
          disk.isFull = fault === 'copy'
          logs.engine.fault = fault === 'copy' ? undefined : fault
          const batch = batchAt(1 + index * 2, 2)
          await keepNow(memory, { ...batch, facts: [...batch.facts, audited(index)] })
          if (fault !== 'copy') expect(memory.failure === null).toBe(fault === undefined)
          await logged.copied()
        }
        const [facts] = factsIn(join(dataDir, STATE))
        const epochs = (facts as { readonly epoch: number }[]).map(({ epoch }) => epoch)
        expect(epochs).toEqual(Array.from({ length: 2 * (each.length + 1) }, (_, index) => index + 1))
        expect(factsIn(await buildCopy(logs))).toEqual(factsIn(join(dataDir, STATE)))
        const { entries } = await logged.audit.find(EVERYTHING)
        const targets = entries.map(({ target }) => target)
        expect([...targets].sort()).toEqual([...each, undefined].map((_, index) => `order ${index}`).sort())
      }),
      { numRuns: runs(3) },
    )
  })

  it('acknowledges a batch that is in the log, and the next one once its own database has the first', async () => {
    const { logs, logged, memory, dataDir, disk } = await open()
    const slow = Promise.withResolvers<void>()
    disk.isSlow = slow.promise
    await keepNow(memory, batchAt(1, 2))
    const acknowledged: string[] = []
    const second = keepNow(memory, batchAt(3, 2)).then(() => acknowledged.push('second'))
    await setImmediate()
    expect([logs.engine.batches.length, acknowledged]).toEqual([2, []])
    expect(factsIn(join(dataDir, STATE))).toEqual([[], { position: null, commits: 0 }])
    slow.resolve()
    await second
    await logged.copied()
    expect(factsIn(join(dataDir, STATE))).toEqual(factsIn(await buildCopy(logs)))
  })

  it('stops acknowledging while its own database cannot be written, which never has more than the log', async () => {
    const { logs, logged, memory, dataDir, disk } = await open()
    await keepNow(memory, batchAt(1, 1))
    await logged.copied()
    disk.isFull = true
    for (const first of [2, 3, 4]) await keepNow(memory, batchAt(first, 1))
    expect([memory.failure, logs.engine.batches.length]).toEqual(['the disk is full', 3])
    const held = factsIn(join(dataDir, STATE))
    expect(held).toEqual([[expect.objectContaining({ epoch: 1 })], { position: 1, commits: 1 }])
    const restarted = join(dataDir, STATE)
    const projection = openProjection({
      directory: restarted,
      engineLog: logs.engine,
      exchangeLog: logs.exchange,
      host: 'host-a',
    })
    await projection.follow()
    projection.close()
    expect(factsIn(restarted)).toEqual(factsIn(await buildCopy(logs)))
  })

  it('ends with the first fenced append', async () => {
    const { logs, memory } = await open()
    await keepNow(memory, batchAt(1, 1))
    logs.engine.fault = 'fenced'
    await expect(keepNow(memory, batchAt(2, 1))).rejects.toThrow(Fenced)
    expect(logs.engine.batches).toHaveLength(1)
  })

  it('reports the open stop before the append is acknowledged', async () => {
    const { logs, memory, stops } = await open()
    logs.engine.stop = STOP
    await keepNow(memory, batchAt(1, 1))
    expect(stops).toEqual([STOP])
  })

  it('continues after the batches of earlier engines', async () => {
    const first = await open()
    await keepNow(first.memory, batchAt(1, 2))
    const second = await open(first.logs)
    await keepNow(second.memory, batchAt(3, 2))
    expect(first.logs.engine.batches.map(({ number }) => number)).toEqual([1, 2])
  })
})

describe('the copy of a log', () => {
  it('includes audit entries of its own host only', async () => {
    const { logs, memory } = await open()
    await keepNow(memory, { ...batchAt(1, 1), facts: [audited(1)] })
    const waitingIn = (directory: string): number => {
      const store = openEngineStore(directory)
      const { length } = store.outbox.waiting()
      store.close()
      return length
    }
    expect(waitingIn(await buildCopy(logs, 'host-b'))).toBe(0)
    expect(waitingIn(await buildCopy(logs, 'host-a'))).toBe(1)
  })

  it('continues after a restart, and is rebuilt after it was deleted', async () => {
    const { logs, memory } = await open()
    await keepNow(memory, batchAt(1, 2))
    const directory = await buildCopy(logs)
    await keepNow(memory, batchAt(3, 2))
    const parts = { directory, engineLog: logs.engine, exchangeLog: logs.exchange, host: 'host-b' }
    const again = openProjection(parts)
    await again.follow()
    expect(again.position()).toBe(2)
    again.close()
    const complete = factsIn(directory)
    deleteProjection(directory)
    expect(readdirSync(directory).filter((name) => name.endsWith('.sqlite'))).toEqual([])
    const anew = openProjection(parts)
    await anew.follow()
    anew.close()
    expect(factsIn(directory)).toEqual(complete)
  })

  it('refuses a database of its own', () => {
    const directory = join(aTempDirectory(), STATE)
    const store = openEngineStore(directory)
    store.journal.append(batchAt(1, 1))
    store.close()
    expect(() => refuseOwnDatabase(directory)).toThrow('Choose another --data-dir')
  })
})
