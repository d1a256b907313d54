import { type Command, Option } from 'commander'
import { toRfc3339 } from '../core/instant.ts'
import type { ComparedSignal, ComparedTrade, DifferenceClass } from '../research/compare.ts'
import { reportFills } from './compare-fills.ts'
import { parseDate } from './data.ts'
import type { CliParts } from './parts.ts'
import { formatCount, printFields, printTable } from './print.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'
import type { RunComparison } from './research-parts.ts'

/** Adds the command that compares two runs, or a run and paper trading, trade by trade. */
export const addCompare = (program: Command, parts: CliParts): void => {
  const command = program
    .command('compare')
    .description(
      'compare a stored run with another, or with paper trading; or paper trading with its recorded order book',
    )
    .argument('<run>', 'ID of a run, or paper')
    .argument('<other>', 'ID of another run, or paper; book to compare paper with')
    .option('--trades', 'list every trade or fill that differs')
    .addOption(new Option('--from <date>', 'only orders executed from then on (UTC), with book').argParser(parseDate))
    .option(
      '--paper-dir <directory>',
      'directory of the paper account (default: the account on the exchange of the run)',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (a: string, b: string, { trades = false, paperDir, from }: Options) => {
      const research = await parts.openResearch()
      if (a === 'paper' && b === 'book') {
        const request = { dataDir: getDataDir(parts, command), paperDir, fromMs: from }
        return reportFills(parts, command, { comparison: research.compareFills(request), all: trades })
      }
      const comparison = research.compare({ dataDir: getDataDir(parts, command), a, b, paperDir })
      if (wantsJson(command)) printJson(parts, comparison)
      else parts.terminal.out(printComparison(comparison, trades))
    })
}

interface Options {
  readonly trades?: boolean
  readonly from?: number
  readonly paperDir?: string
}

const CAUSES: Readonly<Record<DifferenceClass, string>> = {
  NO_SIGNAL: 'one run had no such signal',
  NOT_CONSIDERED: 'one run did not consider the signal: another took precedence, or trading was paused',
  REFUSED: 'the gates of one run rejected the entry',
  GIVEN_UP: 'the price of one run had moved away: the entry was abandoned',
  OPEN: 'open at the end of one run',
  OTHER_EXIT: 'different exit reason',
  OTHER_PRICE: 'different entry or exit price',
  OTHER_SIZE: 'different size',
  SAME: 'identical',
}

const printComparison = (comparison: RunComparison, all: boolean): string => {
  const { a, b, signals, byClass, unmatched, changed, difference } = comparison
  const differing = signals.filter((signal) => signal.class !== 'SAME')
  const same = signals.length - differing.length
  return [
    `${formatCount(same, 'trade')} of ${signals.length} the same; net differs by ${difference} USDT.\n`,
    printFields([
      ['A', a],
      ['B', b],
      ['Differ in', changed.length === 0 ? 'no settings' : changed.join(', ')],
      ['No signal', `trades without one: ${unmatched.a} in A, ${unmatched.b} in B`],
    ]),
    printTable(
      ['CLASS', 'TRADES', 'B − A', 'CAUSE'],
      byClass.map(({ class: name, count, difference: net }) => [name, String(count), net, CAUSES[name]]),
    ),
    ...(all ? [printDiffering(differing)] : []),
  ].join('\n')
}

const printDiffering = (signals: readonly ComparedSignal[]): string =>
  printTable(
    ['BAR CLOSED', 'SERIES', 'STRATEGY', 'SIDE', 'CLASS', 'MISSING IN', 'A', 'B'],
    signals.map(({ barClosedMs, symbol, interval, strategyId, direction, class: name, missingIn, gates, a, b }) => [
      toRfc3339(barClosedMs).slice(0, 16),
      `${symbol} ${interval}`,
      strategyId,
      direction,
      gates.length > 0 ? `${name} ${gates.join(' ')}` : name,
      missingIn?.toUpperCase() ?? '',
      printTrade(a),
      printTrade(b),
    ]),
  )

const printTrade = (trade: ComparedTrade | null): string =>
  trade ? `${trade.quantity} × ${trade.entryPrice} → ${trade.exitPrice} ${trade.reason} ${trade.net}` : '–'

const EXAMPLES = `
Trades are matched by their signal: symbol, bar, strategy and direction. Every difference has one class, the first that applies.

With paper and book, every fill of the paper account is compared with what its orders got in the recorded order book. A running
server records the result for readiness gate LR04.

Examples:
  $ plimsoll compare run_0123456789ab run_ba9876543210 --trades
  $ plimsoll compare run_0123456789ab paper
  $ plimsoll compare paper book`
