import { describe, expect, it } from 'vitest'
import { aCandle, aTrade, at, NOON_MS, WEEK_START_MS } from '../../../test/support/market-samples.ts'
import { DAY_MS, HOUR_MS } from '../../core/instant.ts'
import type { Candle } from './candle.ts'
import {
  beginObserving,
  buildFromTrade,
  type CandleBuilder,
  createCandleBuilder,
  endObserving,
  formingCandle,
  GRACE_MS,
  noteHole,
  passTime,
  stopObserving,
} from './candle-builder.ts'

/** A builder whose stream is whole since noon, or since another instant. */
const live = (sinceMs = NOON_MS): CandleBuilder => {
  const builder = createCandleBuilder('BTCUSDT')
  beginObserving(builder, sinceMs)
  return builder
}

const trade = (builder: CandleBuilder, atMs: number, price = 100): Candle[] =>
  buildFromTrade(builder, aTrade({ at: atMs, price }))

const ofInterval = (candles: readonly Candle[], interval: string): Candle[] =>
  candles.filter((candle) => candle.interval === interval)

const minuteCandles = (candles: readonly Candle[]): Candle[] => ofInterval(candles, '1m')

const flat = (openMs: number, price: number): Candle =>
  aCandle({ openMs, prices: [price, price, price, price], volume: 0, turnover: 0n, tradeCount: 0, takerBuyVolume: 0 })

describe('a candle builder on an unbroken stream', () => {
  it('closes a minute with its trades once the grace period is over', () => {
    const builder = live()
    trade(builder, at(0, 1), 100)
    trade(builder, at(0, 30), 120)
    trade(builder, at(0, 59), 90)
    expect(passTime(builder, at(1) + GRACE_MS - 1)).toEqual([])
    const [minute] = passTime(builder, at(1) + GRACE_MS)
    expect(minute).toEqual(
      aCandle({ prices: [100, 120, 90, 90], volume: 3, turnover: 310n, tradeCount: 3, takerBuyVolume: 3 }),
    )
  })

  it('shows a quiet minute as flat at the last price', () => {
    const builder = live()
    trade(builder, at(0, 10), 105)
    expect(minuteCandles(passTime(builder, at(4, 10))).slice(1)).toEqual([
      flat(at(1), 105),
      flat(at(2), 105),
      flat(at(3), 105),
    ])
  })

  it('opens a minute at its first trade, not at the price before it', () => {
    const builder = live()
    trade(builder, at(0, 10), 105)
    passTime(builder, at(1, 30))
    trade(builder, at(1, 40), 99)
    expect(formingCandle(builder, '1m')).toMatchObject({ open: 99, high: 99, low: 99, close: 99, tradeCount: 1 })
  })

  it('closes a minute before the longer candles that end with it, the shorter first', () => {
    const builder = live()
    trade(builder, at(14, 10))
    const closed = passTime(builder, at(15, 5))
    expect(closed.map(({ interval }) => interval)).toEqual(['1m', '3m', '5m', '15m'])
  })

  it('accepts a trade of the previous minute during the grace period', () => {
    const builder = live()
    trade(builder, at(0, 10), 100)
    passTime(builder, at(1, 1))
    expect(trade(builder, at(0, 59), 130)).toEqual([])
    expect(passTime(builder, at(1, 2))[0]).toMatchObject({ high: 130, close: 130, tradeCount: 2 })
  })

  it('has a forming candle for every interval after the first trade', () => {
    const builder = live()
    expect(formingCandle(builder, '1m')).toBeUndefined()
    trade(builder, at(0, 10), 100)
    passTime(builder, at(2, 10))
    trade(builder, at(2, 20), 140)
    expect(formingCandle(builder, '5m')).toMatchObject({ openMs: NOON_MS, open: 100, high: 140, close: 140, volume: 2 })
    expect(formingCandle(builder, '1w')).toMatchObject({ openMs: WEEK_START_MS, open: 100, close: 140 })
  })

  it('opens every longer candle at its first trade when it begins with a quiet minute', () => {
    const builder = live()
    trade(builder, at(4, 10), 105)
    passTime(builder, at(6, 30))
    trade(builder, at(6, 40), 99)
    trade(builder, at(6, 50), 100)
    const first = { open: 99, high: 100, low: 99, close: 100, volume: 2 }
    expect(formingCandle(builder, '5m')).toMatchObject({ openMs: at(5), ...first })
    const [five] = ofInterval(passTime(builder, at(10, 3)), '5m')
    expect(five).toMatchObject({ openMs: at(5), ...first })
  })

  it('does not move time back for an event with an older timestamp', () => {
    const builder = live()
    trade(builder, at(3, 10))
    expect(passTime(builder, at(1, 30))).toEqual([])
    expect(builder.coveredToMs).toBe(at(3, 10))
  })
})

describe('a candle builder with incomplete data', () => {
  it('lists what is missing from the first, partial minute and from every longer candle around it', () => {
    const builder = live(at(0, 16))
    trade(builder, at(0, 20))
    const closed = passTime(builder, at(5, 2))
    expect(minuteCandles(closed)[0]?.missing).toEqual([{ fromMs: NOON_MS, toMs: at(0, 16) }])
    expect(ofInterval(closed, '5m')[0]?.missing).toEqual([{ fromMs: NOON_MS, toMs: at(0, 16) }])
    expect(formingCandle(builder, '1h')?.missing).toEqual([{ fromMs: NOON_MS, toMs: at(0, 16) }])
    expect(formingCandle(builder, '1w')?.missing).toEqual([{ fromMs: WEEK_START_MS, toMs: at(0, 16) }])
  })

  it('leaves a gap where the stream was broken, and no flat candle', () => {
    const builder = live()
    trade(builder, at(0, 10))
    passTime(builder, at(0, 40))
    stopObserving(builder)
    expect(passTime(builder, at(3))).toEqual([])
    expect(beginObserving(builder, at(3, 30)).map(({ openMs }) => openMs)).toEqual([NOON_MS, NOON_MS])
    trade(builder, at(3, 40), 150)
    const closed = passTime(builder, at(5, 2))
    expect(minuteCandles(closed).map(({ openMs, missing }) => [openMs, missing])).toEqual([
      [at(3), [{ fromMs: at(3), toMs: at(3, 30) }]],
      [at(4), []],
    ])
    expect(ofInterval(closed, '5m')[0]).toMatchObject({
      open: 100,
      close: 150,
      missing: [{ fromMs: at(0, 40), toMs: at(3, 30) }],
    })
  })

  it('continues the same minute when the stream was interrupted within it', () => {
    const builder = live()
    trade(builder, at(0, 10), 100)
    passTime(builder, at(0, 20))
    stopObserving(builder)
    expect(beginObserving(builder, at(0, 30))).toEqual([])
    trade(builder, at(0, 40), 110)
    expect(passTime(builder, at(1, 2))[0]).toMatchObject({
      tradeCount: 2,
      missing: [{ fromMs: at(0, 20), toMs: at(0, 30) }],
    })
  })

  it('reports minutes after a gap as missing while no price is known', () => {
    const builder = live()
    trade(builder, at(0, 10))
    passTime(builder, at(0, 20))
    stopObserving(builder)
    beginObserving(builder, at(0, 30))
    const quiet = passTime(builder, at(5, 30))
    expect(minuteCandles(quiet).map(({ openMs }) => openMs)).toEqual([NOON_MS])
    expect(ofInterval(quiet, '5m')[0]?.missing).toEqual([
      { fromMs: at(0, 20), toMs: at(0, 30) },
      { fromMs: at(1), toMs: at(5) },
    ])
    stopObserving(builder)
    beginObserving(builder, at(7))
    trade(builder, at(8, 10))
    expect(formingCandle(builder, '1h')?.missing).toEqual([
      { fromMs: at(0, 20), toMs: at(0, 30) },
      { fromMs: at(1), toMs: at(8) },
    ])
  })

  it('counts no trades while the stream is interrupted', () => {
    const builder = live()
    trade(builder, at(0, 10))
    stopObserving(builder)
    expect(trade(builder, at(3, 10), 500)).toEqual([])
    beginObserving(builder, at(4))
    trade(builder, at(4, 5))
    expect(formingCandle(builder, '1h')).toMatchObject({ high: 100, missing: [{ fromMs: at(0, 10), toMs: at(4) }] })
  })

  it('is not interrupted by a stream that is complete from before the known history', () => {
    const builder = live()
    trade(builder, at(0, 10))
    stopObserving(builder)
    expect(beginObserving(builder, at(0, 5))).toEqual([])
    expect(passTime(builder, at(2, 2)).map(({ missing }) => missing)).toEqual([[], []])
  })

  it('reports a gap in the numbering as missing and the quiet minutes inside it as omitted', () => {
    const builder = live()
    trade(builder, at(0, 10))
    const closed = [...noteHole(builder, at(3, 5)), ...trade(builder, at(3, 5))]
    expect(closed.map(({ interval, missing }) => [interval, missing])).toEqual([
      ['1m', [{ fromMs: at(0, 10), toMs: at(1) }]],
      ['3m', [{ fromMs: at(0, 10), toMs: at(3) }]],
    ])
    expect(formingCandle(builder, '1m')?.missing).toEqual([{ fromMs: at(3), toMs: at(3, 5) + 1 }])
  })

  it('reports a gap between two trades of one millisecond, the last of its minute', () => {
    const builder = live()
    const last = at(1) - 1
    trade(builder, last, 100)
    expect([...noteHole(builder, last), ...trade(builder, last, 90)]).toEqual([])
    const [minute] = passTime(builder, at(1, 2))
    expect(minute).toMatchObject({ tradeCount: 2, low: 90, missing: [{ fromMs: last, toMs: at(1) }] })
  })

  it('publishes the last closed candles again when a late trade shows them incomplete', () => {
    const builder = live()
    trade(builder, at(4, 10), 100)
    passTime(builder, at(5, 2))
    const again = trade(builder, at(4, 50), 500)
    expect(again.map(({ interval, high, missing }) => [interval, high, missing])).toEqual([
      ['1m', 100, [{ fromMs: at(4, 50), toMs: at(4, 50) + 1 }]],
      [
        '5m',
        100,
        [
          { fromMs: NOON_MS, toMs: at(4) },
          { fromMs: at(4, 50), toMs: at(4, 50) + 1 },
        ],
      ],
    ])
    expect(trade(builder, at(3, 50), 500)).toEqual([])
    expect(formingCandle(builder, '1h')?.high).toBe(100)
  })

  it('loses no missing range at the turn of the week', () => {
    const sunday = WEEK_START_MS - 12 * HOUR_MS
    const builder = live(sunday)
    trade(builder, sunday + 5)
    passTime(builder, sunday + HOUR_MS)
    stopObserving(builder)
    beginObserving(builder, sunday + 2 * HOUR_MS)
    trade(builder, sunday + 2 * HOUR_MS)
    stopObserving(builder)
    const closed = beginObserving(builder, WEEK_START_MS)
    expect(ofInterval(closed, '1d')[0]?.missing).toEqual([
      { fromMs: sunday - 12 * HOUR_MS, toMs: sunday },
      { fromMs: sunday + HOUR_MS, toMs: WEEK_START_MS },
    ])
    expect(ofInterval(closed, '1w')[0]?.missing).toEqual([
      { fromMs: WEEK_START_MS - 7 * DAY_MS, toMs: sunday },
      { fromMs: sunday + HOUR_MS, toMs: WEEK_START_MS },
    ])
  })

  it('remembers a bounded number of gaps and never less than what is missing', () => {
    const builder = live()
    for (let index = 0; index < 1_200; index++) {
      const openMs = NOON_MS + index * 10
      trade(builder, openMs)
      noteHole(builder, openMs + 5)
      trade(builder, openMs + 5)
    }
    expect(builder.gaps).toHaveLength(1_000)
    expect(builder.gaps[0]).toEqual({ fromMs: WEEK_START_MS, toMs: NOON_MS + 200 * 10 + 6 })
    expect(builder.gaps.at(-1)).toEqual({ fromMs: NOON_MS + 1_199 * 10, toMs: NOON_MS + 1_199 * 10 + 6 })
  })
})

describe('a candle builder whose market has ended', () => {
  it('closes the elapsed minutes without a grace period and keeps the last one forming', () => {
    const builder = live()
    trade(builder, at(0, 10))
    passTime(builder, at(2, 1))
    expect(minuteCandles(endObserving(builder)).map(({ openMs }) => openMs)).toEqual([at(1)])
    expect(formingCandle(builder, '1m')).toEqual(flat(at(2), 100))
    expect(passTime(builder, at(9))).toEqual([])
  })

  it('has nothing to close when nothing was ever observed', () => {
    expect(endObserving(createCandleBuilder('BTCUSDT'))).toEqual([])
  })
})
