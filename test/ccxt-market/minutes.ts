import type { Candle } from '../../server/domain/market/candle.ts'
import type { Instrument } from '../../server/domain/market/instrument.ts'
import type { VenueStage } from '../venue-wire/venue-stage.ts'
import type { Listener } from './listening-post.ts'

/** Returns the latest one-minute candles, by opening time. */
export const minuteCandles = ({ closed }: Listener, symbol: string): ReadonlyMap<number, Candle> =>
  new Map(
    closed
      .filter((candle) => candle.symbol === symbol && candle.interval === '1m')
      .map((candle) => [candle.openMs, candle]),
  )

/** Returns a candle in the exchange's terms: prices, volume, trades, and taker buy volume. */
export const candleFigures = (candle: Candle | undefined, { price, quantity }: Instrument): unknown[] => {
  if (!candle) return []
  const { open, high, low, close, volume, tradeCount, takerBuyVolume } = candle
  const prices = [open, high, low, close].map((at) => Number(price.print(at)))
  return [...prices, Number(quantity.print(volume)), tradeCount, Number(quantity.print(takerBuyVolume ?? 0))]
}

/** Returns the candles from the exchange's own records. */
export const fetchKlines = async (stage: VenueStage, symbol: string): Promise<ReadonlyMap<number, unknown[]>> => {
  const { body } = await stage.get('/fapi/v1/klines', { symbol, interval: '1m', limit: 100 })
  const rows: [number, ...unknown[]][] = body
  return new Map(
    rows.map(([openMs, open, high, low, close, volume, , , trades, taker]) => [
      openMs,
      [...[open, high, low, close, volume].map(Number), trades, Number(taker)],
    ]),
  )
}
