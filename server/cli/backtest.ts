/**
 * Commands `backtest` and `runs`: run a strategy on stored history, and list, show and report stored runs. Also the
 * options of a run, which other research commands share.
 */

import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { HISTORY_EXCHANGES, type HistoryExchange } from '../domain/market/exchanges.ts'
import { INTERVALS, type Interval } from '../domain/market/interval.ts'
import type { Driver, Resolution } from '../research/driver.ts'
import { parseDate } from './data.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import { parseSymbols } from './options.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print.ts'
import { printBacktest } from './print-backtest.ts'
import { clearProgress, showProgress } from './progress.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'
import { type BacktestProgress, type BacktestRequest, type Repetition, RUN_DEFAULTS } from './research-parts.ts'

interface BacktestOptions extends RunOptions {
  readonly csv?: string
  readonly repeat?: string
  readonly fast?: boolean
}

/** Adds the command that runs a strategy over stored history. */
export const addBacktest = (program: Command, parts: CliParts): void => {
  const command = program
    .command('backtest')
    .description('backtest a strategy on stored history, using the live trading engine')
    .argument('[strategy]', 'ID of a built-in strategy, such as S05, or a file')
  addRunOptions(command)
  addResolveOption(command)
  command
    .option('--fast', 'run with the fast driver, with the same result; the record names the driver')
    .option('--csv <file>', 'write the trades to a file')
    .option('--repeat <run>', 'run a stored run again and compare every byte')
    .addHelpText('after', EXAMPLES)
    .action(async (strategy: string | undefined, options: BacktestOptions) => {
      if (options.repeat !== undefined) return repeat(parts, command, options.repeat)
      const request = toRequest(getDataDir(parts, command), strategy, options, options.fast ? 'fast' : 'exact')
      const research = await parts.openResearch()
      const { record, trades, exactOnly } = await research.backtest(request, progressIn(parts))
      clearProgress(parts.terminal)
      if (options.csv !== undefined) writeFileSync(options.csv, trades)
      if (wantsJson(command)) printJson(parts, record)
      else parts.terminal.out(printBacktest(record))
      if (exactOnly !== null) parts.terminal.err(`The exact driver ran this backtest: ${exactOnly}.\n`)
    })
}

/** Options that define a run. */
export interface RunOptions {
  readonly symbols?: readonly string[]
  readonly timeframes: readonly Interval[]
  readonly from?: Instant
  readonly to?: Instant
  readonly exchange: HistoryExchange
  readonly set: Readonly<Record<string, number>>
  readonly balance: string
  readonly constitution?: string
  readonly makerFee: string
  readonly takerFee: string
  readonly spread: number
  readonly participation: number
  readonly impact: number
  readonly funding: boolean
  readonly latency: number
  readonly intrabar: BacktestRequest['path']
  readonly afterBreaker: keyof typeof AFTER_BREAKER
  readonly asLive?: boolean
  readonly resolve?: Resolution
}

/** Values of `--after-breaker`, with their names in stored runs. */
const AFTER_BREAKER = { 'stay-paused': 'never', 'resume-daily': 'rearms-next-day' } as const

/** Adds the options of a run to a command. */
export const addRunOptions = (command: Command): void => {
  command
    .addOption(new Option('--symbols <list>', 'symbols to trade, separated by commas').argParser(parseSymbols))
    .addOption(new Option('--timeframes <list>', 'bars to trade on').argParser(parseIntervals).default(['5m']))
    .addOption(new Option('--from <date>', 'start (UTC)').argParser(parseDate))
    .addOption(new Option('--to <date>', 'end, exclusive (UTC)').argParser(parseDate))
    .addOption(
      new Option('--exchange <name>', 'exchange of the history').choices(HISTORY_EXCHANGES).default('binanceusdm'),
    )
    .addOption(new Option('--set <list>', 'parameters, such as bars=20,below=15').argParser(parseParams).default({}))
    .addOption(new Option('--balance <usdt>', 'opening balance').argParser(parseAmount).default(RUN_DEFAULTS.balance))
    .option('--constitution <file>', 'file with limits; the built-in ones if omitted')
  addMarketOptions(command)
}

/** Adds the option that resolves ambiguous minutes by trades. */
export const addResolveOption = (command: Command): void => {
  command.addOption(
    new Option(
      '--resolve <source>',
      'how minutes that reach both stop and target are resolved, instead of by --intrabar',
    )
      .choices(['none', 'trades'])
      .default(RUN_DEFAULTS.resolve),
  )
}

const addMarketOptions = (command: Command): void => {
  command
    .addOption(
      new Option('--maker-fee <rate>', 'fee of a maker order').argParser(parseAmount).default(RUN_DEFAULTS.fees.maker),
    )
    .addOption(
      new Option('--taker-fee <rate>', 'fee of a taker order').argParser(parseAmount).default(RUN_DEFAULTS.fees.taker),
    )
    .addOption(
      new Option('--spread <bp>', 'spread in basis points, at least one tick; 0 trades at the last price')
        .argParser(parseNumber)
        .default(RUN_DEFAULTS.spreadBps),
    )
    .addOption(
      new Option('--participation <share>', "maximum share of a minute's volume that orders can fill")
        .argParser(parseNumber)
        .default(RUN_DEFAULTS.participation),
    )
    .addOption(
      new Option('--impact <factor>', 'factor for the market impact of an order; 0 for none')
        .argParser(parseNumber)
        .default(RUN_DEFAULTS.impact),
    )
    .option('--no-funding', 'ignore funding')
    .addOption(
      new Option('--latency <ms>', 'delay from decision to exchange')
        .argParser(parseNumber)
        .default(RUN_DEFAULTS.latencyMs),
    )
    .addOption(
      new Option('--intrabar <order>', 'the extreme that prices reach first within a minute')
        .choices(['stop-first', 'target-first', 'adaptive'])
        .default(RUN_DEFAULTS.path),
    )
    .addOption(
      new Option('--after-breaker <action>', 'whether trading resumes after a breaker has paused it')
        .choices(Object.keys(AFTER_BREAKER))
        .default('stay-paused'),
    )
    .option('--as-live', 'require an expected edge after costs, as with real money')
}

/** Adds the commands that list and show stored runs. */
export const addRuns = (program: Command, parts: CliParts): void => {
  const runs = program.command('runs').description('list, show and report stored backtests')
  const list = runs
    .command('list')
    .description('list the stored runs, newest first')
    .action(async () => {
      const listed = (await parts.openResearch()).list(getDataDir(parts, list))
      if (wantsJson(list)) return printJson(parts, listed)
      const rows = listed.map(({ atMs, record: { runId, spec, result } }) => [
        runId,
        toRfc3339(atMs).slice(0, 16),
        spec.strategy.id,
        spec.symbols.join(','),
        spec.intervals.join(','),
        `${toRfc3339(spec.fromMs).slice(0, 10)}…${toRfc3339(spec.toMs).slice(0, 10)}`,
        String(result.trades),
        result.net,
      ])
      parts.terminal.out(printTable(['RUN', 'AT', 'STRATEGY', 'SYMBOLS', 'BARS', 'RANGE', 'TRADES', 'NET'], rows))
    })
  const report = runs
    .command('report')
    .description('write the report of a run as an HTML page')
    .argument('<run>', 'ID of the run')
    .option('--out <file>', 'file of the page; the ID of the run in the working directory if omitted')
    .option('--csv <file>', 'write the trades to a file as well')
    .action(async (runId: string, { out, csv }: { readonly out?: string; readonly csv?: string }) => {
      const research = await parts.openResearch()
      const { page, trades } = await research.report({ dataDir: getDataDir(parts, report), runId })
      const path = resolve(out ?? `${runId}.html`)
      writeFileSync(path, page)
      if (csv !== undefined) writeFileSync(csv, trades)
      if (wantsJson(report)) printJson(parts, { runId, path, bytes: Buffer.byteLength(page) })
      else parts.terminal.out(`${path}\n`)
    })
  const show = runs
    .command('show')
    .description('show a stored run')
    .argument('<run>', 'ID of the run')
    .action(async (runId: string) => {
      const { record } = (await parts.openResearch()).find(getDataDir(parts, show), runId)
      if (wantsJson(show)) return printJson(parts, record)
      parts.terminal.out(printBacktest(record))
    })
}

const repeat = async (parts: CliParts, command: Command, runId: string): Promise<void> => {
  const research = await parts.openResearch()
  const repetition = await research.repeat({ dataDir: getDataDir(parts, command), runId }, progressIn(parts))
  clearProgress(parts.terminal)
  if (wantsJson(command)) printJson(parts, repetition)
  else if (repetition.same) parts.terminal.out(`${runId} was reproduced byte for byte: result ${repetition.now}.\n`)
  if (!repetition.same) throw new CliFailure(EXIT.failure, { code: 'NOT_REPEATED', message: explainChange(repetition) })
}

const explainChange = ({ runId, changed, before, now }: Repetition): string =>
  `${runId} was not reproduced: result ${now} instead of ${before}. Changed: ${changed.join(', ')}.`

const progressIn = ({ terminal, time }: CliParts): ((progress: BacktestProgress) => void) => {
  const startMs = time.monotonic()
  let printedMs = startMs
  return ({ doneMs, totalMs }) => {
    const nowMs = time.monotonic()
    if (nowMs - printedMs < PROGRESS_EVERY_MS) return
    printedMs = nowMs
    const share = Math.min(1, doneMs / totalMs)
    const leftS = ((nowMs - startMs) * (1 - share)) / share / 1_000
    showProgress(terminal, `${(share * 100).toFixed(0)}%  at most ${leftS.toFixed(0)} s left  (Ctrl-C to stop)`)
  }
}

const PROGRESS_EVERY_MS = 200

/** Returns the backtest request of a command line; throws when a required option is missing. */
export const toRequest = (
  dataDir: string,
  strategy: string | undefined,
  options: RunOptions,
  engine: Driver = 'exact',
): BacktestRequest => {
  const { symbols, from: fromMs, to: toMs } = options
  if (strategy === undefined) throw usageFailure('Specify a strategy, such as S05.')
  if (symbols === undefined || fromMs === undefined || toMs === undefined)
    throw usageFailure('Specify --symbols, --from and --to.')
  if (fromMs >= toMs) throw usageFailure('--from must be earlier than --to.')
  return {
    dataDir,
    exchange: options.exchange,
    strategy,
    params: options.set,
    symbols,
    intervals: options.timeframes,
    fromMs,
    toMs,
    balance: options.balance,
    fees: { maker: options.makerFee, taker: options.takerFee },
    spreadBps: options.spread,
    participation: options.participation,
    impact: options.impact,
    funding: options.funding,
    latencyMs: options.latency,
    path: options.intrabar,
    resolve: options.resolve ?? RUN_DEFAULTS.resolve,
    host: AFTER_BREAKER[options.afterBreaker],
    asLive: options.asLive === true,
    constitution: options.constitution,
    engine,
  }
}

const parseIntervals = (text: string): readonly Interval[] => {
  const wanted = text.split(',').map((part) => part.trim())
  const chosen = INTERVALS.filter((interval) => wanted.includes(interval))
  if (chosen.length === new Set(wanted).size) return chosen
  throw new InvalidArgumentError(`Specify some of ${INTERVALS.join(', ')}.`)
}

const parseParams = (text: string): Readonly<Record<string, number>> => {
  const pairs = text.split(',').map((pair) => /^\s*([A-Za-z]\w*)=(-?\d+(?:\.\d+)?)\s*$/.exec(pair))
  if (pairs.some((pair) => pair === null)) throw new InvalidArgumentError('Specify names and numbers, such as bars=20.')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]))
}

const parseNumber = (text: string): number => {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Specify a number that is not negative.')
}

const parseAmount = (text: string): string => {
  if (/^\d{1,12}(\.\d{1,8})?$/.test(text)) return text
  throw new InvalidArgumentError('Specify an amount that is not negative.')
}

const EXAMPLES = `
Every run is stored in the data directory. The same request on the same data with the same code has the same ID.

Examples:
  $ plimsoll backtest S05 --symbols BTCUSDT --timeframes 5m --from 2024-02-01 --to 2025-01-01
  $ plimsoll backtest examples/strategies/ten-lines.ts --symbols BTCUSDT --from 2024-02 --to 2024-06 --csv trades.csv
  $ plimsoll backtest S05 --symbols BTCUSDT --from 2024-02-01 --to 2024-03-01 --resolve trades
  $ plimsoll backtest --repeat run_0123456789ab`
