import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../core/instant.ts'
import { rowAt, toCandle } from './columns.ts'
import type { CandleColumns } from './history.ts'

const FROM_MS = Date.UTC(2024, 0, 1)

const COLUMNS: CandleColumns = {
  fromMs: FROM_MS,
  length: 5,
  open: Int32Array.of(100, 102, 0, 0, 104),
  high: Int32Array.of(103, 106, 0, 0, 109),
  low: Int32Array.of(99, 101, 0, 0, 103),
  close: Int32Array.of(102, 103, 0, 0, 108),
  volume: Float64Array.of(10, 20, 0, 0, 50),
  takerBuyVolume: Float64Array.of(4, 5, 0, 0, 6),
  turnover: null,
  tradeCount: null,
  gaps: [{ fromMs: FROM_MS + 2 * MINUTE_MS, toMs: FROM_MS + 4 * MINUTE_MS }],
}

describe('candles as columns', () => {
  it('have a row for each minute but those in a gap', () => {
    const rows = [-1, 0, 1, 2, 3, 4, 5].map((minute) => rowAt(COLUMNS, FROM_MS + minute * MINUTE_MS))
    expect(rows).toEqual([undefined, 0, 1, undefined, undefined, 4, undefined])
    expect(rowAt(COLUMNS, FROM_MS + 1)).toBeUndefined()
  })

  it('return each row as a closed candle', () => {
    expect(toCandle(COLUMNS, 'BTCUSDT', 1)).toEqual({
      symbol: 'BTCUSDT',
      interval: '1m',
      openMs: FROM_MS + MINUTE_MS,
      open: 102,
      high: 106,
      low: 101,
      close: 103,
      volume: 20,
      turnover: 103n * 20n,
      tradeCount: null,
      takerBuyVolume: 5,
      missing: [],
    })
  })

  it('have the recorded turnover and taker buys, minute by minute', () => {
    const turnover = Float64Array.of(1_000, 2_111, 0, 0, Number.NaN)
    const takerBuyVolume = Float64Array.of(4, Number.NaN, 0, 0, 6)
    const candles = [1, 4].map((row) => toCandle({ ...COLUMNS, turnover, takerBuyVolume }, 'BTCUSDT', row))
    expect(candles).toMatchObject([
      { turnover: 2_111n, takerBuyVolume: null },
      { turnover: 106n * 50n, takerBuyVolume: 6 },
    ])
  })
})
