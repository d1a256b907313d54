import { type Command, InvalidArgumentError, Option } from 'commander'
import { DAY_MS, type Instant, MINUTE_MS, parseDuration, type TimeRange } from '../core/instant.ts'
import type { WalkedWindow } from '../research/search/walk-forward.ts'
import { toRequest } from './backtest.ts'
import {
  addSearchOptions,
  driverIn,
  formatFigure,
  formatParams,
  formatShare,
  type SearchOptions,
  toSearchRequest,
} from './optimise.ts'
import type { CliParts } from './parts.ts'
import { printFields, printTable } from './print.ts'
import { clearProgress, showProgress } from './progress.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'
import type { FinishedWalk, Research, WalkRequest } from './research-parts.ts'

/** Adds the command that tests optimised parameters out of sample. */
export const addWalkForward = (program: Command, parts: CliParts): void => {
  const command = program
    .command('walk-forward')
    .description('search parameters in one range and test them in the next, repeatedly')
    .argument('<strategy>', 'ID of a built-in strategy, such as S05, or a file')
    .addOption(
      new Option('--train <duration>', 'length of the training range')
        .argParser(parseLength)
        .default(180 * DAY_MS, '180d'),
    )
    .addOption(
      new Option('--test <duration>', 'length of the test range that follows')
        .argParser(parseLength)
        .default(30 * DAY_MS, '30d'),
    )
    .addOption(
      new Option('--embargo <duration>', 'gap between training and test').argParser(parseLength).default(DAY_MS, '1d'),
    )
    .addOption(
      new Option('--holdout <duration>', 'final part of the range, excluded from every search')
        .argParser(parseLength)
        .default(0, 'none'),
    )
    .option('--anchored', 'begin every search at the start of the range')
  addSearchOptions(command)
  command.addHelpText('after', EXAMPLES).action(async (strategy: string, options: Options) => {
    const search = toSearchRequest(toRequest(getDataDir(parts, command), strategy, options, driverIn(options)), options)
    const { train: trainMs, test: testMs, embargo: embargoMs, holdout: holdoutMs, anchored = false } = options
    const request: WalkRequest = { ...search, plan: { trainMs, testMs, embargoMs, holdoutMs, anchored } }
    const research = await parts.openResearch()
    const finished = await research.walkForward(request, progressIn(parts, request.trials))
    clearProgress(parts.terminal)
    if (wantsJson(command)) printJson(parts, finished)
    else parts.terminal.out(printWalk(finished))
  })
}

interface Options extends SearchOptions {
  readonly train: number
  readonly test: number
  readonly embargo: number
  readonly holdout: number
  readonly anchored?: boolean
}

const parseLength = (text: string): number => {
  const ms = parseDuration(text)
  if (ms !== undefined && ms % MINUTE_MS === 0) return ms
  throw new InvalidArgumentError('Specify a duration in days, hours or minutes, such as 30d.')
}

const progressIn =
  ({ terminal }: CliParts, trials: number): Parameters<Research['walkForward']>[1] =>
  ({ window, windows, trial }) => {
    showProgress(terminal, `window ${window}/${windows}, trial ${trial.number + 1}/${trials}  (Ctrl-C to stop)`)
  }

const formatRange = ({ fromMs, toMs }: TimeRange): string => `${formatDay(fromMs)}…${formatDay(toMs)}`

const formatDay = (at: Instant): string => new Date(at).toISOString().slice(0, 10)

const printWalk = (finished: FinishedWalk): string => {
  const { walkId, windows, verdict } = finished
  return [
    `${describeVerdict(finished)}\n`,
    printFields([
      ['Run', walkId],
      ['Deployment', finished.deployment ?? 'none: the last search chose no parameters'],
      ['Tests', `${verdict.windows}, positive: ${formatShare(verdict.positive)}, ${verdict.trades} trades`],
      ['Efficiency', `annual return of tests over training, median: ${formatFigure(verdict.efficiency)}`],
      ['Sharpe', `of all tests combined: ${formatFigure(verdict.sharpe)}`],
      ['Holdout', verdict.holdoutNet === null ? 'none' : `net ${verdict.holdoutNet}`],
    ]),
    printTable(
      ['TRAINED', 'TESTED', 'PARAMETERS', 'TRAINING', 'TEST NET', 'TRADES'],
      windows.map((walked) => printWindow(walked)),
    ),
  ].join('\n')
}

const printWindow = ({ window, chosen, tested }: WalkedWindow): readonly string[] => [
  formatRange(window.train),
  `${formatRange(window.test)}${window.isHoldout ? ' (holdout)' : ''}`,
  chosen ? formatParams(chosen) : 'no choice',
  chosen?.net ?? '',
  tested?.net ?? '',
  String(tested?.trades ?? 0),
]

/** Thresholds of readiness gate LR25. */
const EFFICIENCY_MIN = 0.5
const POSITIVE_MIN = 2 / 3

const describeVerdict = ({ windows, verdict: { efficiency, positive, holdoutNet } }: FinishedWalk): string => {
  if (windows.every(({ chosen }) => chosen === null))
    return 'No parameters were chosen: no trial had enough trades and days for the objective.'
  const doubts = [
    ...(efficiency === null ? ['no training range was profitable'] : []),
    ...(efficiency !== null && efficiency < EFFICIENCY_MIN ? ['tests earn less than half of the training return'] : []),
    ...(positive !== null && positive < POSITIVE_MIN ? ['fewer than two thirds of the tests are positive'] : []),
    ...(holdoutNet !== null && Number(holdoutNet) <= 0 ? ['the holdout lost money'] : []),
  ]
  return doubts.length === 0 ? 'The tests confirm the training results.' : `Do not trust this: ${doubts.join('; ')}.`
}

const EXAMPLES = `
A test never overlaps a search or the embargo after it. Ctrl-C stops after the current round of trials; run the same command to resume.

Example:
  $ plimsoll walk-forward S05 --space stopAtr=1..3/0.5 --symbols BTCUSDT --from 2023-01 --to 2025-01 --train 180d --test 30d --holdout 60d`
