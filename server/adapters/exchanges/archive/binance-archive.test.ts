import { describe, expect, it, onTestFinished } from 'vitest'
import { type MarketArchive, startMarketArchive } from '../../../../test/support/market-archive.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { HistoryKind } from '../../../research/data/kinds.ts'
import { periodRange } from '../../../research/data/period.ts'
import { createBinanceArchive } from './binance-archive.ts'

const anArchive = async (): Promise<MarketArchive> => {
  const archive = await startMarketArchive()
  onTestFinished(archive.close)
  return archive
}

const { fromMs, toMs } = periodRange('2022-06')

const line = (at: Instant): string => `${at},1,3,0.5,2,10,${at + 59_999},20,7,4,8,0`

/** Candles of whole days, every sixth hour only. */
const days = (...dates: number[]): string =>
  dates.flatMap((day) => [0, 6, 12, 18].map((hour) => line(fromMs + (day - 1) * DAY_MS + hour * 3_600_000))).join('\n')

const MONTH = 'data/futures/um/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2022-06.zip'
const day = (date: string): string => `data/futures/um/daily/klines/BTCUSDT/1m/BTCUSDT-1m-${date}.zip`

const fetchFrom = (archive: MarketArchive, range = { fromMs, toMs }, kind: HistoryKind = 'candles') => {
  const source = createBinanceArchive({ url: archive.url, delay: async () => {} })
  return source.fetch({ symbol: 'BTCUSDT', kind, period: '2022-06' }, range, new AbortController().signal)
}

const daysIn = (times: Float64Array): number[] => [...new Set([...times].map((at) => new Date(at).getUTCDate()))]

describe('createBinanceArchive', () => {
  it('reads the monthly file, and daily files for days that it lacks', async () => {
    const archive = await anArchive()
    const all = Array.from({ length: 30 }, (_, index) => index + 1)
    archive.put(MONTH, days(...all.filter((date) => date !== 9)))
    archive.put(
      day('2022-06-09'),
      `open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume\n${days(9)}`,
    )
    const { rows, covered, origins } = await fetchFrom(archive)
    expect(daysIn(rows.time)).toEqual(all)
    expect(covered).toEqual([{ fromMs, toMs }])
    expect(origins.map(({ name }) => name)).toEqual([MONTH, day('2022-06-09')])
    expect(origins[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('reads daily files when the month has none yet, and covers only days that have one', async () => {
    const archive = await anArchive()
    archive.put(day('2022-06-01'), days(1))
    archive.put(day('2022-06-03'), days(3))
    const { rows, covered } = await fetchFrom(archive, { fromMs, toMs: fromMs + 4 * DAY_MS })
    expect(daysIn(rows.time)).toEqual([1, 3])
    expect(covered).toEqual([
      { fromMs, toMs: fromMs + DAY_MS },
      { fromMs: fromMs + 2 * DAY_MS, toMs: fromMs + 3 * DAY_MS },
    ])
  })

  it('cuts the rows to the requested range', async () => {
    const archive = await anArchive()
    archive.put(day('2022-06-02'), days(2))
    const noon = fromMs + DAY_MS + DAY_MS / 2
    const { rows, covered } = await fetchFrom(archive, { fromMs: noon, toMs: noon + MINUTE_MS })
    expect([...rows.time]).toEqual([noon])
    expect(covered).toEqual([{ fromMs: noon, toMs: noon + MINUTE_MS }])
    expect(archive.requested).toEqual([day('2022-06-02')])
  })

  it('reads funding by month only', async () => {
    const archive = await anArchive()
    const path = 'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2022-06.zip'
    archive.put(path, `calc_time,funding_interval_hours,last_funding_rate\n${fromMs + 3},8,0.0001`)
    const { rows } = await fetchFrom(archive, { fromMs, toMs: fromMs + DAY_MS }, 'funding')
    expect([...rows.time]).toEqual([fromMs])
    expect(archive.requested).toEqual([path])
  })

  it('repeats a failed transfer', async () => {
    const archive = await anArchive()
    archive.put(day('2022-06-01'), days(1))
    archive.fail(day('2022-06-01'), 503, 2)
    const { rows } = await fetchFrom(archive, { fromMs, toMs: fromMs + DAY_MS })
    expect(daysIn(rows.time)).toEqual([1])
    expect(archive.requested).toHaveLength(3)
  })

  it('rejects a file that does not match its checksum', async () => {
    const archive = await anArchive()
    archive.put(day('2022-06-01'), days(1), 'f'.repeat(64))
    await expect(fetchFrom(archive, { fromMs, toMs: fromMs + DAY_MS })).rejects.toMatchObject({
      code: 'DOWNLOAD_FAILED',
      message: `${archive.url}/${day('2022-06-01')} was not downloaded in 4 attempts: it does not match its checksum.`,
    })
  })
})
