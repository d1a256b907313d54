import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startMarketArchive } from '../../../test/support/market-archive.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { aTerminal, engineParts } from '../../cli/cli-fixture.ts'
import { runCli } from '../../cli/program.ts'
import type { FinishedSearch, FinishedWalk } from '../../cli/research-parts.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toRfc3339 } from '../../core/instant.ts'
import type { RunRecord } from '../../research/record.ts'
import { openHistory } from '../history.ts'
import { historyReader, tradesReader } from '../stored-history.ts'
import { openResearch } from './research.ts'

const FROM_MS = Date.UTC(2025, 0, 10)
const NOW = FROM_MS + 20 * DAY_MS
const [FIRST_MS, SECOND_MS] = [FROM_MS + 3 * MINUTE_MS, FROM_MS + DAY_MS + 3 * MINUTE_MS]
const folder = 'data/futures/um'
const tradesFile = (day: string): string => `${folder}/daily/aggTrades/BTCUSDT/BTCUSDT-aggTrades-${day}.zip`

/** Enters at the first close of a day or other period, with stop and target 1% away by default. */
const aStrategy = (everyMs: number): string => `export default {
  id: 'ONCE', name: 'Once in a period', family: 'TREND', version: 1, params: { percent: 1 }, warmupBars: 0, horizonBars: 60, needs: [],
  begin: ({ percent }) => ({ openMs, close }) => openMs % ${everyMs} !== 0 ? null : { kind: 'ENTER', direction: 'LONG', score: 1,
    stopLoss: close * (1 - percent / 100), takeProfit: close * (1 + percent / 100), features: {} },
}
`

/** Calm candles of seven days, in which some minutes reach both stop and target. */
const candles = (wideMs: ReadonlySet<Instant>): string =>
  Array.from({ length: 7 * 24 * 60 }, (_, minute) => {
    const openMs = FROM_MS - 4 * DAY_MS + minute * MINUTE_MS
    const [high, low] = wideMs.has(openMs) ? ['30400.0', '29600.0'] : ['30020.1', '29980.0']
    return `${openMs},30000.0,${high},${low},30000.0,100.00${1 + (minute % 2)},${openMs + MINUTE_MS - 1},3000000.0,7,50.000,0,0`
  }).join('\n')

/** Trades in one minute, numbered by the minute. */
const trades = (openMs: Instant, ...prices: readonly number[]): string =>
  prices
    .map((price, index) => {
      const id = ((openMs - FROM_MS) / MINUTE_MS) * 10 + index
      return `${id + 1},${price}.0,1,${id},${id},${openMs + index * 10_000},false`
    })
    .join('\n')

interface Setting {
  /** Period in which the strategy enters once. */
  readonly everyMs: number
  /** Minutes that reach both stop and target. */
  readonly wideMs: readonly Instant[]
  /** Last day of the backtests. */
  readonly to: string
}

const TWO_DAYS: Setting = { everyMs: DAY_MS, wideMs: [FIRST_MS, SECOND_MS], to: '2025-01-12' }

const openCli = async ({ everyMs, wideMs, to }: Setting = TWO_DAYS) => {
  const archive = await startMarketArchive()
  onTestFinished(archive.close)
  const directory = aTempDirectory()
  const dataDir = join(directory, 'data')
  const strategy = join(directory, 'once.ts')
  writeFileSync(strategy, aStrategy(everyMs))
  archive.put(`${folder}/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01.zip`, candles(new Set(wideMs)))
  const notHere = (): never => {
    throw new Error('not for these')
  }
  const abortOnSignal = () => new AbortController().signal
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal()
    const parts = {
      ...{ version: '0', terminal, start: notHere, host: notHere, audit: notHere, dataDir: () => dataDir },
      ...engineParts(),
      openHistory: async () => openHistory({ wall: () => NOW, monotonic: () => 0 }, abortOnSignal),
      openResearch: async () =>
        openResearch({
          now: () => NOW,
          readHistory: historyReader,
          readTrades: tradesReader,
          abortOnSignal,
          niceness: 0,
        }),
    }
    return { exit: await runCli(parts, args), ...output }
  }
  const market = ['--no-funding', '--impact', '0', '--spread', '0', '--participation', '1']
  const range = ['--symbols', 'BTCUSDT', '--timeframes', '1m', '--from', '2025-01-10', '--to', to]
  const backtest = (...args: string[]) => run('backtest', strategy, ...range, ...market, '--json', ...args)
  const grid = ['--space', 'percent=1..1.2/0.2', '--sampler', 'grid', '--objective', 'net']
  const optimise = (...args: string[]) => run('optimise', strategy, ...grid, ...range, ...market, '--json', ...args)
  const windows = ['--train', '2d', '--test', '1d', '--embargo', '0d']
  const walk = (...args: string[]) =>
    run('walk-forward', strategy, ...grid, ...windows, ...range, ...market, '--json', ...args)
  const source = ['--archive-url', archive.url]
  await run(
    'data',
    'download',
    '--symbols',
    'BTCUSDT',
    '--from',
    '2025-01-06',
    '--to',
    to,
    ...['--kinds', 'candles', '--source', 'archive', ...source],
  )
  return { archive, dataDir, run, backtest, optimise, walk, source }
}

const parse = ({ out }: { readonly out: string }): RunRecord => JSON.parse(out)

it('resolves the minutes of a backtest by the trades that its run asks for', { timeout: 120_000 }, async () => {
  const { archive, dataDir, run, backtest, source } = await openCli()
  const assumed = parse(await backtest())
  expect(assumed.result.exits).toEqual({ STOP: 2 })
  expect(assumed.result.bounds).toMatchObject({ ambiguousMinutes: 2, resolvedMinutes: 0 })

  expect(await backtest('--resolve', 'trades')).toMatchObject({
    exit: 4,
    out: '',
    err: expect.stringContaining(
      "Run 'plimsoll data download --exchange binanceusdm --symbols BTCUSDT --kinds trades --from 2025-01-10 --to 2025-01-12'.",
    ),
  })

  archive.put(tradesFile('2025-01-10'), trades(FIRST_MS, 30_000, 30_400, 29_600, 30_000))
  const lacking = await run('data', 'download', '--run', assumed.runId, ...source)
  expect(lacking).toMatchObject({ exit: 4, err: 'plimsoll: No source has 1 range of the history.\n' })
  expect(archive.requested.slice(-2)).toEqual([tradesFile('2025-01-10'), tradesFile('2025-01-11')])

  const partly = parse(await backtest('--resolve', 'trades'))
  expect(partly.result.exits).toEqual({ TARGET: 1, STOP: 1 })
  expect(partly.result.bounds).toMatchObject({ ambiguousMinutes: 2, resolvedMinutes: 1, stopFirst: partly.result.net })
  expect(partly.spec).toMatchObject({ resolve: 'trades', engine: 'exact' })
  expect(partly.runDigest).not.toBe(assumed.runDigest)
  expect(partly.inputs.data).not.toEqual(assumed.inputs.data)
  expect(readFileSync(join(dataDir, `research/runs/${partly.runId}/ambiguous.csv`), 'utf8')).toBe(
    `symbol,minute,resolved\nBTCUSDT,${toRfc3339(FIRST_MS)},true\nBTCUSDT,${toRfc3339(SECOND_MS)},false\n`,
  )
  expect(parse(await backtest('--resolve', 'trades'))).toEqual(partly)
  expect(await run('backtest', '--repeat', partly.runId)).toMatchObject({ exit: 0 })
  expect((await run('runs', 'show', partly.runId)).out).toContain('2 minutes, 1 resolved by trades')

  archive.put(tradesFile('2025-01-11'), trades(SECOND_MS, 30_000, 29_600, 30_400, 30_000))
  expect(await run('data', 'download', '--run', partly.runId, ...source)).toMatchObject({ exit: 0 })
  expect(await run('backtest', '--repeat', partly.runId)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('Changed: data, trades.csv, ambiguous.csv, result.json.'),
  })
  const whole = parse(await backtest('--resolve', 'trades', '--intrabar', 'target-first'))
  expect(whole.result.exits).toEqual({ TARGET: 1, STOP: 1 })
  expect(whole.result.bounds).toMatchObject({ resolvedMinutes: 2, ambiguityCost: '0.00000000' })

  const fast = parse(await backtest('--resolve', 'trades', '--intrabar', 'target-first', '--fast'))
  expect(fast.spec.engine).toBe('fast')
  expect(fast.result).toEqual(whole.result)
  const page = join(dataDir, 'report.html')
  await run('runs', 'report', partly.runId, '--out', page)
  expect(readFileSync(page, 'utf8')).toContain('in 1 of them, recorded trades show which came first.')
})

it('resolves the minutes of a search by trades', { timeout: 120_000 }, async () => {
  const { archive, run, backtest, optimise, source } = await openCli()
  const search = async (...args: string[]): Promise<FinishedSearch> => JSON.parse((await optimise(...args)).out)
  const assumed = await search()
  expect(await optimise('--resolve', 'trades')).toMatchObject({ exit: 4, err: expect.stringContaining('No trades of') })

  archive.put(tradesFile('2025-01-10'), trades(FIRST_MS, 30_000, 30_400, 29_600, 30_000))
  await run('data', 'download', '--run', parse(await backtest()).runId, ...source)
  const resolved = await search('--resolve', 'trades')
  expect(resolved.searchId).not.toBe(assumed.searchId)
  expect(resolved.trials.map(({ engine }) => engine)).toEqual(['fast', 'fast'])
  for (const [index, percent] of [1, 1.2].entries()) {
    const { result } = parse(await backtest('--resolve', 'trades', '--set', `percent=${percent}`))
    expect(result.exits).toEqual({ TARGET: 1, STOP: 1 })
    expect(resolved.trials[index]?.net).toBe(result.net)
    expect(assumed.trials[index]?.net).not.toBe(result.net)
  }

  archive.put(tradesFile('2025-01-11'), trades(SECOND_MS, 30_000, 29_600, 30_400, 30_000))
  await run('data', 'download', '--run', parse(await backtest('--resolve', 'trades')).runId, ...source)
  expect((await search('--resolve', 'trades')).searchId).not.toBe(resolved.searchId)
})

it('resolves the minutes of a walk-forward by trades, in training and in tests', { timeout: 120_000 }, async () => {
  const hours = Array.from({ length: 3 * 24 }, (_, hour) => FROM_MS + hour * HOUR_MS + 3 * MINUTE_MS)
  const { archive, run, backtest, walk, source } = await openCli({ everyMs: HOUR_MS, wideMs: hours, to: '2025-01-13' })
  const walkWindows = async (...args: string[]) => (JSON.parse((await walk(...args)).out) as FinishedWalk).windows
  for (const day of ['2025-01-10', '2025-01-11', '2025-01-12']) {
    const ofDay = hours.filter((openMs) => toRfc3339(openMs).startsWith(day))
    const targetFirst = ofDay.map((openMs) => trades(openMs, 30_000, 30_400, 29_600, 30_000))
    archive.put(tradesFile(day), targetFirst.join('\n'))
  }
  const range = ['--symbols', 'BTCUSDT', '--from', '2025-01-10', '--to', '2025-01-13']
  await run('data', 'download', ...range, '--kinds', 'trades', '--source', 'archive', ...source)
  expect(await walkWindows()).toMatchObject([{ chosen: null, tested: null }])

  const [window, ...others] = await walkWindows('--resolve', 'trades')
  expect(others).toEqual([])
  expect(window?.tested).toMatchObject({ trades: 24, net: expect.stringMatching(/^\d/) })
  const percent = `percent=${window?.chosen?.params.percent}`
  const trained = parse(await backtest('--resolve', 'trades', '--set', percent, '--to', '2025-01-12'))
  expect(trained.result.exits).toEqual({ TARGET: 48 })
  expect(window?.chosen?.net).toBe(trained.result.net)
})
