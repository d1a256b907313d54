import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseDuration, SECOND_MS } from '../core/instant.ts'
import { printable } from '../core/printable.ts'
import { parseSymbols, parseUrl } from './options.ts'
import type { CliParts, Recorded } from './parts.ts'
import { formatCount, printFields } from './print.ts'
import { clearProgress, showProgress } from './progress.ts'
import { printJson, wantsJson } from './requests.ts'

/** Adds the command that records a market to a file for replay. */
export const addRecord = (program: Command, parts: CliParts): void => {
  const command = program
    .command('record')
    .description('record Binance USDⓈ-M market data for later replay')
    .addOption(symbolsOption('symbols to record').makeOptionMandatory())
    .requiredOption('--out <file>', 'new file to write; gzipped if its name ends in .gz')
    .addOption(urlOption('base URL of an exchange with the same API, such as a local one'))
    .option('--for <duration>', 'stop after this time, such as 90s, 10m, 12h or 1d', duration)
    .addHelpText('after', EXAMPLES)
    .action(async ({ symbols, out: path, exchangeUrl, for: forMs }: Options) => {
      const { terminal } = parts
      const recorded = await parts.record(
        { symbols, path, exchangeUrl, forMs },
        {
          note(line) {
            clearProgress(terminal)
            terminal.err(`${printable(line)}\n`)
          },
          tick: (soFar) => showProgress(terminal, formatProgress(soFar)),
        },
      )
      clearProgress(terminal)
      if (wantsJson(command)) printJson(parts, recorded)
      else terminal.out(formatSummary(recorded))
    })
}

interface Options {
  readonly symbols: readonly string[]
  readonly out: string
  readonly exchangeUrl?: string
  readonly for?: number
}

const duration = (text: string): number => {
  const ms = parseDuration(text)
  if (ms !== undefined && ms > 0) return ms
  throw new InvalidArgumentError('Specify a number and a unit, such as 90s, 10m or 12h.')
}

const formatSeconds = ({ durationMs }: Recorded): string => `${(durationMs / SECOND_MS).toFixed(0)} s`

const formatProgress = (soFar: Recorded): string =>
  `${formatSeconds(soFar)}  ${soFar.messages} messages  ${soFar.bytes} bytes  ${formatCount(soFar.gaps, 'gap')}  (Ctrl-C to stop)`

const formatSummary = (recorded: Recorded): string =>
  printFields([
    ['File', `${recorded.path}, ${recorded.bytes} bytes`],
    ['Symbols', recorded.symbols.join(', ')],
    [
      'Messages',
      `${recorded.messages}, and ${formatCount(recorded.snapshots, 'snapshot')} in ${formatSeconds(recorded)}`,
    ],
    ['Gaps', recorded.gaps === 0 ? 'none' : `${recorded.gaps}: order books resume from a new snapshot after each`],
    ['Play back', `plimsoll start --replay ${recorded.path}`],
  ])

const EXAMPLES = `
Press Ctrl-C to stop. Data is written within a second, and the file can be replayed at any time.

Examples:
  $ plimsoll record --symbols BTCUSDT,ETHUSDT --out today.jsonl.gz --for 12h
  $ plimsoll record --symbols BTCUSDT --out local.jsonl --exchange-url http://127.0.0.1:8781`

const symbolsOption = (description: string): Option =>
  new Option('--symbols <list>', `${description}, separated by commas`).argParser(parseSymbols)

const urlOption = (description: string): Option => new Option('--exchange-url <url>', description).argParser(parseUrl)
