import type { Candle } from './candles.ts'

/** Returns the candle of a minute, counted from 1970, for tests. */
export const aCandle = (minute: number, close = '10'): Candle => ({
  symbol: 'BTCUSDT',
  interval: '1m',
  openTimeMs: minute * MINUTE_MS,
  closeTimeMs: (minute + 1) * MINUTE_MS - 1,
  open: '10',
  high: '11',
  low: '9',
  close,
  volume: '1',
  turnover: '10',
  tradeCount: 1,
  takerBuyVolume: '1',
  closed: true,
})

export const MINUTE_MS = 60_000
