import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresMissing } from '../../../test/support/postgres.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { setPostgres } from '../../adapters/store/postgres/postgres-fixture.ts'
import type { SearchRequest, WorkedTrial } from '../../cli/research-parts.ts'
import { historyReader, tradesReader } from '../stored-history.ts'
import { openResearch } from './research.ts'
import { runWorker } from './run-worker.ts'
import { aSearch, downloadHistory, searchedHours } from './search-fixture.ts'

const HOURS = searchedHours(Date.UTC(2025, 0, 30))

const search = (dataDir: string, changes: Partial<SearchRequest> = {}): SearchRequest =>
  aSearch(dataDir, HOURS, changes)

const optimise = (request: SearchRequest) => {
  const { signal } = new AbortController()
  const abortOnSignal = () => signal
  const research = openResearch({
    now: () => HOURS.toMs,
    readHistory: historyReader,
    readTrades: tradesReader,
    abortOnSignal,
    niceness: 0,
  })
  return research.optimise(request, () => {})
}

describe.skipIf(postgresMissing)('workers on a shared store', () => {
  const postgres = setPostgres()
  let downloaded: string
  beforeAll(async () => {
    downloaded = mkdtempSync(join(tmpdir(), 'plimsoll-'))
    await downloadHistory(downloaded, HOURS)
  })
  afterAll(() => rmSync(downloaded, { recursive: true }))

  /** Runs a worker with a data directory of its own until the test ends. */
  const startWorker = async (): Promise<WorkedTrial[]> => {
    const ending = new AbortController()
    const trials: WorkedTrial[] = []
    const ready = Promise.withResolvers<void>()
    const request = { url: postgres.server.url, dataDir: aTempDirectory(), workers: 1 }
    const events = { onReady: ready.resolve, onTrial: (trial: WorkedTrial) => void trials.push(trial) }
    const ended = runWorker(request, { niceness: 0, signal: ending.signal, ...events })
    onTestFinished(async () => {
      ending.abort()
      await ended
    })
    await Promise.race([ready.promise, ended])
    return trials
  }

  it('give the same trials as this machine, with history they did not have', async () => {
    const store = { text: postgres.server.url }
    const [one, two] = [await startWorker(), await startWorker()]
    const shared = await optimise(search(downloaded, { store }))
    const own = await optimise(search(downloaded, { seed: 2 }))
    expect(shared.trials).toEqual(own.trials)
    expect(shared.verdict).toEqual(own.verdict)
    expect([...one, ...two].map(({ fault }) => fault)).toEqual([null, null, null])
  })

  it('report why a strategy cannot be evaluated, and its search ends with that reason', async () => {
    const strategy = join(aTempDirectory(), 'faulty.ts')
    writeFileSync(strategy, FAULTY_STRATEGY)
    await startWorker()
    const { backtest } = search(downloaded)
    const space = [{ name: 'bars', from: 1, step: 1, count: 2 }]
    const store = { text: postgres.server.url }
    const faulty = optimise(search(downloaded, { backtest: { ...backtest, strategy }, space, trials: 1, store }))
    await expect(faulty).rejects.toThrow('not today')
  })

  it('do not receive a strategy that imports other files', async () => {
    const directory = aTempDirectory()
    writeFileSync(join(directory, '_part.ts'), 'export const BARS = 3\n')
    const strategy = join(directory, 'parted.ts')
    writeFileSync(strategy, `import { BARS } from './_part.ts'\n${FAULTY_STRATEGY.replace('bars: 2', 'bars: BARS')}`)
    const { backtest } = search(downloaded)
    const space = [{ name: 'bars', from: 1, step: 1, count: 2 }]
    const order = search(downloaded, {
      backtest: { ...backtest, strategy },
      space,
      store: { text: postgres.server.url },
    })
    await expect(optimise(order)).rejects.toThrow('imports other files')
  })
})

const FAULTY_STRATEGY = `import { bothWays, defineStrategy } from 'plimsoll/strategy'
export default defineStrategy({
  id: 'FAULTY', name: 'FAULTY', family: 'TREND', version: 1, params: { bars: 2 }, warmupBars: 10, horizonBars: 32, needs: [],
  begin: bothWays(() => () => { throw new Error('not today') }),
})
`
