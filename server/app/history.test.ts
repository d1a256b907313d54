import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startMarketArchive } from '../../test/support/market-archive.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openHistoryStore } from '../adapters/store/history/history-store.ts'
import { aTerminal, engineParts } from '../cli/cli-fixture.ts'
import { runCli } from '../cli/program.ts'
import type { Instant } from '../core/instant.ts'
import type { PeriodRecord } from '../research/data/stored-period.ts'
import { openHistory } from './history.ts'

const NOW = Date.UTC(2025, 5, 15, 12, 0, 30)

const notHere = (): never => {
  throw new Error('not for these')
}

/** The command line on a data directory of its own. */
const open = () => {
  const directory = aTempDirectory()
  const dataDir = join(directory, 'data')
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal()
    const openStored = async () =>
      openHistory({ wall: () => NOW, monotonic: () => 0 }, () => new AbortController().signal)
    const common = { version: '0', terminal, start: notHere, host: notHere, audit: notHere, dataDir: () => dataDir }
    const exit = await runCli({ ...common, ...engineParts(), openHistory: openStored }, ['data', ...args])
    return { exit, ...output }
  }
  return { directory, dataDir, run }
}

/** Files written by Apache Arrow with the columns and names of freqtrade; the seventh minute is missing. */
const FEATHER = join(import.meta.dirname, '../../test/fixtures/feather')
const SEVENTH_MINUTE = { fromMs: Date.UTC(2024, 0, 1, 0, 7), toMs: Date.UTC(2024, 0, 1, 0, 8) }

const SIMULATED = ['--exchange', 'simulated']
const TWO_HOURS = ['--from', '2025-01-31T23:00:00Z', '--to', '2025-02-01T01:00:00Z']

const digests = async (run: ReturnType<typeof open>['run'], exchange: string): Promise<string[]> =>
  (JSON.parse((await run('list', '--json', '--exchange', exchange)).out) as PeriodRecord[])
    .filter(({ rows }) => rows > 0)
    .map(({ kind, period, digest }) => `${kind} ${period} ${digest}`)

describe('plimsoll data', () => {
  it('downloads the simulated past, once', async () => {
    const { run } = open()
    const download = () => run('download', ...SIMULATED, '--symbols', 'BTCUSDT', ...TWO_HOURS)
    expect(await download()).toMatchObject({ exit: 0, out: 'Stored       241 rows\nComplete     0 files before\n' })
    const first = await digests(run, 'simulated')
    expect(first).toHaveLength(5)
    expect(await download()).toMatchObject({ exit: 0, out: 'Stored       0 rows\nComplete     6 files before\n' })
    expect(await digests(run, 'simulated')).toEqual(first)
    expect((await run('check', ...SIMULATED)).out).toBe('6 files checked.\n')
  })

  it.each(['csv', 'parquet'])('imports what it exported as %s, with the same digests', async (format) => {
    const { directory, run } = open()
    await run('download', ...SIMULATED, '--symbols', 'ETHUSDT', ...TWO_HOURS, '--kinds', 'candles,mark,funding')
    const out = join(directory, 'out')
    expect((await run('export', ...SIMULATED, '--symbols', 'ETHUSDT', '--out', out, '--format', format)).exit).toBe(0)
    for (const kind of ['candles', 'mark', 'funding'])
      expect(
        (await run('import', join(out, `ETHUSDT-${kind}.${format}`), '--symbol', 'ETHUSDT', '--kind', kind)).exit,
      ).toBe(0)
    expect(await digests(run, 'binanceusdm')).toEqual(await digests(run, 'simulated'))
  })

  it('downloads from an archive, and names what it lacks', async () => {
    const archive = await startMarketArchive()
    onTestFinished(archive.close)
    const { run } = open()
    const day = Date.UTC(2025, 0, 1)
    archive.put(
      'data/futures/um/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01-01.zip',
      `${day},1,3,0.5,2,10,${day + 59_999},20,7,4,8,0`,
    )
    const args = ['--symbols', 'BTCUSDT', '--from', '2025-01-01', '--to', '2025-01-03', '--kinds', 'candles']
    expect(await run('download', ...args, '--source', 'archive', '--archive-url', archive.url)).toEqual({
      exit: 4,
      out: [
        'Stored       1 row',
        'Complete     0 files before',
        'Missing      BTCUSDT candles from 2025-01-02 00:00 to 2025-01-03 00:00',
        '',
      ].join('\n'),
      err: 'plimsoll: No source has 1 range of the history.\n',
    })
    expect((await run('list')).out.split('\n')[1]?.split(/ {2,}/)).toEqual([
      'BTCUSDT',
      'candles',
      '2025-01-01 00:00',
      '2025-01-02 00:00',
      '1',
      '1439',
      '0.0',
    ])
  })

  it('downloads the trades of whole days, and lists, checks and exports them by day', async () => {
    const archive = await startMarketArchive()
    onTestFinished(archive.close)
    const { run, dataDir, directory } = open()
    const dayMs = Date.UTC(2025, 0, 1)
    const folder = 'data/futures/um/daily/aggTrades/BTCUSDT'
    const trade = (id: number, at: Instant) => `${id},94000.${id},0.00${id},${id},${id},${at},${id % 2 === 0}`
    archive.put(
      `${folder}/BTCUSDT-aggTrades-2025-01-01.zip`,
      `agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker\n${trade(1, dayMs)}\n${trade(2, dayMs + 1)}`,
    )
    archive.put(`${folder}/BTCUSDT-aggTrades-2025-01-02.zip`, trade(3, dayMs + 86_400_000))
    const range = ['--symbols', 'BTCUSDT', '--from', '2025-01-01T12:00:00Z', '--to', '2025-01-03', '--kinds', 'trades']
    const download = () => run('download', ...range, '--source', 'archive', '--archive-url', archive.url)
    expect(await download()).toMatchObject({ exit: 0, out: 'Stored       1 row\nComplete     0 files before\n' })
    const whole = ['--symbols', 'BTCUSDT', '--from', '2025-01', '--to', '2025-01-03', '--kinds', 'trades']
    expect(await run('download', ...whole, '--source', 'archive', '--archive-url', archive.url)).toMatchObject({
      exit: 0,
      out: 'Stored       2 rows\nComplete     1 file before\n',
    })
    const listed = (await run('list', '--files')).out.split('\n').slice(1, -1)
    expect(listed.map((line) => line.split(/ {2,}/).slice(0, 5))).toEqual([
      ['BTCUSDT', 'trades', '2025-01-01', '2', '0'],
      ['BTCUSDT', 'trades', '2025-01-02', '1', '0'],
    ])
    const file = join(dataDir, 'market/binanceusdm/BTCUSDT/trades/2025-01-01.parquet')
    expect((await run('check', '--remote', '--archive-url', archive.url)).out).toBe('2 files checked.\n')
    const out = join(directory, 'out')
    await run('export', '--symbols', 'BTCUSDT', '--out', out, '--format', 'csv')
    expect(readFileSync(join(out, 'BTCUSDT-trades-2025-01-01.csv'), 'utf8')).toBe(
      [
        'time,id,price,quantity,buyer_maker',
        '2025-01-01T00:00:00.000Z,1,94000.1,0.001,0',
        '2025-01-01T00:00:00.001Z,2,94000.2,0.002,1',
        '',
      ].join('\n'),
    )
    writeFileSync(file, readFileSync(file).fill(0, 4, 40))
    expect((await run('check')).exit).toBe(1)
    expect((await run('check', '--repair', '--archive-url', archive.url)).exit).toBe(0)
    expect((await run('check')).out).toBe('2 files checked.\n')
  })

  it('imports the trades that it exported, with the same digest', async () => {
    const { directory, run } = open()
    await run('download', ...SIMULATED, '--symbols', 'ETHUSDT', ...TWO_HOURS, '--kinds', 'trades')
    const out = join(directory, 'out')
    await run('export', ...SIMULATED, '--symbols', 'ETHUSDT', '--out', out)
    const files = ['2025-01-31', '2025-02-01'].map((day) => join(out, `ETHUSDT-trades-${day}.parquet`))
    await run('import', ...files, '--symbol', 'ETHUSDT', '--kind', 'trades')
    expect(await digests(run, 'binanceusdm')).toEqual(await digests(run, 'simulated'))
    expect(await digests(run, 'binanceusdm')).toHaveLength(2)
  })

  it('simulates the trades of which its candles consist', async () => {
    const { dataDir, run } = open()
    await run('download', ...SIMULATED, '--symbols', 'BTCUSDT', ...TWO_HOURS, '--kinds', 'candles,trades')
    const store = openHistoryStore(join(dataDir, 'market/simulated'), 'simulated')
    const read = async (kind: 'candles' | 'trades', period: string) =>
      (await store.read({ symbol: 'BTCUSDT', kind, period }))?.rows
    const [candles, trades] = [await read('candles', '2025-02'), await read('trades', '2025-02-01')]
    const traded = [...(trades?.time ?? [])].map((at, row) => ({ at, price: trades?.columns.price?.[row] ?? 0 }))
    const minutes = [...Map.groupBy(traded, ({ at }) => Math.floor(at / 60_000)).values()]
    const column = (name: string) => [...(candles?.columns[name] ?? [])]
    expect(minutes).toHaveLength(60)
    expect(minutes.map((all) => all[0]?.price)).toEqual(column('open'))
    expect(minutes.map((all) => Math.max(...all.map(({ price }) => price)))).toEqual(column('high'))
    expect(minutes.map((all) => Math.min(...all.map(({ price }) => price)))).toEqual(column('low'))
    expect(minutes.map((all) => all.at(-1)?.price)).toEqual(column('close'))
  })

  it('finds damaged and replaced files, and downloads them again', async () => {
    const archive = await startMarketArchive()
    onTestFinished(archive.close)
    const { run, dataDir } = open()
    const fromMs = Date.UTC(2025, 0, 1)
    const path = 'data/futures/um/monthly/markPriceKlines/BTCUSDT/1m/BTCUSDT-1m-2025-01.zip'
    const put = (price: number) =>
      archive.put(
        path,
        Array.from({ length: 31 }, (_, day) => `${fromMs + day * 86_400_000},${price},${price},${price},${price}`).join(
          '\n',
        ),
      )
    const origin = ['--archive-url', archive.url]
    put(1)
    await run(
      'download',
      '--symbols',
      'BTCUSDT',
      '--from',
      '2025-01',
      '--to',
      '2025-02',
      '--kinds',
      'mark',
      '--source',
      'archive',
      ...origin,
    )
    expect(await run('check', '--remote', ...origin)).toMatchObject({ exit: 0, out: '1 file checked.\n' })
    const file = join(dataDir, 'market/binanceusdm/BTCUSDT/mark/2025-01.parquet')

    put(2)
    expect(await run('check', '--remote', ...origin)).toEqual({
      exit: 1,
      out: `1 file checked.\n${file} is outdated: the archive has replaced ${path}.\n`,
      err: 'plimsoll: 1 stored file cannot be used. Run plimsoll data check --repair.\n',
    })
    expect(await run('check', '--remote', '--repair', ...origin)).toMatchObject({ exit: 0 })
    expect((await run('check', '--remote', ...origin)).exit).toBe(0)

    writeFileSync(file, readFileSync(file).fill(0, 0, 40))
    expect((await run('check')).out).toContain(`${file} is damaged`)
    const repaired = await run('check', '--repair', ...origin)
    expect(repaired).toMatchObject({ exit: 0, err: '' })
    expect(repaired.out).toContain('It was downloaded again.')
    expect((await run('check')).exit).toBe(0)
  })

  it('imports the files that freqtrade stores, candles with their gaps and funding rates', async () => {
    const { directory, run } = open()
    const importAs = async (name: string, kind: string) => {
      const { out } = await run('import', join(FEATHER, name), '--symbol', 'BTCUSDT', '--kind', kind, '--json')
      return JSON.parse(out)
    }
    const instrument = { tickSize: '0.1', lotSize: '0.001' }
    const [candles] = await importAs('BTC_USDT_USDT-1m-futures.feather', 'candles')
    expect(candles).toMatchObject({ period: '2024-01', rows: 39, instrument, gaps: [SEVENTH_MINUTE] })
    expect(await importAs('BTC_USDT_USDT-8h-funding_rate.feather', 'funding')).toMatchObject([{ rows: 6 }])
    await run('export', '--symbols', 'BTCUSDT', '--out', directory, '--format', 'csv')
    const firstRow = (kind: string) => readFileSync(join(directory, `BTCUSDT-${kind}.csv`), 'utf8').split('\n')[1]
    expect(firstRow('candles')).toBe('2024-01-01T00:00:00.000Z,42000,42000.9,41985.8,41989.4,4.734,,,')
    expect(firstRow('funding')).toMatch(/^2024-01-01T00:00:00.000Z,0.0001,/)
    const [other] = await importAs('zstd.feather', 'candles')
    expect(other.digest).toBe(candles.digest)
  })

  it('rejects a truncated Feather file, and stores nothing', async () => {
    const { directory, run } = open()
    const path = join(directory, 'cut.feather')
    writeFileSync(path, readFileSync(join(FEATHER, 'BTC_USDT_USDT-1m-futures.feather')).subarray(0, 1_500))
    expect(await run('import', path, '--symbol', 'BTCUSDT')).toMatchObject({
      exit: 1,
      err: expect.stringContaining(path),
    })
    expect((await run('list')).err).toContain('No history')
  })

  it('imports a compressed file whose volume is in quote currency', async () => {
    const { directory, run } = open()
    const path = join(directory, 'candles.csv.gz')
    writeFileSync(path, gzipSync('timestamp,open,high,low,close,volume\n2022-01-01 00:00:00,2,2,2,2,1\n'))
    expect((await run('import', path, '--symbol', 'BTCUSDT', '--quote-volume')).err).toContain('specify --lot')
    await run('import', path, '--symbol', 'BTCUSDT', '--quote-volume', '--lot', '0.1')
    await run('export', '--symbols', 'BTCUSDT', '--out', directory, '--format', 'csv')
    expect(readFileSync(join(directory, 'BTCUSDT-candles.csv'), 'utf8')).toBe(
      'time,open,high,low,close,volume,quote_volume,trades,taker_buy_volume\n2022-01-01T00:00:00.000Z,2,2,2,2,0.5,,,\n',
    )
  })

  it.each([
    [
      ['import', 'DIR/hours.csv', '--symbol', 'BTCUSDT'],
      1,
      'The candles are 60 minutes long. Import candles of one minute.',
    ],
    [['import', 'DIR/none.csv', '--symbol', 'BTCUSDT'], 1, 'ENOENT'],
    [['import', 'DIR/hours.csv', '--symbol', 'BTCUSDT,ETHUSDT'], 2, 'Specify one symbol'],
    [['download', '--symbols', 'BTCUSDT', '--from', '2025-07'], 2, 'is in the future'],
    [['download', '--symbols', 'BTCUSDT'], 2, 'Specify --symbols and --from, or --run.'],
    [
      ['download', '--run', 'run_0123456789ab', '--symbols', 'BTCUSDT'],
      2,
      "Option '--run <run>' cannot be used with option '--symbols <list>'.",
    ],
    [['download', '--symbols', 'BTCUSDT', '--from', 'June'], 2, 'Specify a month, a day or a UTC minute'],
    [['download', '--symbols', 'BTCUSDT', '--from', '2025-01', '--kinds', 'books'], 2, "'books' is not one of candles"],
    [['download', ...SIMULATED, '--symbols', 'XRPUSDT', '--from', '2025-06'], 1, 'does not list XRPUSDT'],
    [['export', '--symbols', 'BTCUSDT', '--out', 'DIR'], 4, 'No history of BTCUSDT is stored.'],
  ])('rejects %j', async (args, exit, message) => {
    const { directory, run } = open()
    const hours = [0, 1, 2].map((hour) => `2025-01-01T0${hour}:00:00Z,1,1,1,1,1`)
    writeFileSync(join(directory, 'hours.csv'), `time,open,high,low,close,volume\n${hours.join('\n')}\n`)
    const done = await run(...args.map((arg) => arg.replace('DIR', directory)))
    expect(done).toMatchObject({ exit, out: '' })
    expect(done.err).toContain(message)
  })

  it('rejects another seed for a simulated past', async () => {
    const { run } = open()
    const args = ['download', ...SIMULATED, '--symbols', 'BTCUSDT', ...TWO_HOURS, '--kinds', 'mark']
    await run(...args)
    expect(await run(...args, '--seed', '2')).toMatchObject({
      exit: 1,
      err: 'plimsoll: The stored history of BTCUSDT was simulated with a different seed. Choose another --data-dir.\n',
    })
  })
})
