import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { BTC, createHistory, createReader, walkFunding, walkMinutes } from '../../../test/support/generated-history.ts'
import { FROM_MS } from '../../../test/support/scripted-strategy.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { tradesReader } from '../stored-history.ts'
import { aBacktest } from './backtest-fixture.ts'
import { openResearch } from './research.ts'
import { warmStartMs } from './run-backtest.ts'

const TO_MS = FROM_MS + 2 * DAY_MS
const WARM_MS = warmStartMs(['1m'], FROM_MS)

const createPast = (seed: number) =>
  createHistory(WARM_MS, walkMinutes(seed, (TO_MS - WARM_MS) / MINUTE_MS), {
    funding: walkFunding(seed, WARM_MS, TO_MS),
  })

const request = (dataDir: string, changes: Partial<BacktestRequest> = {}): BacktestRequest =>
  aBacktest({ dataDir, strategy: 'S05', symbols: [BTC.symbol], fromMs: FROM_MS, toMs: TO_MS, ...changes })

const open = (seed = 3, signal = new AbortController().signal, past = createPast(seed)) =>
  openResearch({
    now: () => TO_MS,
    readHistory: () => createReader(past),
    readTrades: tradesReader,
    abortOnSignal: () => signal,
    niceness: 0,
  })

const ignore = (): void => {}

describe('the record of a backtest', () => {
  it('counts a cancelled run as a trial, but not a cancelled repetition', async () => {
    const dataDir = aTempDirectory()
    const { record } = await open().backtest(request(dataDir), ignore)
    const canceled = open(3, AbortSignal.abort())
    await expect(canceled.repeat({ dataDir, runId: record.runId }, ignore)).rejects.toThrow(
      /^The backtest was cancelled\.$/,
    )
    await expect(canceled.backtest(request(dataDir), ignore)).rejects.toThrow('It counts as a trial.')
  })

  it('names everything the run depends on, stores its files, and reproduces the same bytes', async () => {
    const dataDir = aTempDirectory()
    const { record, trades } = await open().backtest(request(dataDir), ignore)
    expect(record.runId).toMatch(/^run_[0-9a-f]{12}$/)
    expect(record.inputs).toMatchObject({ v8: process.versions.v8, data: { BTCUSDT: createPast(3).digest } })
    expect(record.result.trades).toBeGreaterThan(0)
    const folder = join(dataDir, 'research', 'runs', record.runId)
    expect(readFileSync(join(folder, 'trades.csv'), 'utf8')).toBe(trades)
    expect(existsSync(join(folder, 'equity.csv'))).toBe(true)
    expect(
      open()
        .list(dataDir)
        .map(({ record: { runId } }) => runId),
    ).toEqual([record.runId])

    const report = await open().report({ dataDir, runId: record.runId })
    expect(report.trades).toBe(trades)
    expect(report.page).toContain('Trades on BTCUSDT')
    const changed = await open(4).report({ dataDir, runId: record.runId })
    expect(changed.page).toContain('The stored history has changed since this run')

    const again = await open().repeat({ dataDir, runId: record.runId }, ignore)
    expect(again).toMatchObject({ same: true, changed: [], now: record.resultDigest })
    const other = await open(4).repeat({ dataDir, runId: record.runId }, ignore)
    expect(other.same).toBe(false)
    expect(other.changed).toContain('data')
  })

  it('counts every trial, and no trial can be removed', async () => {
    const dataDir = aTempDirectory()
    const first = await open().backtest(request(dataDir, { toMs: FROM_MS + DAY_MS }), ignore)
    const second = await open().backtest(request(dataDir, { toMs: FROM_MS + DAY_MS }), ignore)
    expect(second.record.runId).toBe(first.record.runId)
    const database = new DatabaseSync(join(dataDir, 'research', 'research.sqlite'))
    expect(database.prepare('SELECT outcome FROM trials').all()).toEqual([
      { outcome: 'FINISHED' },
      { outcome: 'FINISHED' },
    ])
    expect(() => database.exec('DELETE FROM trials')).toThrow('append-only')
    expect(() => database.exec("UPDATE trials SET outcome = 'FAILED'")).toThrow('append-only')
    database.close()
  })

  it('counts a cancelled run, and stores nothing of it', async () => {
    const dataDir = aTempDirectory()
    const ending = new AbortController()
    const research = openResearch({
      now: () => TO_MS,
      readHistory: () => createReader(createPast(3)),
      readTrades: tradesReader,
      abortOnSignal: () => ending.signal,
      niceness: 0,
    })
    await expect(research.backtest(request(dataDir), () => ending.abort())).rejects.toThrow(
      'The backtest was cancelled.',
    )
    expect(research.list(dataDir)).toEqual([])
    const database = new DatabaseSync(join(dataDir, 'research', 'research.sqlite'))
    expect(database.prepare('SELECT outcome FROM trials').all()).toEqual([{ outcome: 'CANCELED' }])
    database.close()
  })

  it('rejects a run with funding of which none is stored, and runs it without', async () => {
    const dataDir = aTempDirectory()
    const { signal } = new AbortController()
    const research = open(3, signal, { ...createPast(3), funding: null })
    await expect(research.backtest(request(dataDir), ignore)).rejects.toThrow('No funding of BTCUSDT is stored.')
    const { record } = await research.backtest(request(dataDir, { funding: false }), ignore)
    expect(record.result.funding).toBe('0.00000000')
  })

  it('rejects an impossible run', async () => {
    const dataDir = aTempDirectory()
    const refusals = [
      [{ strategy: 'S99' }, 'neither a file nor one of S01'],
      [{ params: { nothing: 1 } }, 'has no parameter nothing'],
      [{ intervals: ['1h' as const] }, 'has no candles from'],
    ] as const
    for (const [changes, message] of refusals) {
      await expect(open().backtest(request(dataDir, changes), ignore)).rejects.toThrow(message)
    }
    expect(() => open().find(dataDir, 'run_none')).toThrow('There is no run run_none')
  })
})
