import { describe, expect, it } from 'vitest'
import { aCandle, aTrade, at, NOON_MS, someMinutes, WEEK_START_MS } from '../../../test/support/market-samples.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from './candle.ts'
import {
  beginObserving,
  buildFromHistory,
  buildFromMinute,
  buildFromTrade,
  type CandleBuilder,
  createCandleBuilder,
  formingCandle,
  passTime,
  stopObserving,
} from './candle-builder.ts'

/** A builder that has been given this many minutes from noon on. */
const withHistory = (count: number): { builder: CandleBuilder; closed: Candle[] } => {
  const builder = createCandleBuilder('BTCUSDT')
  const closed = someMinutes(count).flatMap((minute) => buildFromHistory(builder, minute))
  return { builder, closed }
}

const listOpens = (candles: readonly Candle[]): [string, number][] =>
  candles.map(({ interval, openMs }) => [interval, (openMs - NOON_MS) / MINUTE_MS])

describe('a candle builder given history', () => {
  it('passes its minutes on and builds the longer candles from them', () => {
    const { closed } = withHistory(5)
    expect(listOpens(closed)).toEqual([
      ['1m', 0],
      ['1m', 1],
      ['1m', 2],
      ['3m', 0],
      ['1m', 3],
      ['1m', 4],
      ['5m', 0],
    ])
    expect(closed.at(-1)).toEqual(
      aCandle({ interval: '5m', volume: 25, turnover: 265n, tradeCount: 20, takerBuyVolume: 10 }),
    )
  })

  it('lists the minutes it was not given as missing and closes what they would have ended', () => {
    const { builder } = withHistory(2)
    const closed = buildFromHistory(builder, aCandle({ openMs: at(16) }))
    expect(listOpens(closed)).toEqual([
      ['3m', 0],
      ['5m', 0],
      ['15m', 0],
      ['1m', 16],
    ])
    expect(closed[1]?.missing).toEqual([{ fromMs: at(2), toMs: at(5) }])
    expect(formingCandle(builder, '1h')?.missing).toEqual([{ fromMs: at(2), toMs: at(16) }])
  })

  it('retains what was missing inside a minute it is given', () => {
    const { builder } = withHistory(1)
    const missing = [{ fromMs: at(1, 20), toMs: at(1, 25) }]
    const [minute] = buildFromHistory(builder, aCandle({ openMs: at(1), missing }))
    expect(minute?.missing).toEqual(missing)
    expect(formingCandle(builder, '1h')?.missing).toEqual(missing)
  })

  it('lists the time before its first minute as missing, back to Monday', () => {
    const { builder } = withHistory(1)
    expect(formingCandle(builder, '1w')?.missing).toEqual([{ fromMs: WEEK_START_MS, toMs: NOON_MS }])
  })

  it('ignores minutes that lie before known ones and all that arrive while the stream is complete', () => {
    const { builder } = withHistory(3)
    expect(buildFromHistory(builder, aCandle({ openMs: at(2) }))).toEqual([])
    beginObserving(builder, at(3))
    expect(buildFromHistory(builder, aCandle({ openMs: at(3) }))).toEqual([])
  })
})

describe('a candle builder that goes live after history', () => {
  it('continues without a gap when the stream begins with the end of the last minute', () => {
    const { builder } = withHistory(4)
    expect(beginObserving(builder, at(4))).toEqual([])
    buildFromTrade(builder, aTrade({ at: at(4, 10), price: 20 }))
    const closed = passTime(builder, at(6, 2))
    expect(listOpens(closed)).toEqual([
      ['1m', 4],
      ['5m', 0],
      ['1m', 5],
      ['3m', 3],
    ])
    expect(closed.map(({ missing }) => missing)).toEqual([[], [], [], []])
    expect(closed[1]).toMatchObject({ open: 10, high: 20, close: 20, volume: 21, tradeCount: 17 })
  })

  it('shows a first quiet minute as flat at the last close of the history', () => {
    const { builder } = withHistory(4)
    beginObserving(builder, at(4))
    expect(passTime(builder, at(5, 2))[0]).toMatchObject({ open: 11, close: 11, volume: 0, missing: [] })
  })

  it('shows no such minute when the end of the history was not observed', () => {
    const { builder } = withHistory(4)
    buildFromHistory(builder, aCandle({ openMs: at(4), missing: [{ fromMs: at(4, 30), toMs: at(5) }] }))
    beginObserving(builder, at(5))
    expect(listOpens(passTime(builder, at(6, 2)))).toEqual([['3m', 3]])
    expect(formingCandle(builder, '15m')?.missing).toEqual([{ fromMs: at(4, 30), toMs: at(6) }])
  })

  it('lists what lies between history and stream as missing', () => {
    const { builder } = withHistory(4)
    expect(listOpens(beginObserving(builder, at(6, 30)))).toEqual([
      ['5m', 0],
      ['3m', 3],
    ])
    buildFromTrade(builder, aTrade({ at: at(6, 40) }))
    expect(passTime(builder, at(7, 2))[0]?.missing).toEqual([{ fromMs: at(6), toMs: at(6, 30) }])
    expect(formingCandle(builder, '15m')?.missing).toEqual([{ fromMs: at(4), toMs: at(6, 30) }])
  })

  it('never rebuilds a minute that the history has, though the stream began before its end', () => {
    const { builder } = withHistory(5)
    expect(beginObserving(builder, at(4, 30))).toEqual([])
    expect(buildFromTrade(builder, aTrade({ at: at(4, 40), price: 500 }))).toEqual([])
    buildFromTrade(builder, aTrade({ at: at(5, 1), price: 30 }))
    const closed = passTime(builder, at(6, 2))
    expect(listOpens(closed)).toEqual([
      ['1m', 5],
      ['3m', 3],
    ])
    expect(closed.map(({ high, missing }) => [high, missing])).toEqual([
      [30, []],
      [30, []],
    ])
  })

  it('fills a break with history from the next minute on and closes the broken minute first', () => {
    const { builder } = withHistory(1)
    beginObserving(builder, at(1))
    buildFromTrade(builder, aTrade({ at: at(1, 10), price: 100 }))
    passTime(builder, at(1, 20))
    stopObserving(builder)
    const closed = [2, 3, 4].flatMap((minute) => buildFromHistory(builder, aCandle({ openMs: at(minute) })))
    expect(listOpens(closed)).toEqual([
      ['1m', 1],
      ['1m', 2],
      ['3m', 0],
      ['1m', 3],
      ['1m', 4],
      ['5m', 0],
    ])
    const missing = [{ fromMs: at(1, 20), toMs: at(2) }]
    expect(closed[0]).toMatchObject({ close: 100, missing })
    expect(closed.at(-1)).toMatchObject({ open: 10, high: 100, close: 11, volume: 21, missing })
  })

  it('replaces a quiet minute that had only begun by history', () => {
    const { builder } = withHistory(1)
    beginObserving(builder, at(1))
    stopObserving(builder)
    expect(listOpens(buildFromHistory(builder, aCandle({ openMs: at(1) })))).toEqual([['1m', 1]])
    expect(formingCandle(builder, '5m')).toMatchObject({ volume: 10, missing: [] })
  })

  it('closes every candle of last week with what was missing from it', () => {
    const builder = createCandleBuilder('BTCUSDT')
    const nextMonday = WEEK_START_MS + 7 * DAY_MS
    buildFromHistory(builder, aCandle({ openMs: WEEK_START_MS }))
    buildFromHistory(builder, aCandle({ openMs: WEEK_START_MS + DAY_MS }))
    const closed = buildFromHistory(builder, aCandle({ openMs: nextMonday }))
    expect(closed.find(({ interval }) => interval === '1w')?.missing).toEqual([
      { fromMs: WEEK_START_MS + MINUTE_MS, toMs: WEEK_START_MS + DAY_MS },
      { fromMs: WEEK_START_MS + DAY_MS + MINUTE_MS, toMs: nextMonday },
    ])
  })

  it('closes the minutes of a stream that has candles and no trades, each once', () => {
    const { builder } = withHistory(1)
    beginObserving(builder, at(1))
    const closed = [1, 1, 2].flatMap((minute) => buildFromMinute(builder, aCandle({ openMs: at(minute) })))
    expect(listOpens(closed)).toEqual([
      ['1m', 1],
      ['1m', 2],
      ['3m', 0],
    ])
    expect(closed.at(-1)).toMatchObject({ volume: 15, missing: [] })
    stopObserving(builder)
    expect(buildFromMinute(builder, aCandle({ openMs: at(3) }))).toEqual([])
  })
})
