import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCandle, aTrade, NOON_MS } from '../../../test/support/market-samples.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { addTrade, type Candle, candleOfTrade, closeTime, flatCandle, mergeCandles } from './candle.ts'
import { ticks } from './instrument.ts'
import { type Interval, intervalStart } from './interval.ts'
import type { Trade } from './trade-tape.ts'

const anyTrade = fc
  .record({
    at: fc.integer({ min: NOON_MS, max: NOON_MS + HOUR_MS - 1 }),
    price: fc.integer({ min: 1, max: 2 ** 40 }),
    quantity: fc.integer({ min: 1, max: 2 ** 40 }),
    takerSide: fc.constantFrom('BUY' as const, 'SELL' as const),
  })
  .map(aTrade)

const inOrder = (trades: readonly Trade[]): Trade[] => trades.toSorted((a, b) => a.tradedAtMs - b.tradedAtMs)

/** Builds the candle from all trades in one pass. */
const built = (interval: Interval, openMs: Instant, trades: readonly Trade[]): Candle | undefined => {
  const [first, ...rest] = trades
  return first && rest.reduce(addTrade, candleOfTrade(first, interval, openMs))
}

describe('mergeCandles', () => {
  it('merges twelve 5-minute candles into the hour built from the same trades', () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 60, size: 'max' }).map(inOrder), (trades) => {
        const fives = Map.groupBy(trades, ({ tradedAtMs }) => intervalStart('5m', tradedAtMs))
        const candles = [...fives].map(([openMs, list]) => built('5m', openMs, list)).filter((c) => c !== undefined)
        const merged = candles.reduce(mergeCandles)
        expect({ ...merged, interval: '1h', openMs: NOON_MS }).toEqual(built('1h', NOON_MS, trades))
      }),
    )
  })

  it('sums additive fields and returns unknown when one part is unknown', () => {
    const known = aCandle({ volume: 5, turnover: 50n, tradeCount: 4, takerBuyVolume: 2 })
    const unknown = aCandle({ volume: 3, turnover: 30n, tradeCount: null, takerBuyVolume: null })
    expect(mergeCandles(known, known)).toMatchObject({ volume: 10, turnover: 100n, tradeCount: 8, takerBuyVolume: 4 })
    const sum = { volume: 8, turnover: 80n, tradeCount: null, takerBuyVolume: null }
    expect(mergeCandles(known, unknown)).toMatchObject(sum)
    expect(mergeCandles(unknown, known)).toMatchObject(sum)
  })

  it('takes open, high and low from the first part that traded', () => {
    const quiet = flatCandle({ symbol: 'BTCUSDT', interval: '1m', openMs: NOON_MS, price: ticks(20) })
    const traded = aCandle({ openMs: NOON_MS + MINUTE_MS, prices: [10, 12, 9, 11] })
    expect(mergeCandles(quiet, traded)).toMatchObject({ openMs: NOON_MS, open: 10, high: 12, low: 9, close: 11 })
    expect(mergeCandles(traded, quiet)).toMatchObject({ open: 10, high: 20, low: 9, close: 20 })
    expect([quiet, quiet, traded].reduce(mergeCandles)).toMatchObject({ open: 10, high: 12, low: 9, close: 11 })
    expect(mergeCandles(quiet, quiet)).toMatchObject({ open: 20, high: 20, low: 20, close: 20, volume: 0 })
  })

  it('retains the missing ranges of both parts', () => {
    const missing = [{ fromMs: NOON_MS + 5, toMs: NOON_MS + MINUTE_MS }]
    const next = { fromMs: NOON_MS + MINUTE_MS, toMs: NOON_MS + MINUTE_MS + 9 }
    const merged = mergeCandles(aCandle({ missing }), aCandle({ openMs: NOON_MS + MINUTE_MS, missing: [next] }))
    expect(merged.missing).toEqual([{ fromMs: NOON_MS + 5, toMs: NOON_MS + MINUTE_MS + 9 }])
  })
})

describe('a candle built from trades', () => {
  it('keeps low ≤ open, close ≤ high and counts exactly the traded quantity', () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { minLength: 1, maxLength: 30, size: 'max' }), (trades) => {
        const candle = built('1h', NOON_MS, trades) ?? aCandle()
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close))
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close))
        const buys = trades.filter(({ takerSide }) => takerSide === 'BUY')
        const total = (list: readonly Trade[]): number => list.reduce((sum, { quantity }) => sum + quantity, 0)
        expect([candle.volume, candle.takerBuyVolume, candle.tradeCount]).toEqual([
          total(trades),
          total(buys),
          trades.length,
        ])
        const turnover = trades.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n)
        expect(candle.turnover).toBe(turnover)
      }),
    )
  })

  it('shows a stretch without trades as flat', () => {
    expect(flatCandle({ symbol: 'BTCUSDT', interval: '1m', openMs: NOON_MS, price: ticks(7) })).toEqual(
      aCandle({ prices: [7, 7, 7, 7], volume: 0, turnover: 0n, tradeCount: 0, takerBuyVolume: 0 }),
    )
  })

  it('ends with the first instant outside it', () => {
    expect(closeTime(aCandle({ interval: '1h' }))).toBe(NOON_MS + HOUR_MS)
  })
})
