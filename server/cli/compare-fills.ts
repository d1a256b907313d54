import type { Command } from 'commander'
import { toRfc3339 } from '../core/instant.ts'
import type { ComparedFill, FillClass, FillFigures } from '../research/compare-fills.ts'
import { recordCheck } from './live.ts'
import type { CliParts } from './parts.ts'
import { formatCount, printFields, printTable } from './print.ts'
import { printJson, wantsJson } from './requests.ts'
import type { BookComparison } from './research-parts.ts'

/** Prints a comparison of paper fills with the recorded order book, and records it for the readiness gates. */
export const reportFills = async (
  parts: CliParts,
  command: Command,
  { comparison, all }: { readonly comparison: BookComparison; readonly all: boolean },
): Promise<void> => {
  if (wantsJson(command)) printJson(parts, comparison)
  else parts.terminal.out(printComparison(comparison, all))
  const { market, fills, medianBps, fromMs, toMs, incomplete } = comparison
  await recordCheck(parts, command, {
    check: 'FILLS',
    atMs: toMs,
    market,
    count: fills.length,
    faults: fills.filter(differs).length,
    note: summarise(comparison),
    fills: { medianBps, incomplete: incomplete[0] ?? null, fromMs, toMs },
  })
}

const CAUSES: Readonly<Record<FillClass, string>> = {
  ONLY_PAPER: 'the recorded order book did not fill this part of the order',
  ONLY_BOOK: 'the recorded order book filled more of the order than paper',
  OTHER_QUANTITY: 'the recorded order book filled less of the order',
  OTHER_PRICE: 'different price',
  OTHER_FEE: 'different fee',
  OTHER_TIME: 'executed more than one second apart',
  SAME: 'identical',
}

const differs = (fill: ComparedFill): boolean => fill.class !== 'SAME'

const listClasses = ({ byClass }: BookComparison) => byClass.filter(({ count }) => count > 0)

const summarise = (comparison: BookComparison): string =>
  listClasses(comparison)
    .map(({ class: name, count }) => `${count} ${name}`)
    .join(', ')

const DIGITS = 2

const printBps = (bps: number | null): string => (bps === null ? 'not finite' : `${bps.toFixed(DIGITS)} bps`)

const printComparison = (comparison: BookComparison, all: boolean): string => {
  const { account, market, fills, medianBps, p95Bps, fromMs, toMs, incomplete } = comparison
  const differing = fills.filter(differs)
  return [
    `${formatCount(fills.length - differing.length, 'fill')} of ${fills.length} the same.\n`,
    printFields([
      ['Account', account],
      ['Market', market],
      ['Period', `${toRfc3339(fromMs)} to ${toRfc3339(toMs)}`],
      ['Distance', `median ${printBps(medianBps)}, 95% of fills within ${printBps(p95Bps)}`],
      ['Recording', incomplete.length === 0 ? 'complete' : `incomplete: ${incomplete.join('; ')}`],
    ]),
    printTable(
      ['CLASS', 'FILLS', 'CAUSE'],
      listClasses(comparison).map(({ class: name, count }) => [name, String(count), CAUSES[name]]),
    ),
    ...(all ? [printDiffering(differing)] : []),
  ].join('\n')
}

const printDiffering = (fills: readonly ComparedFill[]): string =>
  printTable(
    ['EXECUTED', 'SYMBOL', 'SIDE', 'CLASS', 'BPS', 'PAPER', 'BOOK', 'ORDER'],
    fills.map(({ executedAtMs, symbol, side, class: name, distanceBps, paper, book, orderId }) => [
      toRfc3339(executedAtMs),
      symbol,
      side,
      name,
      distanceBps === null ? '–' : distanceBps.toFixed(DIGITS),
      printFill(paper),
      printFill(book),
      orderId,
    ]),
  )

/** Prices are in ticks. */
const printFill = (fill: FillFigures | null): string =>
  fill ? `${fill.quantity} × ${fill.price} fee ${fill.fee}` : '–'
