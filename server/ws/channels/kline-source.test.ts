import { describe, expect, it } from 'vitest'
import type { Kline } from '../../../contract/market.ts'
import type { KlinesData } from '../../../contract/stream/channel-data.ts'
import { readChannel } from '../../../test/support/channel-reader.ts'
import { aCandle, anInstrument, aTrade, NOON_MS } from '../../../test/support/market-samples.ts'
import { watchMarket } from '../../../test/support/watched-market.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { CandleStore } from '../../engine/model/ports.ts'
import { createMarketViews } from '../../views/market-views.ts'
import { klineSource } from './kline-source.ts'

/** A market whose closed candles are stored and passed to the views, as after a turn of the engine. */
const openChannel = (interval: Interval = '1m') => {
  const instrument = anInstrument()
  const watched = watchMarket([
    { kind: 'instrument', instrument },
    { kind: 'stream', change: { symbol: 'BTCUSDT', state: 'live', sinceMs: NOON_MS } },
  ])
  const stored: Candle[] = []
  let reads = 0
  const find: CandleStore['find'] = ({ interval, limit }) => {
    reads++
    const places = new Map(
      stored.filter((candle) => candle.interval === interval).map((candle) => [candle.openMs, candle]),
    )
    return [...places.values()].toSorted((a, b) => a.openMs - b.openMs).slice(-limit)
  }
  const views = createMarketViews({ market: watched.market, candles: { find }, origin: 'SIMULATOR', runId: 'run' })
  const source = klineSource(views, { symbol: 'BTCUSDT', interval })
  const channel = readChannel<KlinesData>('market.kline.{interval}:{symbol}', source)
  let sequence = 0
  const settle = (): void => {
    const closed = watched.closed.slice(stored.length)
    stored.push(...closed)
    views.onFacts(closed.map((candle) => ({ kind: 'candleClosed', candle, instrument })))
  }
  /** A trade so many minutes after noon. */
  const trade = (minutes: number, price = 1_000): void => {
    watched.receive({
      kind: 'trade',
      trade: aTrade({ at: NOON_MS + minutes * MINUTE_MS, price, sequence: ++sequence }),
    })
    settle()
  }
  return { watched, views, channel, trade, settle, poll: () => channel.refresh(NOON_MS), reads: () => reads }
}

const toMinute = ({ openTimeMs }: Kline): number => (openTimeMs - NOON_MS) / MINUTE_MS
const listKlines = (data: KlinesData | undefined): unknown[] =>
  data?.items.map((kline) => [toMinute(kline), kline.closed ? 'closed' : 'forming']) ?? []

describe('the kline channel', () => {
  it('begins with the newest two closed candles and the forming one, as in REST', () => {
    const { channel, trade, poll, views } = openChannel()
    for (const minute of [0, 1, 2, 3]) trade(minute)
    poll()
    const message = channel.reader().read()
    expect([message?.type, listKlines(message?.data)]).toEqual([
      'snapshot',
      [
        [1, 'closed'],
        [2, 'closed'],
        [3, 'forming'],
      ],
    ])
    const query = {
      symbol: 'BTCUSDT',
      interval: '1m',
      fromMs: undefined,
      toMs: undefined,
      limit: 3,
      includeOpen: true,
    } as const
    const answer = views.klines(query)
    expect(message?.data.items).toEqual(answer.ok && JSON.parse(String(answer.value.body(0))).items)
  })

  it('is the same over REST when a candle was stored after the market had moved on', () => {
    const { views, watched, settle } = openChannel()
    const closed = () => {
      const range = { symbol: 'BTCUSDT', interval: '1m', fromMs: undefined, toMs: undefined } as const
      const answer = views.klines({ ...range, limit: 3, includeOpen: false })
      return answer.ok && JSON.parse(String(answer.value.body(0))).items.map(toMinute)
    }
    for (const minute of [0, 1]) {
      const at = NOON_MS + minute * MINUTE_MS
      watched.receive({ kind: 'trade', trade: aTrade({ at, price: 1_000, sequence: minute + 1 }) })
    }
    expect(closed()).toEqual([])
    settle()
    expect(closed()).toEqual([0])
  })

  it('publishes the forming candle while it forms, and each closed one once', () => {
    const { channel, trade, poll } = openChannel()
    const reader = channel.reader()
    const published: unknown[] = []
    for (const [minute, price] of [
      [0, 1_000],
      [0, 1_001],
      [1, 1_002],
      [1, 1_003],
      [3, 1_004],
    ] as const) {
      trade(minute, price)
      poll()
      published.push(listKlines(reader.read()?.data))
    }
    expect(published).toEqual([
      [[0, 'forming']],
      [[0, 'forming']],
      [
        [0, 'closed'],
        [1, 'forming'],
      ],
      [[1, 'forming']],
      [
        [1, 'closed'],
        [2, 'closed'],
        [3, 'forming'],
      ],
    ])
    poll()
    expect(reader.read()).toBeUndefined()
  })

  it.each([
    [49, 'delta', 49],
    [50, 'snapshot', 2],
    [300, 'snapshot', 2],
  ] as const)('sends a client that missed the close of %d candles a %s with %d of them', (missed, type, closed) => {
    const { channel, trade, poll } = openChannel()
    trade(0)
    poll()
    const reader = channel.reader()
    reader.read()
    for (let minute = 1; minute <= missed; minute++) {
      trade(minute)
      poll()
    }
    const message = reader.read()
    expect([message?.type, message?.data.items.length]).toEqual([type, closed + 1])
    expect(listKlines(message?.data).at(-1)).toEqual([missed, 'forming'])
  })

  it('publishes a candle again when it was revised', () => {
    const { channel, trade, poll, watched, settle, views } = openChannel()
    trade(0)
    trade(1)
    poll()
    const reader = channel.reader()
    reader.read()
    watched.receive({ kind: 'trade', trade: aTrade({ at: NOON_MS + 1, price: 2_000, sequence: 3 }) })
    watched.receive({ kind: 'repair', candle: aCandle({ prices: [1_000, 2_000, 1_000, 1_000] }) })
    settle()
    poll()
    expect(listKlines(reader.read()?.data)).toEqual([
      [0, 'closed'],
      [1, 'forming'],
    ])
    expect(views.series.newest({ symbol: 'BTCUSDT', interval: '1m', limit: 1 }, anInstrument())).toMatchObject([
      { candle: { high: 2_000 } },
    ])
  })

  it('closes longer candles too', () => {
    const { channel, trade, poll } = openChannel('5m')
    for (const minute of [0, 3, 5]) trade(minute)
    poll()
    expect(listKlines(channel.reader().read()?.data)).toEqual([
      [0, 'closed'],
      [5, 'forming'],
    ])
  })

  it('drops what was counted in other increments', () => {
    const { channel, trade, poll, watched } = openChannel()
    for (const minute of [0, 1]) trade(minute)
    poll()
    const reader = channel.reader()
    reader.read()
    watched.receive({ kind: 'instrument', instrument: anInstrument({ tickSize: '0.01' }) })
    poll()
    expect([reader.read()?.data.items, channel.reader().read()?.data.items]).toEqual([[], []])
  })

  it('reads the store only when the series is not in memory', () => {
    const { channel, trade, poll, views, reads } = openChannel()
    for (const minute of [0, 1]) trade(minute)
    poll()
    const before = reads()
    views.klines({
      symbol: 'BTCUSDT',
      interval: '1m',
      fromMs: undefined,
      toMs: undefined,
      limit: 3,
      includeOpen: false,
    })
    for (const minute of [2, 3]) {
      trade(minute)
      poll()
    }
    expect([before, reads()]).toEqual([1, 2])
    expect(listKlines(channel.reader().read()?.data)).toEqual([
      [1, 'closed'],
      [2, 'closed'],
      [3, 'forming'],
    ])
  })

  it('is empty, without an age, before anything was observed', () => {
    const { channel, poll } = openChannel()
    poll()
    expect(channel.reader().read()).toEqual({ type: 'snapshot', data: { items: [], source: null } })
  })
})
