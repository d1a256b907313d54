import { describe, expect, it } from 'vitest'
import { decimal } from '../../../server/core/decimal.ts'
import { type Candle, flatCandle } from '../../../server/domain/market/candle.ts'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import type { Trade } from '../../../server/domain/market/trade-tape.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { printAverage, printLongPrice, printPrice, printQuote, printRate } from './figures.ts'
import {
  aggregate,
  candlesIn,
  createAggTape,
  createStoredCandles,
  endAggregate,
  findRange,
  noteTrade,
  storeCandle,
  type TradeRanges,
} from './market-board.ts'

const BTC = anInstrument()

describe('figures', () => {
  it('are written with the digits of the exchange', () => {
    expect(printPrice(BTC, ticks(618_002))).toBe('61800.20')
    expect(printLongPrice(BTC, ticks(618_002))).toBe('61800.20000000')
    expect(printQuote(BTC, 618_002n * 6n)).toBe('370.8012')
    expect(printAverage(BTC, 618_002n * 1n + 618_003n * 2n, lots(3))).toBe('61800.26667')
    expect(printAverage(BTC, 0n, lots(0))).toBe('0.00000')
    expect(printRate(decimal('-0.0075'))).toBe('-0.00750000')
  })
})

const trade = (id: number, more: Partial<Trade> = {}): Trade => ({
  symbol: 'BTCUSDT',
  tradeId: String(id),
  sequence: null,
  price: ticks(100),
  quantity: lots(2),
  takerSide: 'BUY',
  tradedAtMs: 1_000,
  ...more,
})

describe('trades of one order', () => {
  it('form one aggregate while price, side and time are the same', () => {
    const tape = createAggTape()
    expect(aggregate(tape, trade(1))).toBeUndefined()
    expect(aggregate(tape, trade(2))).toBeUndefined()
    expect(aggregate(tape, trade(3, { price: ticks(101) }))).toMatchObject({ firstId: 1, lastId: 2, quantity: 4 })
    expect(endAggregate(tape)).toMatchObject({ firstId: 3, lastId: 3, quantity: 2 })
    expect(endAggregate(tape)).toBeUndefined()
    expect(tape.closed).toHaveLength(2)
  })
})

describe('the trades of a candle', () => {
  it('are known for the forming one and the previous one', () => {
    const ranges: TradeRanges = new Map()
    noteTrade(ranges, trade(1, { tradedAtMs: 1_000 }))
    noteTrade(ranges, trade(2, { tradedAtMs: 59_999 }))
    noteTrade(ranges, trade(3, { tradedAtMs: 60_000 }))
    expect(findRange(ranges, '1m', 0)).toMatchObject({ first: 1, last: 2 })
    expect(findRange(ranges, '1m', 60_000)).toMatchObject({ first: 3, last: 3 })
    expect(findRange(ranges, '1h', 0)).toMatchObject({ first: 1, last: 3 })
    expect(findRange(ranges, '1m', 120_000)).toEqual({ first: -1, last: -1 })
  })
})

describe('a candle store', () => {
  const minute = (number: number): Candle =>
    flatCandle({ symbol: 'BTCUSDT', interval: '1m', openMs: number * 60_000, price: ticks(100 + number) })
  const shelf = createStoredCandles()
  for (const number of [0, 1, 2, 3, 4]) storeCandle(shelf, minute(number))
  storeCandle(shelf, { ...minute(4), close: ticks(7) })
  const candles = shelf.get('1m') ?? []
  const findMinutes = (fromMs: number | undefined, toMs: number | undefined, limit: number): number[] =>
    candlesIn(candles, { fromMs, toMs, limit }).map(({ openMs }) => openMs / 60_000)

  it('returns the newest, or those from a start time on', () => {
    expect(findMinutes(undefined, undefined, 2)).toEqual([3, 4])
    expect(findMinutes(60_000, undefined, 2)).toEqual([1, 2])
    expect(findMinutes(60_000, 120_000, 9)).toEqual([1, 2])
    expect(findMinutes(undefined, 120_000, 2)).toEqual([1, 2])
  })

  it('retains one candle per opening, the last one received', () => {
    expect(candles.map(({ close }) => close)).toEqual([100, 101, 102, 103, 7])
  })
})
