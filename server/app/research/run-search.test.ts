import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import type { SearchRequest } from '../../cli/research-parts.ts'
import { DAY_MS, HOUR_MS } from '../../core/instant.ts'
import type { Trial } from '../../research/search/trial.ts'
import { historyReader, tradesReader } from '../stored-history.ts'
import { openResearch } from './research.ts'
import { aSearch, downloadHistory, searchedHours } from './search-fixture.ts'

const HOURS = searchedHours(Date.UTC(2025, 0, 1))
const { fromMs: START_MS, toMs: TO_MS } = HOURS

const request = (dataDir: string, changes: Partial<SearchRequest> = {}): SearchRequest =>
  aSearch(dataDir, HOURS, { trials: 2, objective: 'sharpe', ...changes })

let downloaded: string
beforeAll(async () => {
  downloaded = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  await downloadHistory(downloaded, HOURS)
})
afterAll(() => rmSync(downloaded, { recursive: true }))

/** Returns a data directory of its own, with the same history. */
const aDataDir = (): string => {
  const dataDir = aTempDirectory()
  cpSync(downloaded, dataDir, { recursive: true })
  return dataDir
}

const optimise = async (order: SearchRequest) => {
  const { signal } = new AbortController()
  const research = openResearch({
    now: () => TO_MS,
    readHistory: historyReader,
    readTrades: tradesReader,
    abortOnSignal: () => signal,
    niceness: 0,
  })
  const ran: number[] = []
  const finished = await research.optimise(order, ({ trial, isNew }) => {
    if (isNew) ran.push(trial.number)
  })
  return { ...finished, ran }
}

it('registers every trial, continues where it was interrupted, and matches a backtest', async () => {
  const dataDir = aDataDir()
  const first = await optimise(request(dataDir))
  expect(first.ran).toEqual([0, 1])
  const file = join(dataDir, 'research', 'runs', first.searchId, 'trials.jsonl')
  appendFileSync(file, '{"number":2,"po')

  const second = await optimise(request(dataDir, { trials: 9, workers: 2 }))
  expect(second.searchId).toBe(first.searchId)
  expect(second.ran).toEqual([2])
  expect(second.trials.slice(0, 2)).toEqual(first.trials)
  expect(second.trials.map(({ params }) => params)).toEqual([{ stopAtr: 1 }, { stopAtr: 1.5 }, { stopAtr: 2 }])
  const stored = readFileSync(file, 'utf8').trim().split('\n')
  expect(stored).toHaveLength(4)
  expect(JSON.parse(stored.at(-1) ?? '')).toEqual(second.trials[2])
  expect(second.earlierTrials).toBe(0)
  expect(second.trials.map(({ engine }) => engine)).toEqual(['fast', 'fast', 'fast'])

  const research = openResearch({
    now: () => TO_MS,
    readHistory: historyReader,
    readTrades: tradesReader,
    abortOnSignal: notInterrupted,
    niceness: 0,
  })
  const { backtest } = request(dataDir)
  const { record } = await research.backtest({ ...backtest, engine: 'exact', params: { stopAtr: 1.5 } }, () => {})
  const [, trial] = second.trials as readonly [Trial, Trial]
  expect([record.result.net, record.result.trades]).toEqual([trial.net, trial.trades])
  expect(trial.trades).toBeGreaterThan(0)
})

it('stops trials early with ASHA, and continues such a search without evaluating anything twice', async () => {
  const dataDir = aDataDir()
  const order = request(dataDir, {
    space: [{ name: 'stopAtr', from: 1, step: 0.25, count: 8 }],
    pruner: 'asha',
    trials: 8,
    objective: 'net',
  })
  const first = await optimise(order)
  expect(first.trials.map(({ share }) => share).toSorted()).toEqual([0.25, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 1])
  expect(first.ran).toHaveLength(12)
  const again = await optimise(order)
  expect([again.ran, again.trials]).toEqual([[], first.trials])
  expect(again.earlierTrials).toBe(0)
  const complete = first.trials.find(({ share }) => share === 1)
  const whole = await optimise(request(dataDir, { space: order.space, trials: 8 }))
  const same = whole.trials.find(({ number }) => number === complete?.number)
  expect([complete?.trades, complete?.net]).toEqual([same?.trades, same?.net])
})

it('walks forward: searches, then tests on unseen data', async () => {
  const dataDir = aDataDir()
  const plan = { trainMs: 2 * HOUR_MS, testMs: HOUR_MS, embargoMs: HOUR_MS / 2, holdoutMs: HOUR_MS, anchored: false }
  const research = openResearch({
    now: () => TO_MS,
    readHistory: historyReader,
    readTrades: tradesReader,
    abortOnSignal: notInterrupted,
    niceness: 0,
  })
  const places: string[] = []
  const order = { ...request(dataDir, { objective: 'net' }), plan }
  const finished = await research.walkForward(order, ({ window, windows, trial }) => {
    places.push(`${window}/${windows} ${trial.number}`)
  })
  expect(places).toEqual(['1/3 0', '1/3 1', '2/3 0', '2/3 1', '3/3 0', '3/3 1'])
  expect(finished.windows.map(({ window }) => (window.test.fromMs - START_MS) / HOUR_MS)).toEqual([2.5, 3.5, 5])
  expect(finished.windows.map(({ window }) => window.isHoldout)).toEqual([false, false, true])
  expect(finished.deployment).toBeNull()
  const stored = readFileSync(join(dataDir, 'research', 'runs', finished.walkId, 'walk-forward.json'), 'utf8')
  expect(JSON.parse(stored)).toEqual(finished)
  const again = await research.walkForward(order, () => {})
  expect(again).toEqual(finished)
  await expect(research.walkForward({ ...order, plan: { ...plan, trainMs: DAY_MS } }, () => {})).rejects.toThrow(
    'The range is too short for --train, --embargo and --test',
  )
})

const notInterrupted = (): AbortSignal => new AbortController().signal

it('rejects a parameter that the strategy does not have', async () => {
  const dataDir = aDataDir()
  const space = [{ name: 'nope', from: 1, step: 1, count: 2 }]
  await expect(optimise(request(dataDir, { space }))).rejects.toThrow('S01 has no parameter nope. It has: ')
})

it('stores which driver ran a backtest, and gives the same trades with both', async () => {
  const dataDir = aDataDir()
  const research = openResearch({
    now: () => TO_MS,
    readHistory: historyReader,
    readTrades: tradesReader,
    abortOnSignal: notInterrupted,
    niceness: 0,
  })
  const { backtest } = request(dataDir)
  const fast = await research.backtest(backtest, () => {})
  const exact = await research.backtest({ ...backtest, engine: 'exact' }, () => {})
  expect([fast.record.spec.engine, exact.record.spec.engine]).toEqual(['fast', 'exact'])
  expect(fast.record.result).toEqual(exact.record.result)
  expect(fast.record.result.trades).toBeGreaterThan(0)
  expect((await research.repeat({ dataDir, runId: fast.record.runId }, () => {})).same).toBe(true)

  const left = await research.backtest({ ...backtest, asLive: true }, () => {})
  expect([left.record.spec.engine, left.exactOnly]).toEqual(['exact', 'entries need an expected edge after costs'])
})
