import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { toRfc3339 } from '../core/instant.ts'
import type { LookaheadFinding, LookaheadTest } from '../research/check/lookahead.ts'
import { type RecursionResult, SETTLED_WITHIN } from '../research/check/recursion.ts'
import type { Difference } from '../research/check/rule-recording.ts'
import { addRunOptions, type RunOptions, toRequest } from './backtest.ts'
import { CliFailure, EXIT } from './failure.ts'
import { parseWhole } from './options.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'
import type { CheckReport, CheckRequest } from './research-parts.ts'

/** Adds the command that checks a strategy for lookahead, ambient inputs, and dependence on its start. */
export const addCheck = (program: Command, parts: CliParts): void => {
  const command = program
    .command('check')
    .description('check a strategy for look-ahead and for results that depend on the start of the data')
    .addArgument(new Argument('<check>', 'check to run').choices(['lookahead', 'recursion', 'phase']))
    .argument('<strategy>', 'ID of a built-in strategy, such as S05, or a file')
  addRunOptions(command)
  command
    .addOption(new Option('--phases <count>', 'runs of the phase check').argParser(parsePhases).default(5))
    .addHelpText('after', EXAMPLES)
    .action(async (check: CheckRequest['check'], strategy: string, options: Options) => {
      const backtest = toRequest(getDataDir(parts, command), strategy, options)
      const research = await parts.openResearch()
      const report = await research.check({ check, backtest, phases: options.phases })
      if (wantsJson(command)) printJson(parts, report)
      else parts.terminal.out(printReport(report))
      throwFault(report)
    })
}

interface Options extends RunOptions {
  readonly phases: number
}

const PHASES_MAX = 24

const parsePhases = (text: string): number => {
  const count = parseWhole(text)
  if (count >= 2 && count <= PHASES_MAX) return count
  throw new InvalidArgumentError(`Specify 2 to ${PHASES_MAX} phases.`)
}

const printReport = (report: CheckReport): string => {
  if (report.check === 'lookahead') return printLookahead(report)
  return report.check === 'recursion' ? printRecursion(report) : printPhases(report)
}

/** Throws for a check with findings, or with nothing to compare. */
const throwFault = (report: CheckReport): void => {
  const { strategy } = report
  if (report.check === 'phase') return
  if (report.check === 'lookahead') {
    const tests = [...new Set(listFindings(report).map(({ finding }) => finding.test))]
    if (tests.length > 0) {
      const faults = tests.map((test) => FAULTS[test]).join('; ')
      throw new CliFailure(EXIT.failure, { code: 'LOOKAHEAD', message: `${strategy} ${faults}.` })
    }
  } else {
    const moving = report.series.flatMap(({ result }) => result.figures.filter(isMoving))
    if (moving.length > 0) {
      const names = [...new Set(moving.map(({ figure }) => figure))].join(', ')
      const message = `${strategy} depends on where it began, after its warm-up of ${report.series[0]?.result.warmupBars} bars: ${names}.`
      throw new CliFailure(EXIT.failure, { code: 'RECURSION', message, remedy: 'Increase its warmupBars.' })
    }
  }
  if (report.series.some(({ result }) => result.ideas > 0)) return
  const message = `${strategy} produced no signals in this range, so nothing was checked.`
  throw new CliFailure(EXIT.blocked, { code: 'NOTHING_COMPARED', message, remedy: 'Check it over a longer range.' })
}

type Report<Check extends CheckReport['check']> = Extract<CheckReport, { check: Check }>

const FAULTS: Readonly<Record<LookaheadTest, string>> = {
  FUTURE: 'looks ahead: its signals depend on bars that had not closed',
  REPEAT: 'keeps state between runs: the same bars give different signals',
  DATE: 'depends on dates: the same bars give different signals in another year',
  OUTSIDE: 'reads more than its inputs',
}

interface PlacedFinding {
  readonly symbol: string
  readonly interval: string
  readonly finding: LookaheadFinding
}

const listFindings = ({ series, imports }: Report<'lookahead'>): readonly PlacedFinding[] => [
  ...(imports ? [{ symbol: '', interval: '', finding: imports }] : []),
  ...series.flatMap(({ symbol, interval, result }) =>
    result.findings.map((finding) => ({ symbol, interval, finding })),
  ),
]

const printLookahead = (report: Report<'lookahead'>): string => {
  const findings = listFindings(report)
  const lines = report.series.map(
    ({ symbol, interval, result: { bars, ideas } }) =>
      `${symbol} ${interval}: ${ideas} of ${bars} bars checked have a signal\n`,
  )
  if (findings.length === 0)
    return `${report.strategy} reads only its inputs and does not look ahead.\n${lines.join('')}`
  const rows = findings.map(({ symbol, interval, finding }) => [
    finding.test,
    `${symbol} ${interval}`.trim(),
    finding.barOpenMs === null ? '' : toRfc3339(finding.barOpenMs).slice(0, 16),
    finding.signal ?? '',
    finding.bars === 0 ? '' : String(finding.bars),
    finding.used.length > 0 ? finding.used.join(', ') : finding.differences.map(describeDifference).join(', '),
  ])
  return `${printTable(['TEST', 'SERIES', 'FIRST BAR', 'SIGNAL', 'BARS', 'WHAT DIFFERS'], rows)}${lines.join('')}`
}

const describeDifference = ({ figure, before, now }: Difference): string =>
  `${figure} ${formatValue(before)} → ${formatValue(now)}`

const formatValue = (value: string | number | null): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(8))) : (value ?? 'none')

const isMoving = ({ change, changeAtTwice }: RecursionResult['figures'][number]): boolean =>
  Math.max(change, changeAtTwice) > SETTLED_WITHIN

const printRecursion = ({ strategy, series }: Report<'recursion'>): string => {
  const lines = series.map(({ symbol, interval, result }) =>
    result.bars < result.barsNeeded
      ? `${symbol} ${interval}: ${result.barsNeeded} consecutive bars are needed, ${result.bars} are available\n`
      : `${symbol} ${interval}: ${result.ideas} bars with a signal compared, warm-up ${result.warmupBars} bars\n`,
  )
  const rows = series.flatMap(({ symbol, interval, result }) =>
    result.figures.map((found) => [
      found.figure,
      formatChange(found.change),
      formatChange(found.changeAtTwice),
      `${symbol} ${interval}`,
      toRfc3339(found.barOpenMs).slice(0, 16),
      found.signal ?? '',
      `${formatValue(found.before)} → ${formatValue(found.now)}`,
    ]),
  )
  if (rows.length === 0) return `The signals of ${strategy} do not depend on the start of the data.\n${lines.join('')}`
  const header = ['FIGURE', 'WARM-UP', 'TWICE', 'SERIES', 'BAR', 'SIGNAL', 'FOUR TIMES → WARM-UP']
  return `${printTable(header, rows)}${lines.join('')}`
}

const formatChange = (share: number): string => (share < 0.0001 ? '< 0.01%' : `${(share * 100).toFixed(2)}%`)

const printPhases = ({ strategy, runs }: Report<'phase'>): string => {
  const nets = runs.map(({ net }) => Number(net))
  const [lowest, highest] = [Math.min(...nets), Math.max(...nets)]
  const rows = runs.map(({ days, bars, trades, net }) => [String(days), String(bars), String(trades), net])
  return [
    `${strategy}: net ${lowest.toFixed(2)} to ${highest.toFixed(2)} USDT, depending on where its rules begin.\n`,
    printTable(['DAYS LATER', 'BARS EARLIER', 'TRADES', 'NET'], rows),
  ].join('\n')
}

const EXAMPLES = `
lookahead  runs the same bars again, with other bars after them, and in another year: the signals must be the same
recursion  begins a rule one, two and four warm-ups before the same bars: the figures must be the same
phase      runs the backtest with rules that begin at other bars: the net result should be nearly the same

Exit code 1: look-ahead or recursion was found; 4: there was nothing to compare.

Example:
  $ plimsoll check lookahead examples/strategies/ten-lines.ts --symbols BTCUSDT --from 2024-02-01 --to 2024-03-01`
