import { DAY_MS, type Instant } from '../../../server/core/instant.ts'
import { formingCandle } from '../../../server/domain/market/candle-builder.ts'
import { ticks } from '../../../server/domain/market/instrument.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import { printAverage, printPrice, printQuantity, printQuote } from './figures.ts'

/** Statistics of the last 24 hours, as in the ticker and its stream; undefined before the first trade. */
export const dayFigures = (entry: InstrumentMarket, atMs: Instant) => {
  const { instrument, lastTrade } = entry
  const day = entry.day.summary(formingCandle(entry.candles, '1m'))
  if (!day) return undefined
  const last = lastTrade?.price ?? day.close
  const count = day.tradeCount ?? 0
  const lastId = Number(lastTrade?.tradeId ?? -1)
  return {
    change: signed(instrument.price.print(Math.abs(last - day.open)), last - day.open),
    changePercent: ((last / day.open - 1) * 100).toFixed(3),
    average: printAverage(instrument, day.turnover, day.volume),
    last: printPrice(instrument, last),
    lastQuantity: printQuantity(instrument, lastTrade?.quantity ?? 0),
    open: printPrice(instrument, day.open),
    high: printPrice(instrument, ticks(Math.max(day.high, last))),
    low: printPrice(instrument, ticks(Math.min(day.low, last))),
    volume: printQuantity(instrument, day.volume),
    turnover: printQuote(instrument, day.turnover),
    openTime: Math.max(day.openMs, atMs - DAY_MS),
    closeTime: lastTrade?.tradedAtMs ?? atMs,
    firstId: lastId < 0 ? -1 : Math.max(0, lastId - count + 1),
    lastId,
    count,
  }
}

const signed = (amount: string, sign: number): string => (sign < 0 ? `-${amount}` : amount)
