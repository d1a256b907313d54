import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aCandle, anInstrument } from '../../../../test/support/market-samples.ts'
import { anEntry } from '../../../../test/support/signal-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { anAuditEntry } from '../../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../../core/errors.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { Batch } from '../../../engine/model/ports.ts'
import { engineStorePath, openEngineStore } from './store.ts'
import { openThreadedJournal, type ThreadedJournal } from './threaded-journal.ts'

const AUDIT = { size: 7, root: 'a'.repeat(64) }

const aBatch = (...facts: readonly Fact[]): Batch => ({ facts, orders: [], positions: [] })

const ended = (runId: string): Fact => ({ kind: 'runEnded', runId, atMs: 0 })

const open = async (directory: string): Promise<ThreadedJournal & { readonly tookMs: readonly number[] }> => {
  const tookMs: number[] = []
  const journal = await openThreadedJournal(directory, (took) => void tookMs.push(took))
  onTestFinished(journal.close)
  return { ...journal, tookMs }
}

describe('a journal written by a thread', () => {
  it('stores facts, closed candles and the end of the audit log in order, and reports how long it took', async () => {
    const directory = aTempDirectory()
    const journal = await open(directory)
    const instrument = anInstrument()
    const candle = aCandle()
    const audited: Fact = { kind: 'audited', entry: anAuditEntry() }
    await Promise.all([
      journal.append(aBatch(ended('run_A'), { kind: 'candleClosed', candle, instrument }, audited), AUDIT),
      journal.append(aBatch(ended('run_B')), AUDIT),
    ])
    const store = openEngineStore(directory)
    onTestFinished(store.close)
    expect([...store.journal.read()].map((fact) => (fact.kind === 'runEnded' ? fact.runId : fact.kind))).toEqual([
      'run_A',
      'run_B',
    ])
    const range = { symbol: candle.symbol, interval: candle.interval, fromMs: 0, toMs: candle.openMs + 1, limit: 9 }
    expect(store.candles.find(range, instrument)).toEqual([candle])
    expect([store.commits.count(), store.commits.audit(), journal.tookMs.length]).toEqual([2, AUDIT, 2])
  })

  it('stores a candidate, whose instrument has functions', async () => {
    const directory = aTempDirectory()
    const journal = await open(directory)
    const entry = anEntry()
    const candidate = { ...entry.candidate, instrument: anInstrument() }
    await journal.append(aBatch({ kind: 'entryConsidered', entry: { ...entry, candidate }, atMs: 0 }), AUDIT)
    const store = openEngineStore(directory)
    onTestFinished(store.close)
    expect(store.signals.findEntry(entry.candidate.candidateId)).toMatchObject({
      digest: entry.digest,
      orderId: entry.orderId,
    })
  })

  it('rejects with a store failure while the database cannot be written, and goes on afterwards', async () => {
    const directory = aTempDirectory()
    const journal = await open(directory)
    const blocker = new DatabaseSync(engineStorePath(directory))
    blocker.exec('BEGIN IMMEDIATE')
    await expect(journal.append(aBatch(ended('run_A')), AUDIT)).rejects.toBeInstanceOf(StoreFailure)
    blocker.exec('ROLLBACK')
    blocker.close()
    await journal.append(aBatch(ended('run_B')), AUDIT)
    expect(journal.tookMs).toHaveLength(1)
  })

  it('finishes what was requested before it is closed, and accepts nothing afterwards', async () => {
    const directory = aTempDirectory()
    const journal = await openThreadedJournal(directory, () => {})
    const appended = journal.append(aBatch(ended('run_A')), AUDIT)
    await journal.close()
    await appended
    await expect(journal.append(aBatch(ended('run_B')), AUDIT)).rejects.toThrow('ended with 0')
    await journal.close()
  })

  it('refuses to open a directory that it cannot use', async () => {
    await expect(openThreadedJournal('/dev/null/nowhere', () => {})).rejects.toThrow('/dev/null')
  })
})
