import { describe, expect, it } from 'vitest'
import { aCandle, aTrade, at, NOON_MS } from '../../../test/support/market-samples.ts'
import type { Candle } from './candle.ts'
import {
  beginObserving,
  buildFromHistory,
  buildFromTrade,
  type CandleBuilder,
  createCandleBuilder,
  formingCandle,
  passTime,
  stopObserving,
} from './candle-builder.ts'
import { repairMinute } from './market.ts'

const wholeMinute = (minutes: number): Candle =>
  aCandle({
    openMs: at(minutes),
    prices: [100, 150, 80, 110],
    volume: 40,
    turnover: 4_400n,
    tradeCount: 9,
    takerBuyVolume: 15,
  })

/** A stream that was whole from noon, broke after a trade in a minute, and was whole again within the same minute. */
const interruptedIn = (minutes: number): CandleBuilder => {
  const builder = createCandleBuilder('BTCUSDT')
  beginObserving(builder, NOON_MS)
  for (let minute = 0; minute <= minutes; minute++) buildFromTrade(builder, aTrade({ at: at(minute, 5), price: 100 }))
  stopObserving(builder)
  beginObserving(builder, at(minutes, 30))
  buildFromTrade(builder, aTrade({ at: at(minutes, 40), price: 110 }))
  return builder
}

const ofInterval = (candles: readonly Candle[], interval: string): Candle | undefined =>
  candles.find((candle) => candle.interval === interval)

describe('a minute in which the stream was briefly interrupted', () => {
  it('is published with missing ranges, and again when the exchange supplies it complete', () => {
    const builder = interruptedIn(1)
    const [candle] = passTime(builder, at(2, 3))
    expect(candle?.missing).toEqual([{ fromMs: at(1, 5), toMs: at(1, 30) }])
    expect(repairMinute(builder, wholeMinute(1))).toEqual([wholeMinute(1)])
    expect(repairMinute(builder, wholeMinute(1))).toEqual([wholeMinute(1)])
  })

  it('repairs the longer candles that closed with it, and those that are still forming', () => {
    const builder = interruptedIn(4)
    const closed = passTime(builder, at(5, 3))
    expect(ofInterval(closed, '5m')).toMatchObject({ volume: 6, high: 110, missing: [{ toMs: at(4, 30) }] })
    const repaired = repairMinute(builder, wholeMinute(4))
    expect(repaired.map(({ interval }) => interval)).toEqual(['1m', '5m'])
    expect(ofInterval(repaired, '5m')).toMatchObject({
      open: 100,
      high: 150,
      low: 80,
      close: 110,
      volume: 44,
      turnover: 4_800n,
      tradeCount: 13,
      missing: [],
    })
    expect(formingCandle(builder, '15m')).toMatchObject({ volume: 44, missing: [], close: 110 })
  })

  it('opens the longer candle when nothing traded in it before', () => {
    const builder = createCandleBuilder('BTCUSDT')
    beginObserving(builder, NOON_MS)
    buildFromTrade(builder, aTrade({ at: at(4, 5), price: 200 }))
    passTime(builder, at(9, 5))
    stopObserving(builder)
    beginObserving(builder, at(9, 30))
    buildFromTrade(builder, aTrade({ at: at(9, 40), price: 110 }))
    passTime(builder, at(10, 3))
    expect(ofInterval(repairMinute(builder, wholeMinute(9)), '5m')).toMatchObject({
      open: 100,
      high: 150,
      low: 80,
      close: 110,
      volume: 40,
    })
  })

  it('stays as published when another minute has closed since', () => {
    const builder = interruptedIn(1)
    passTime(builder, at(3, 3))
    expect(repairMinute(builder, wholeMinute(1))).toEqual([])
    expect(formingCandle(builder, '5m')?.missing).toEqual([{ fromMs: at(1, 5), toMs: at(1, 30) }])
  })
})

describe('history after an outage', () => {
  it('replaces the minute in which the stream was interrupted', () => {
    const builder = createCandleBuilder('BTCUSDT')
    beginObserving(builder, NOON_MS)
    buildFromTrade(builder, aTrade({ at: at(0, 5), price: 100 }))
    buildFromTrade(builder, aTrade({ at: at(1, 5), price: 100 }))
    stopObserving(builder)
    const closed = [1, 2].flatMap((minute) => buildFromHistory(builder, wholeMinute(minute)))
    expect(closed.filter(({ interval }) => interval === '1m')).toEqual([wholeMinute(1), wholeMinute(2)])
    beginObserving(builder, at(3, 10))
    expect(formingCandle(builder, '5m')).toMatchObject({ volume: 81, missing: [{ fromMs: at(3), toMs: at(3, 10) }] })
  })

  it.each([
    ['with', [0, 1]],
    ['without', [1]],
  ])('closes the previous minute, which was waiting for late trades, %s its own candle', (_how, minutes) => {
    const builder = createCandleBuilder('BTCUSDT')
    beginObserving(builder, NOON_MS)
    buildFromTrade(builder, aTrade({ at: at(0, 5), price: 100 }))
    passTime(builder, at(1, 1))
    stopObserving(builder)
    const closed = minutes.flatMap((minute) => buildFromHistory(builder, wholeMinute(minute)))
    const closedMinutes = closed.filter(({ interval }) => interval === '1m')
    expect(closedMinutes.map(({ openMs }) => openMs)).toEqual([at(0), at(1)])
    expect(closedMinutes[0]?.volume).toBe(minutes.length === 2 ? 40 : 1)
    expect(closedMinutes[1]).toEqual(wholeMinute(1))
  })

  it('does so even when no price was known in that minute since an interruption', () => {
    const builder = createCandleBuilder('BTCUSDT')
    beginObserving(builder, NOON_MS)
    buildFromTrade(builder, aTrade({ at: at(0, 5), price: 100 }))
    stopObserving(builder)
    beginObserving(builder, at(1, 10))
    stopObserving(builder)
    const closed = [0, 1].flatMap((minute) => buildFromHistory(builder, wholeMinute(minute)))
    expect(closed.filter(({ interval }) => interval === '1m')).toEqual([wholeMinute(1)])
  })
})
