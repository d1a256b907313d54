import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { decimal } from '../../../core/decimal.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { HistoryKind } from '../../../research/data/kinds.ts'
import { readHistory } from '../../../research/data/read-history.ts'
import { createRowBuilder } from '../../../research/data/rows.ts'
import { type HistoryStore, openHistoryStore } from './history-store.ts'

const JANUARY = Date.UTC(2024, 0, 1)
const FEBRUARY = Date.UTC(2024, 1, 1)
const FILTERS = { tickSize: '0.1', lotSize: '0.001', minNotional: '5', maxLeverage: 125 }

const aStore = (): HistoryStore => openHistoryStore(aTempDirectory(), 'binanceusdm')

const candle = (price: number): readonly number[] => [
  price,
  price + 0.2,
  price - 0.2,
  price + 0.1,
  1.5,
  1.5 * price,
  7,
  0.5,
]

/** Stores rows that begin at a minute, month by month. */
const put = async (
  store: HistoryStore,
  kind: HistoryKind,
  rows: readonly (readonly [Instant, readonly number[]])[],
  instrument: typeof FILTERS | null = FILTERS,
): Promise<void> => {
  const builder = createRowBuilder(kind)
  for (const [at, cells] of rows) builder.add(at, cells)
  const origins = [{ name: 'test', sha256: null }]
  for (const [period, data] of builder.periods()) {
    const covered = [{ fromMs: data.time[0] ?? 0, toMs: (data.time.at(-1) ?? 0) + MINUTE_MS }]
    await store.add({ symbol: 'BTCUSDT', kind, period, rows: data, covered, origins, instrument })
  }
}

const minute = (index: number): Instant => FEBRUARY + index * MINUTE_MS

describe('openHistoryStore', () => {
  it('reads back what was added, with gaps and filters', async () => {
    const store = aStore()
    await put(
      store,
      'candles',
      [0, 1, 4].map((index) => [minute(index), candle(100)] as const),
    )
    const key = { symbol: 'BTCUSDT', kind: 'candles', period: '2024-02' } as const
    const stored = await store.read(key)
    expect([...(stored?.rows.time ?? [])]).toEqual([minute(0), minute(1), minute(4)])
    expect([...(stored?.rows.columns.high ?? [])]).toEqual([100.2, 100.2, 100.2])
    expect(stored?.record).toMatchObject({
      ...key,
      exchange: 'binanceusdm',
      instrument: FILTERS,
      rows: 3,
      gaps: [{ fromMs: minute(2), toMs: minute(4) }],
    })
    expect(store.describe(key)).toEqual(stored?.record)
    expect(store.list()).toMatchObject([{ ...key, rows: 3 }])
    expect(store.list('ETHUSDT')).toEqual([])
  })

  it('reads the trades of a minute from the middle of a day', async () => {
    const store = aStore()
    const count = 100_000
    const trades = Array.from({ length: count }, (_, id) => [FEBRUARY + id * 800, [id, 100 + (id % 7), 1, 0]] as const)
    await put(store, 'trades', trades, null)
    const key = { symbol: 'BTCUSDT', kind: 'trades', period: '2024-02-01' } as const
    const range = { fromMs: minute(600), toMs: minute(601) }
    const read = await store.readWithin(key, range)
    const whole = await store.read(key)
    const expected = trades.filter(([at]) => at >= range.fromMs && at < range.toMs)
    expect([...(read?.rows.time ?? [])]).toEqual(expected.map(([at]) => at))
    expect([...(read?.rows.columns.price ?? [])]).toEqual(expected.map(([, [, price]]) => price))
    expect(read?.record).toEqual(whole?.record)
    const after = { fromMs: minute(1_400), toMs: minute(1_401) }
    expect((await store.readWithin(key, after))?.rows.time).toHaveLength(0)
    expect(await store.readWithin({ ...key, period: '2024-02-02' }, range)).toBeNull()
  })

  it('gives equal rows equal digests, however they were split', async () => {
    const [whole, parts] = [aStore(), aStore()]
    const rows = [0, 1, 2, 3].map((index) => [minute(index), candle(100 + index)] as const)
    await put(whole, 'candles', rows)
    await put(parts, 'candles', rows.slice(2))
    await put(parts, 'candles', rows.slice(0, 3))
    expect(parts.list()[0]?.digest).toBe(whole.list()[0]?.digest)
    expect(parts.list()[0]?.gaps).toEqual([])
  })

  it('describes a month whose gaps fill more than the end of the file', async () => {
    const store = aStore()
    const rows = Array.from({ length: 4_000 }, (_, index) => [minute(2 * index), [1, 2, 1, 2]] as const)
    await put(store, 'mark', rows)
    const [listed] = store.list()
    expect(listed?.gaps).toHaveLength(3_999)
    expect(listed?.bytes).toBeGreaterThan(64 * 1024)
  })

  it('infers a tick and a lot when the known ones do not fit', async () => {
    const store = aStore()
    await put(store, 'candles', [[minute(0), [100.25, 100.25, 100.25, 100.25, 0.0005, 1, 1, 0]]])
    expect(store.list()[0]?.instrument).toEqual({ ...FILTERS, tickSize: '100.25', lotSize: '0.0005' })
  })

  it('rejects rows that are no candles, and changes nothing', async () => {
    const store = aStore()
    await put(store, 'candles', [[minute(0), candle(100)]])
    const before = store.list()
    await expect(put(store, 'candles', [[minute(0), [100, 99, 98, 97, 1, 1, 1, 1]]])).rejects.toThrow(
      'BTCUSDT candles: The candle at 2024-02-01T00:00:00.000Z has prices outside its high and low.',
    )
    expect(store.list()).toEqual(before)
  })

  it('detects a changed byte in the rows', async () => {
    const store = aStore()
    await put(
      store,
      'mark',
      [0, 1, 2].map((index) => [minute(index), [1, 2, 1, 2]] as const),
    )
    const { path } = store.list()[0] ?? { path: '' }
    const bytes = readFileSync(path)
    for (const at of [4, 30, 60]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      writeFileSync(path, damaged)
      const key = { symbol: 'BTCUSDT', kind: 'mark', period: '2024-02' } as const
      await expect(store.read(key)).rejects.toThrow(`${path} is damaged`)
    }
  })
})

describe('readHistory', () => {
  const range = (fromMs: Instant, toMs: Instant) => ({ symbol: 'BTCUSDT', fromMs, toMs })

  it('joins months, with absent minutes as gaps', async () => {
    const store = aStore()
    await put(
      store,
      'candles',
      [FEBRUARY - 2 * MINUTE_MS, FEBRUARY - MINUTE_MS, minute(1)].map((at) => [at, candle(100)] as const),
    )
    await put(store, 'mark', [[minute(1), [100.04, 100.06, 100.04, 100.06]]])
    await put(store, 'funding', [[FEBRUARY, [-0.0001, 4]]])
    await put(store, 'interest', [[FEBRUARY, [82_000.5]]])
    const history = await readHistory(store, range(FEBRUARY - 3 * MINUTE_MS, minute(2)))
    expect(history.instrument).toMatchObject({ symbol: 'BTCUSDT', minNotional: decimal('5'), maxLeverage: 125 })
    expect(history.last).toMatchObject({
      fromMs: FEBRUARY - 3 * MINUTE_MS,
      length: 5,
      open: Int32Array.of(0, 1000, 1000, 0, 1000),
      high: Int32Array.of(0, 1002, 1002, 0, 1002),
      volume: Float64Array.of(0, 1500, 1500, 0, 1500),
      takerBuyVolume: Float64Array.of(0, 500, 500, 0, 500),
      tradeCount: Int32Array.of(0, 7, 7, 0, 7),
      gaps: [
        { fromMs: FEBRUARY - 3 * MINUTE_MS, toMs: FEBRUARY - 2 * MINUTE_MS },
        { fromMs: FEBRUARY, toMs: minute(1) },
      ],
    })
    expect(history.mark).toMatchObject({
      open: Int32Array.of(0, 0, 0, 0, 1000),
      close: Int32Array.of(0, 0, 0, 0, 1001),
    })
    expect(history.funding).toEqual([
      { symbol: 'BTCUSDT', rate: decimal('-0.0001'), settledAtMs: FEBRUARY, intervalMs: 4 * HOUR_MS },
    ])
    expect(history.openInterest).toEqual([{ atMs: FEBRUARY, openInterest: decimal('82000.5') }])
    expect(history.index).toBeNull()
  })

  it('counts in the coarsest tick that fits every month', async () => {
    const store = aStore()
    await put(store, 'candles', [[JANUARY, [100.25, 100.25, 100.25, 100.25, 1, 1, 1, 1]]], null)
    await put(store, 'candles', [[FEBRUARY, [100.2, 100.2, 100.2, 100.2, 1, 1, 1, 1]]], null)
    const { instrument, last } = await readHistory(store, range(JANUARY, minute(1)))
    expect(instrument.price.print(last.open[0] ?? 0)).toBe('100.25')
    expect(instrument.price.print(last.open.at(-1) ?? 0)).toBe('100.20')
  })

  it('rejects a range without candles', async () => {
    const store = aStore()
    await put(store, 'candles', [[JANUARY, candle(100)]])
    await expect(readHistory(store, range(FEBRUARY, minute(60)))).rejects.toMatchObject({
      code: 'HISTORY_MISSING',
      message: 'No candles of BTCUSDT are stored from 2024-02-01 to 2024-02-02.',
      remedy: expect.stringContaining("--exchange binanceusdm --symbols BTCUSDT --from 2024-02-01 --to 2024-02-02'"),
    })
  })

  it('has another digest for other data or another range', async () => {
    const computeDigest = async (price: number, minutes: number): Promise<string> => {
      const store = aStore()
      await put(store, 'candles', [[minute(0), candle(price)]])
      return (await readHistory(store, range(minute(0), minute(minutes)))).digest
    }
    const first = await computeDigest(100, 1)
    expect(await computeDigest(100, 1)).toBe(first)
    expect(await computeDigest(101, 1)).not.toBe(first)
    expect(await computeDigest(100, 2)).not.toBe(first)
  })
})
