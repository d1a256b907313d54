import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../core/instant.ts'
import { INSTRUMENT_SPECS } from './instrument-specs.ts'
import { historyStart, minuteHistory } from './minute-history.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 9, 41)
const SEED = 3

const each = INSTRUMENT_SPECS.map((spec) => ({ symbol: spec.instrument.symbol, spec }))

describe('historyStart', () => {
  it('is midnight seven days before today', () => {
    expect(historyStart(NOW_MS, 7)).toBe(Date.UTC(2026, 10, 14))
    expect(historyStart(Date.UTC(2026, 10, 21), 7)).toBe(Date.UTC(2026, 10, 14))
  })
})

describe.each(each)('minute history of $symbol', ({ spec, symbol }) => {
  const candles = [...minuteHistory(SEED, spec, { fromMs: NOW_MS - 2 * DAY_MS, toMs: NOW_MS })]

  it('has every minute once, each opening at the previous close', () => {
    expect(candles.map(({ openMs }) => openMs)).toEqual(
      Array.from({ length: (2 * DAY_MS) / MINUTE_MS }, (_, minute) => NOW_MS - 2 * DAY_MS + minute * MINUTE_MS),
    )
    expect(candles.slice(1).map(({ open }) => open)).toEqual(candles.slice(0, -1).map(({ close }) => close))
  })

  it('has complete candles with consistent values', () => {
    for (const candle of candles) {
      const { open, high, low, close, volume, turnover, tradeCount, takerBuyVolume } = candle
      expect([candle.symbol, candle.interval, candle.missing]).toEqual([symbol, '1m', []])
      expect([open, high, low, close, volume].every(Number.isSafeInteger)).toBe(true)
      expect(low).toBeLessThanOrEqual(Math.min(open, close))
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
      expect(turnover >= BigInt(low) * BigInt(volume) && turnover <= BigInt(high) * BigInt(volume)).toBe(true)
      expect(tradeCount).toBeGreaterThan(10)
      expect(tradeCount).toBeLessThanOrEqual(volume)
      expect(takerBuyVolume).toBeGreaterThan(volume * 0.2)
      expect(takerBuyVolume).toBeLessThan(volume * 0.8)
    }
  })

  it('has higher volume in more volatile minutes', () => {
    const byRange = candles.toSorted((a, b) => a.high - a.low - (b.high - b.low))
    const quiet = byRange.slice(0, 500).reduce((sum, { volume }) => sum + volume, 0)
    const wild = byRange.slice(-500).reduce((sum, { volume }) => sum + volume, 0)
    expect(wild).toBeGreaterThan(1.5 * quiet)
  })

  it('is the same from every starting point', () => {
    const fromMs = NOW_MS - 30 * MINUTE_MS
    expect([...minuteHistory(SEED, spec, { fromMs, toMs: NOW_MS })]).toEqual(candles.slice(-30))
  })

  it('continues into the live market without a jump, in price and in volume', () => {
    const market = createSimulatedMarket({ seed: SEED, startMs: NOW_MS, specs: [spec] })
    const events = market.advanceTo(NOW_MS + 10 * MINUTE_MS)
    const trades = events.flatMap((event) => (event.kind === 'trade' ? [event.trade] : []))
    expect(Math.abs((trades[0]?.price ?? 0) / (candles.at(-1)?.close ?? 1) - 1)).toBeLessThan(0.002)
    const pastCandles = [...minuteHistory(SEED, spec, { fromMs: NOW_MS, toMs: NOW_MS + 10 * MINUTE_MS })]
    const ratio = (live: number, past: number) => Math.abs(Math.log(live / past))
    const volume = trades.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(
      ratio(
        volume,
        pastCandles.reduce((sum, candle) => sum + candle.volume, 0),
      ),
    ).toBeLessThan(Math.log(2))
    expect(
      ratio(
        trades.length,
        pastCandles.reduce((sum, candle) => sum + (candle.tradeCount ?? 0), 0),
      ),
    ).toBeLessThan(Math.log(1.5))
    for (const [minute, candle] of pastCandles.entries()) {
      const traded = trades.filter(({ tradedAtMs }) => Math.floor((tradedAtMs - NOW_MS) / MINUTE_MS) === minute)
      expect((traded.at(-1)?.price ?? 0) / candle.close).toBeCloseTo(1, 3)
    }
  })
})
