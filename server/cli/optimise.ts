/**
 * Command `optimise`, which searches the parameters of a strategy. Also its options and formats, which `walk-forward`
 * and `worker` share.
 */

import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { StoreAddress } from '../config/shared-store.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { Driver } from '../research/driver.ts'
import { OBJECTIVES, type Objective, PRUNERS, type Pruner } from '../research/search/optimise.ts'
import { SAMPLERS, type SamplerName } from '../research/search/sampler.ts'
import { countPoints, parseSpace, type Space } from '../research/search/space.ts'
import type { Trial } from '../research/search/trial.ts'
import { addResolveOption, addRunOptions, type RunOptions, toRequest } from './backtest.ts'
import { usageFailure } from './failure.ts'
import { parseWhole } from './options.ts'
import type { CliParts } from './parts.ts'
import { printFields, printTable } from './print.ts'
import { clearProgress, showProgress } from './progress.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'
import type { BacktestRequest, FinishedSearch, SearchProgress, SearchRequest } from './research-parts.ts'

/** Adds the command that searches the parameters of a strategy. */
export const addOptimise = (program: Command, parts: CliParts): void => {
  const command = program
    .command('optimise')
    .description('search the parameters of a strategy with backtests; an interrupted search resumes where it stopped')
    .argument('<strategy>', 'ID of a built-in strategy, such as S05, or a file')
  addSearchOptions(command)
  command.addHelpText('after', EXAMPLES).action(async (strategy: string, options: SearchOptions) => {
    const request = toSearchRequest(
      toRequest(getDataDir(parts, command), strategy, options, driverIn(options)),
      options,
    )
    const research = await parts.openResearch()
    const finished = await research.optimise(request, progressIn(parts, request))
    clearProgress(parts.terminal)
    if (wantsJson(command)) printJson(parts, finished)
    else parts.terminal.out(printSearch(finished, request))
  })
}

/** Options of a search. */
export interface SearchOptions extends RunOptions {
  readonly space: Space
  readonly sampler: SamplerName
  readonly pruner: Pruner
  readonly objective: Objective
  readonly trials?: number
  readonly seed: number
  readonly workers: number
  readonly store?: string
  readonly storeFile?: string
  readonly exact?: boolean
}

/** Returns the driver of the trials. */
export const driverIn = ({ exact }: SearchOptions): Driver => (exact ? 'exact' : 'fast')

/** Adds the options of a search, including its backtest options. */
export const addSearchOptions = (command: Command): void => {
  command
    .addOption(
      new Option('--space <ranges>', 'parameters to search, such as bars=5..50,below=5..30/5')
        .argParser(parseRanges)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--sampler <name>', 'sampling method').choices(SAMPLERS).default('tpe'))
    .addOption(
      new Option('--pruner <name>', 'asha: run trials on a quarter of the range, then the best on half and all of it')
        .choices(PRUNERS)
        .default('none'),
    )
    .addOption(new Option('--objective <figure>', 'metric to maximise').choices(OBJECTIVES).default('sharpe'))
    .addOption(
      new Option('--trials <count>', 'number of trials; default: 100 for each parameter').argParser(parseTrials),
    )
    .addOption(new Option('--seed <number>', 'seed of the sampler').argParser(parseWhole).default(1))
    .addOption(
      new Option('--workers <count>', 'number of trials to run in parallel (1 to 8)')
        .argParser(parseWorkers)
        .default(1),
    )
    .option('--store <url>', 'URL of a PostgreSQL store whose workers run the trials (plimsoll worker)')
    .option('--store-file <file>', 'file with the URL of the store, including its password')
    .option('--exact', 'run every trial with the exact driver; slower, with the same result')
  addRunOptions(command)
  addResolveOption(command)
}

/** Returns the search request of a command line. */
export const toSearchRequest = (backtest: BacktestRequest, options: SearchOptions): SearchRequest => {
  const { space, sampler, pruner, objective, seed, workers } = options
  const trials = options.trials ?? Math.min(countPoints(space), defaultTrials(sampler, space))
  return { backtest, space, sampler, pruner, trials, seed, objective, workers, store: toStoreAddress(options) }
}

/** Returns the store specified by the options, if any. */
export const toStoreAddress = ({
  store,
  storeFile,
}: Pick<SearchOptions, 'store' | 'storeFile'>): StoreAddress | undefined => {
  if (store !== undefined && storeFile !== undefined)
    throw usageFailure('--store and --store-file both name the store: remove one of them.')
  if (storeFile !== undefined) return { path: resolve(storeFile) }
  return store === undefined ? undefined : { text: store }
}

const TRIALS_MAX = 2_000
const TRIALS_A_DIMENSION = 100
const ESTIMATED_TRIALS_MAX = 1_000

const defaultTrials = (sampler: SamplerName, space: Space): number =>
  sampler === 'grid' ? TRIALS_MAX : Math.min(TRIALS_A_DIMENSION * space.length, ESTIMATED_TRIALS_MAX)

const progressIn = (
  { terminal, time }: CliParts,
  { trials: total, objective }: SearchRequest,
): ((progress: SearchProgress) => void) => {
  const startMs = time.monotonic()
  const counts = { done: 0, run: 0 }
  const evaluated = new Set<number>()
  let best: Trial | null = null
  return ({ trial, isNew }) => {
    evaluated.add(trial.number)
    counts.done = evaluated.size
    if (isNew) counts.run++
    if (trial.share === 1 && trial.value !== null && (best?.value ?? Number.NEGATIVE_INFINITY) < trial.value)
      best = trial
    const leftS = (((time.monotonic() - startMs) / Math.max(1, counts.run)) * (total - counts.done)) / SECOND_MS
    const bestText = best ? `  best ${formatObjective(objective, best.value)} in trial ${best.number}` : ''
    showProgress(terminal, `${counts.done}/${total} trials${bestText}  ${leftS.toFixed(0)} s left  (Ctrl-C to stop)`)
  }
}

export const formatFigure = (value: number | null): string => (value === null ? '–' : value.toFixed(2))

/** Formats an objective: the net result as a share of the opening balance, every other objective as a plain number. */
const formatObjective = (objective: Objective, value: number | null): string =>
  objective === 'net' && value !== null ? `${(value * 100).toFixed(2)}%` : formatFigure(value)

export const formatShare = (value: number | null): string =>
  value === null ? 'not measurable' : `${(value * 100).toFixed(0)}%`

/** Number of trials in the table. */
const LISTED = 10

const printSearch = (finished: FinishedSearch, { objective, sampler, trials: wanted }: SearchRequest): string => {
  const { searchId, trials, isInterrupted, verdict, earlierTrials } = finished
  const pruned = trials.filter(({ share }) => share < 1).length
  const listed = trials
    .filter(({ value, share }) => value !== null && share === 1)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.number - b.number)
    .slice(0, LISTED)
  const incomplete = `Incomplete: ${trials.length} of ${wanted} trials. Run the same command again to continue.\n`
  return [
    ...(isInterrupted ? [incomplete] : []),
    `${describeVerdict(finished)}\n`,
    printFields([
      ['Search', `${searchId}, ${trials.length} trials by ${sampler}, ${earlierTrials} other trials of this strategy`],
      ...(pruned === 0 ? [] : [['Pruned', `${countTrials(pruned)} stopped before the end of the range`] as const]),
      ['Chosen', verdict.chosen ? describeTrial(objective, verdict.chosen) : 'no trial has enough trades'],
      ['Highest', verdict.best ? describeTrial(objective, verdict.best) : 'none'],
      ['Driver', describeDriver(finished)],
      ['Mean', `${objective} ${formatObjective(objective, verdict.mean)}`],
      ['Luck', `highest Sharpe ratio expected without skill: ${formatFigure(verdict.luck)} a year`],
      ['Deflated', `probability that the chosen Sharpe ratio exceeds luck: ${formatShare(verdict.deflatedSharpe)}`],
      ['Overfitting', `probability: ${formatShare(verdict.overfit)}`],
    ]),
    printTable(
      ['TRIAL', objective === 'net' ? 'RETURN' : objective.toUpperCase(), 'TRADES', 'NET', 'PARAMETERS'],
      listed.map((trial) => [
        String(trial.number),
        formatObjective(objective, trial.value),
        String(trial.trades),
        trial.net,
        formatParams(trial),
      ]),
    ),
  ].join('\n')
}

const countTrials = (count: number): string => (count === 1 ? '1 trial' : `${count} trials`)

const describeDriver = ({ trials, isVerified }: FinishedSearch): string => {
  const exact = trials.filter(({ engine }) => engine === 'exact').length
  return [
    `fast for ${trials.length - exact} trials, exact for ${exact}`,
    ...(isVerified ? ['the chosen trial has the same trades with both'] : []),
  ].join('; ')
}

export const formatParams = ({ params }: Trial): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')

const describeTrial = (objective: Objective, trial: Trial): string => {
  const { number, value, trades, net } = trial
  return `trial ${number}: ${formatParams(trial)}, ${formatObjective(objective, value)}, ${trades} trades, net ${net}`
}

/** Probabilities from which a search counts as overfitted, or as no better than luck. */
const OVERFIT_MAX = 0.2
const DEFLATED_MIN = 0.95

const describeVerdict = ({ verdict }: FinishedSearch): string => {
  const { chosen, overfit, deflatedSharpe } = verdict
  if (!chosen) return 'No trial has enough trades to be scored.'
  const doubts = [
    ...(overfit === null ? ['overfitting cannot be measured with so few days'] : []),
    ...(overfit !== null && overfit > OVERFIT_MAX ? [`overfitted with a probability of ${formatShare(overfit)}`] : []),
    ...(deflatedSharpe !== null && deflatedSharpe < DEFLATED_MIN
      ? ['no better than chance, given this many trials']
      : []),
  ]
  return doubts.length === 0 ? 'The result is unlikely to be due to luck.' : `Do not trust this: ${doubts.join('; ')}.`
}

const parseRanges = (text: string): Space => {
  const parsed = parseSpace(text)
  if (!parsed.ok) throw new InvalidArgumentError(parsed.error)
  return parsed.value
}

const parseTrials = (text: string): number => {
  const count = parseWhole(text)
  if (count >= 1 && count <= TRIALS_MAX) return count
  throw new InvalidArgumentError(`Specify 1 to ${TRIALS_MAX} trials.`)
}

const WORKERS_MAX = 8

/** Parses the number of concurrent trials. */
export const parseWorkers = (text: string): number => {
  const count = parseWhole(text)
  if (count >= 1 && count <= WORKERS_MAX) return count
  throw new InvalidArgumentError(`Specify 1 to ${WORKERS_MAX} workers.`)
}

const EXAMPLES = `
The chosen parameters are those of the best plateau, where neighbouring values perform well too, not those of an isolated peak.
Every trial is recorded and counts in the assessment of later searches of the strategy.

Examples:
  $ plimsoll optimise S05 --space bars=7..28/7,below=15..35/5 --symbols BTCUSDT --from 2024-02 --to 2025-01
  $ plimsoll optimise S05 --space bars=7..28/7,below=15..35/5 --sampler grid --symbols BTCUSDT --from 2024-02 --to 2025-01 --workers 4`
