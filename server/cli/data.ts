import { type Command, InvalidArgumentError, Option } from 'commander'
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS, type TimeRange } from '../core/instant.ts'
import { mergeRanges } from '../core/time-ranges.ts'
import { HISTORY_EXCHANGES, type HistoryExchange } from '../domain/market/exchanges.ts'
import type { Downloaded, DownloadProgress } from '../research/data/download.ts'
import { HISTORY_KINDS, type HistoryKind } from '../research/data/kinds.ts'
import type { PeriodRecord } from '../research/data/stored-period.ts'
import { TABLE_FORMATS, type TableFormat } from '../research/data/table.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import type { CheckedPeriod, History, HistoryDownload, HistoryOrigins, StoredFile } from './history-parts.ts'
import { parseSymbols, parseUrl, parseWhole } from './options.ts'
import type { CliParts } from './parts.ts'
import { formatCount, printFields, printTable } from './print.ts'
import { clearProgress, showProgress } from './progress.ts'
import { getDataDir, printJson, wantsJson } from './requests.ts'

/** Adds the commands that download, import, list, check and export market history. */
export const addData = (program: Command, parts: CliParts): void => {
  const data = program
    .command('data')
    .description('download, import, list, check and export market history for research')
  addDownload(data, parts)
  addImport(data, parts)
  addList(data, parts)
  addCheck(data, parts)
  addExport(data, parts)
}

const exchangeOption = (): Option =>
  new Option('--exchange <name>', 'exchange of the history').choices(HISTORY_EXCHANGES).default('binanceusdm')

const symbolsOption = (description: string): Option =>
  new Option('--symbols <list>', `${description}, separated by commas`).argParser(parseSymbols)

const parseKinds = (text: string): readonly HistoryKind[] => {
  const kinds = [...new Set(text.split(',').map((kind) => kind.trim()))]
  const unknown = kinds.find((kind) => !HISTORY_KINDS.some((known) => known === kind))
  if (unknown === undefined) return kinds as HistoryKind[]
  throw new InvalidArgumentError(`'${unknown}' is not one of ${HISTORY_KINDS.join(', ')}.`)
}

const kindsOption = (): Option =>
  new Option('--kinds <list>', `any of ${HISTORY_KINDS.join(', ')}`).argParser(parseKinds)

/** Kinds that every backtest reads and every source provides. */
const USUAL_KINDS: readonly HistoryKind[] = ['candles', 'mark', 'funding']

/** Parses a UTC month, day or time as the instant at which it starts. */
export const parseDate = (text: string): Instant => {
  const [, year, month, day = '-01'] = /^(\d{4})(-\d\d)(-\d\d)?$/.exec(text) ?? []
  const atMs = year === undefined ? Date.parse(text) : Date.parse(`${year}${month}${day}T00:00:00Z`)
  const isZoned = year !== undefined || /(Z|[+-]\d\d:\d\d)$/.test(text)
  if (isZoned && !Number.isNaN(atMs) && atMs % MINUTE_MS === 0) return atMs
  throw new InvalidArgumentError(
    'Specify a month, a day or a UTC minute, such as 2024-01, 2024-01-15 or 2024-01-15T08:00:00Z.',
  )
}

interface DownloadOptions {
  readonly run?: string
  readonly symbols?: readonly string[]
  readonly from?: Instant
  readonly to?: Instant
  readonly exchange: HistoryExchange
  readonly kinds?: readonly HistoryKind[]
  readonly source?: 'archive' | 'api'
  readonly archiveUrl?: string
  readonly exchangeUrl?: string
  readonly seed: number
}

const addDownload = (data: Command, parts: CliParts): void => {
  data
    .command('download')
    .description('download what is missing; an interrupted download resumes where it stopped')
    .addOption(symbolsOption('symbols to download'))
    .addOption(new Option('--from <date>', 'first month, day or minute (UTC)').argParser(parseDate))
    .addOption(new Option('--to <date>', 'end, exclusive; default: now').argParser(parseDate))
    .addOption(
      new Option(
        '--run <run>',
        'instead: trades of the days on which a stored backtest has ambiguous minutes',
      ).conflicts(['symbols', 'from', 'to', 'kinds']),
    )
    .addOption(exchangeOption())
    .addOption(kindsOption())
    .addOption(
      new Option('--source <name>', "use only Binance's file archive, or only the API").choices(['archive', 'api']),
    )
    .addOption(archiveOption())
    .addOption(exchangeUrlOption())
    .addOption(seedOption())
    .addHelpText('after', DOWNLOAD_EXAMPLES)
    .action(async (options: DownloadOptions, command: Command) => {
      const history = await parts.openHistory()
      const place = { dataDir: getDataDir(parts, command), nowMs: history.now() }
      const orders =
        options.run === undefined ? [toDownload(place, options)] : await toRunDownloads(parts, place, options)
      const done = await downloadAll(parts, history, orders)
      clearProgress(parts.terminal)
      if (wantsJson(command)) printJson(parts, done)
      else parts.terminal.out(formatDownloaded(done))
      if (done.lacking.length === 0) return
      const message = `No source has ${formatCount(done.lacking.length, 'range')} of the history.`
      throw new CliFailure(EXIT.blocked, { code: 'HISTORY_LACKING', message })
    })
}

const downloadAll = async (
  { terminal, time }: CliParts,
  history: History,
  orders: readonly HistoryDownload[],
): Promise<Downloaded> => {
  const started = time.monotonic()
  const all: Downloaded[] = []
  for (const [index, order] of orders.entries())
    all.push(
      await history.download(order, (progress) => {
        const part = orders.length === 1 ? '' : `range ${index + 1} of ${orders.length}: `
        showProgress(terminal, `${part}${formatProgress(progress, time.monotonic() - started)}`)
      }),
    )
  const sum = (pick: (done: Downloaded) => number): number => all.reduce((total, done) => total + pick(done), 0)
  return {
    rows: sum(({ rows }) => rows),
    skipped: sum(({ skipped }) => skipped),
    lacking: all.flatMap(({ lacking }) => lacking),
  }
}

interface DownloadPlace {
  readonly dataDir: string
  readonly nowMs: Instant
}

/** Returns downloads of the trades of the days on which minutes of a stored backtest are ambiguous. */
const toRunDownloads = async (
  parts: CliParts,
  { dataDir, nowMs }: DownloadPlace,
  { run: runId = '', archiveUrl, seed }: DownloadOptions,
): Promise<readonly HistoryDownload[]> => {
  const { exchange, unresolved } = (await parts.openResearch()).listUnresolved({ dataDir, runId })
  const bySymbol = Map.groupBy(unresolved, ({ symbol }) => symbol)
  return [...bySymbol].flatMap(([symbol, minutes]) => {
    const days = mergeRanges(
      minutes.map(({ minuteMs }) => {
        const fromMs = Math.floor(minuteMs / DAY_MS) * DAY_MS
        return { fromMs, toMs: Math.min(fromMs + DAY_MS, nowMs) }
      }),
    )
    const origins = { source: 'archive' as const, archiveUrl, exchangeUrl: undefined, seed }
    return days.map((range) => ({
      dataDir,
      exchange,
      symbols: [symbol],
      kinds: ['trades' as const],
      ...range,
      ...origins,
    }))
  })
}

const toDownload = ({ dataDir, nowMs }: DownloadPlace, options: DownloadOptions): HistoryDownload => {
  const { symbols, from: fromMs, exchange, kinds = USUAL_KINDS, source, archiveUrl, exchangeUrl, seed } = options
  if (symbols === undefined || fromMs === undefined) throw usageFailure('Specify --symbols and --from, or --run.')
  const lastMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const toMs = Math.min(options.to ?? lastMs, lastMs)
  if (fromMs >= toMs) throw usageFailure('--from is not before --to, or is in the future.')
  return { dataDir, exchange, symbols, kinds, fromMs, toMs, source, archiveUrl, exchangeUrl, seed }
}

const formatProgress = ({ done, total, rows, at }: DownloadProgress, elapsedMs: number): string => {
  const leftS = ((elapsedMs / done) * (total - done)) / SECOND_MS
  const rate = rows / Math.max(elapsedMs / SECOND_MS, 1)
  return `${at.symbol} ${at.kind} ${at.period}  ${done}/${total}  ${rows} rows, ${rate.toFixed(0)}/s  ${leftS.toFixed(0)} s left  (Ctrl-C to stop)`
}

const formatDate = (at: Instant): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const formatDownloaded = ({ rows, skipped, lacking }: Downloaded): string =>
  printFields([
    ['Stored', formatCount(rows, 'row')],
    ['Complete', `${formatCount(skipped, 'file')} before`],
    ...lacking.map((part): [string, string] => [
      'Missing',
      `${part.symbol} ${part.kind} from ${formatDate(part.fromMs)} to ${formatDate(part.toMs)}`,
    ]),
  ])

const parseBaseUrl = (text: string): string => parseUrl(text).replace(/\/$/, '')

const archiveOption = (): Option =>
  new Option('--archive-url <url>', 'base URL of a copy of the archive').argParser(parseBaseUrl)

const exchangeUrlOption = (): Option =>
  new Option('--exchange-url <url>', 'base URL of an exchange with the same API').argParser(parseBaseUrl)

const seedOption = (): Option =>
  new Option('--seed <number>', 'seed of the simulated market').argParser(parseWhole).default(1)

interface ImportOptions {
  readonly exchange: HistoryExchange
  readonly format: TableFormat
  readonly symbol: readonly string[]
  readonly kind: HistoryKind
  readonly tick?: string
  readonly lot?: string
  readonly quoteVolume?: boolean
}

const parseStep = (text: string): string => {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return text
  throw new InvalidArgumentError('Specify a positive decimal, such as 0.1.')
}

const addImport = (data: Command, parts: CliParts): void => {
  data
    .command('import <files...>')
    .description('import history from CSV, ZIP, gzip, Parquet or Feather files')
    .addOption(
      new Option('--symbol <symbol>', 'symbol of the imported data').argParser(parseSymbols).makeOptionMandatory(),
    )
    .addOption(new Option('--kind <kind>', 'kind of data').choices(HISTORY_KINDS).default('candles'))
    .addOption(
      new Option('--format <name>', 'format of files without a header line').choices(TABLE_FORMATS).default('csv'),
    )
    .addOption(exchangeOption())
    .addOption(new Option('--tick <step>', 'tick size; default: inferred from the prices').argParser(parseStep))
    .addOption(new Option('--lot <step>', 'lot size; default: inferred from the volumes').argParser(parseStep))
    .option('--quote-volume', 'the volume is in quote currency; needs --lot')
    .addHelpText('after', IMPORT_EXAMPLES)
    .action(async (paths: string[], options: ImportOptions, command: Command) => {
      const { exchange, format, kind, tick: tickSize, lot: lotSize, quoteVolume: volumeInQuote = false } = options
      const [symbol = '', second] = options.symbol
      if (second !== undefined) throw usageFailure('Specify one symbol with --symbol.')
      if (volumeInQuote && lotSize === undefined)
        throw usageFailure('--quote-volume needs the lot size: specify --lot.')
      const place = { dataDir: getDataDir(parts, command), exchange }
      const order = { ...place, paths, format, symbol, kind, tickSize, lotSize, volumeInQuote }
      const history = await parts.openHistory()
      const files = await history.importFiles(order)
      if (wantsJson(command)) printJson(parts, files)
      else parts.terminal.out(printFiles(files))
    })
}

const countMinutes = (ranges: readonly TimeRange[]): number =>
  ranges.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / MINUTE_MS, 0)

const printFiles = (files: readonly PeriodRecord[]): string =>
  printTable(
    ['Symbol', 'Kind', 'Period', 'Rows', 'Gaps (min)', 'Tick', 'Lot', 'Digest'],
    files.map(({ symbol, kind, period, rows, gaps, instrument, digest }) => [
      symbol,
      kind,
      period,
      String(rows),
      String(countMinutes(gaps)),
      instrument?.tickSize ?? '',
      instrument?.lotSize ?? '',
      digest.slice(0, 12),
    ]),
  )

const addList = (data: Command, parts: CliParts): void => {
  data
    .command('list')
    .description('list the stored history')
    .addOption(exchangeOption())
    .option('--files', 'list each file: one per month, of trades one per day')
    .action(async ({ exchange, files: byFile }: { exchange: HistoryExchange; files?: boolean }, command: Command) => {
      const history = await parts.openHistory()
      const files = await history.list({ dataDir: getDataDir(parts, command), exchange })
      if (wantsJson(command)) printJson(parts, files)
      else if (files.length === 0) parts.terminal.err(`No history of ${exchange} is stored.\n`)
      else parts.terminal.out(byFile ? printFiles(files) : printKinds(files))
    })
}

/** Prints one line for each symbol and kind. */
const printKinds = (files: readonly StoredFile[]): string => {
  const groups = Map.groupBy(files, ({ symbol, kind }) => `${symbol} ${kind}`)
  return printTable(
    ['Symbol', 'Kind', 'From', 'To', 'Rows', 'Gaps (min)', 'MB'],
    [...groups.values()].map((group) => [
      group[0]?.symbol ?? '',
      group[0]?.kind ?? '',
      formatDate(group[0]?.covered[0]?.fromMs ?? 0),
      formatDate(group.at(-1)?.covered.at(-1)?.toMs ?? 0),
      String(group.reduce((sum, { rows }) => sum + rows, 0)),
      String(group.reduce((sum, { gaps }) => sum + countMinutes(gaps), 0)),
      (group.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1),
    ]),
  )
}

interface CheckOptions extends Partial<HistoryOrigins> {
  readonly exchange: HistoryExchange
  readonly remote?: boolean
  readonly repair?: boolean
}

const addCheck = (data: Command, parts: CliParts): void => {
  data
    .command('check')
    .description('verify every stored file against its digest')
    .option('--remote', "compare with the checksums of Binance's archive, where files are occasionally replaced")
    .option('--repair', 'download faulty files again; the old files are kept under another name')
    .addOption(exchangeOption())
    .addOption(archiveOption())
    .addOption(exchangeUrlOption())
    .addOption(seedOption())
    .action(async (options: CheckOptions, command: Command) => {
      const { exchange, remote = false, repair = false, archiveUrl, exchangeUrl, seed = 1 } = options
      const origins = { source: undefined, archiveUrl, exchangeUrl, seed }
      const history = await parts.openHistory()
      const checked = await history.check({ dataDir: getDataDir(parts, command), exchange, remote, repair, ...origins })
      if (wantsJson(command)) printJson(parts, checked)
      else parts.terminal.out(formatChecked(checked))
      const faulty = checked.filter(({ fault, repaired }) => fault !== null && !repaired)
      if (faulty.length === 0) return
      const message = `${formatCount(faulty.length, 'stored file')} cannot be used.`
      const remedy = repair ? undefined : 'Run plimsoll data check --repair.'
      throw new CliFailure(EXIT.failure, { code: 'HISTORY_DAMAGED', message, ...(remedy && { remedy }) })
    })
}

const formatChecked = (checked: readonly CheckedPeriod[]): string =>
  [
    `${formatCount(checked.length, 'file')} checked.`,
    ...checked.flatMap(({ fault, repaired }) =>
      fault === null ? [] : [repaired ? `${fault} It was downloaded again.` : fault],
    ),
    '',
  ].join('\n')

interface ExportOptions {
  readonly symbols: readonly string[]
  readonly exchange: HistoryExchange
  readonly kinds?: readonly HistoryKind[]
  readonly format: 'csv' | 'parquet'
  readonly out: string
}

const addExport = (data: Command, parts: CliParts): void => {
  data
    .command('export')
    .description('write stored history to one file for each symbol and kind')
    .addOption(symbolsOption('symbols to export').makeOptionMandatory())
    .requiredOption('--out <directory>', 'output directory')
    .addOption(new Option('--format <name>', 'output format').choices(['csv', 'parquet']).default('parquet'))
    .addOption(kindsOption())
    .addOption(exchangeOption())
    .action(async ({ symbols, exchange, kinds = HISTORY_KINDS, format, out }: ExportOptions, command: Command) => {
      const dataDir = getDataDir(parts, command)
      const history = await parts.openHistory()
      const paths = await history.exportFiles({ dataDir, exchange, symbols, kinds, format, out })
      if (wantsJson(command)) printJson(parts, { paths })
      else parts.terminal.out(paths.map((path) => `${path}\n`).join(''))
    })
}

const DOWNLOAD_EXAMPLES = `
Examples:
  $ plimsoll data download --symbols BTCUSDT,ETHUSDT --from 2024-01 --to 2025-01
  $ plimsoll data download --symbols BTCUSDT --from 2025-06-01 --kinds candles,mark,funding
  $ plimsoll data download --run run_0123456789ab
  $ plimsoll data download --exchange simulated --symbols BTCUSDT --from 2025-01 --to 2026-01 --seed 7

Exit code 0: everything is stored; 4: no source provides some of it, which is listed.`

const IMPORT_EXAMPLES = `
A file needs the columns time, open, high, low, close and volume in any order, named in its first line. Times are numbers of
seconds, milliseconds or microseconds, or UTC dates.

Examples:
  $ plimsoll data import candles.csv --symbol BTCUSDT
  $ plimsoll data import BTCUSDT-1m-2024-*.zip --symbol BTCUSDT --format binance
  $ plimsoll data import BTC_USDT_USDT-1m-futures.feather --symbol BTCUSDT
  $ plimsoll data import funding.csv --symbol BTCUSDT --kind funding`
