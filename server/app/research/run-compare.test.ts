import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BTC, createHistory, createReader, walkMinutes } from '../../../test/support/generated-history.ts'
import { FROM_MS } from '../../../test/support/scripted-strategy.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { openEngineStore } from '../../adapters/store/sqlite/store.ts'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { createBatch } from '../../engine/state/batch.ts'
import { applyFact, createLedger } from '../../engine/state/ledger.ts'
import { isLedgerFact } from '../../engine/state/ledger-facts.ts'
import { tradesReader } from '../stored-history.ts'
import { aBacktest } from './backtest-fixture.ts'
import { prepareRun } from './prepare-run.ts'
import { openResearch } from './research.ts'
import { runBacktest, warmStartMs } from './run-backtest.ts'

const TO_MS = FROM_MS + DAY_MS
const WARM_MS = warmStartMs(['1m'], FROM_MS)
const PAST = createHistory(WARM_MS, walkMinutes(3, (TO_MS - WARM_MS) / MINUTE_MS))

const research = openResearch({
  now: () => TO_MS,
  readHistory: () => createReader(PAST),
  readTrades: tradesReader,
  abortOnSignal: () => new AbortController().signal,
  niceness: 0,
})

const request = (dataDir: string, changes: Partial<BacktestRequest> = {}): BacktestRequest =>
  aBacktest({
    dataDir,
    strategy: 'S08',
    symbols: [BTC.symbol],
    funding: false,
    fromMs: FROM_MS,
    toMs: TO_MS,
    ...changes,
  })

const backtest = async (order: BacktestRequest) => (await research.backtest(order, () => {})).record

/** Stores what a platform records that trades the same way on paper. */
const tradeOnPaper = async (order: BacktestRequest, directory: string): Promise<void> => {
  const prepared = await prepareRun(order, () => createReader(PAST))
  const store = openEngineStore(directory)
  const ledger = createLedger()
  const facts: Fact[] = []
  const running = runBacktest(prepared.setup, prepared.histories, (more) => {
    for (const fact of more) if (isLedgerFact(fact)) applyFact(ledger, fact)
    facts.push(...more)
  })
  while (!running.next().done);
  store.journal.append(createBatch(facts, ledger))
  store.close()
}

it('explains the difference of two runs trade by trade, to the last unit', async () => {
  const dataDir = aTempDirectory()
  const a = await backtest(request(dataDir))
  const b = await backtest(request(dataDir, { spreadBps: 6, participation: 0.002 }))
  const comparison = research.compare({ dataDir, a: a.runId, b: b.runId, paperDir: undefined })
  expect(comparison.changed).toEqual(['participation', 'spreadBps'])
  expect(comparison.signals.length).toBeGreaterThan(5)
  expect(comparison.unmatched).toEqual({ a: 0, b: 0 })
  const closed = [a, b].map(({ result }) => Number(result.net) - Number(result.unrealized))
  expect(Number(comparison.difference)).toBeCloseTo((closed[1] ?? 0) - (closed[0] ?? 0), 8)
  expect(comparison.byClass.map(({ class: name }) => name)).toContain('OTHER_PRICE')
  const total = comparison.byClass.reduce((sum, { difference }) => sum + Number(difference), 0)
  expect(total).toBeCloseTo(Number(comparison.difference), 8)

  const same = research.compare({ dataDir, a: a.runId, b: a.runId, paperDir: undefined })
  expect(same.changed).toEqual([])
  expect(same.byClass.map(({ class: name }) => name)).toEqual(['SAME'])
})

it('compares a run with the paper results of the strategy', async () => {
  const dataDir = aTempDirectory()
  const order = request(dataDir)
  const { runId } = await backtest(order)
  const compare = () => research.compare({ dataDir, a: runId, b: 'paper', paperDir: undefined })
  expect(compare).toThrow('contains no paper account.')

  await tradeOnPaper(order, join(dataDir, 'binanceusdm-paper'))
  const { byClass, changed, signals } = compare()
  expect(changed).toEqual([])
  expect(byClass).toEqual([{ class: 'SAME', count: signals.length, difference: '0.00000000' }])
  expect(signals.length).toBeGreaterThan(5)

  const paperDir = join(dataDir, 'other')
  await tradeOnPaper({ ...order, spreadBps: 6 }, paperDir)
  const other = research.compare({ dataDir, a: runId, b: 'paper', paperDir })
  expect(other.byClass.map(({ class: name }) => name)).not.toEqual(['SAME'])
})
