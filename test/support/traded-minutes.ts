import { MINUTE_MS } from '../../server/core/instant.ts'
import { createRandom } from '../../server/core/random.ts'
import { rowAt } from '../../server/research/columns.ts'
import type { CandleColumns, InstrumentHistory, MinuteTrades, WantedTrades } from '../../server/research/history.ts'
import { isLowFirst, type MinutePrices, POINT_OFFSETS_MS, priceAtPoint } from '../../server/research/intrabar-path.ts'

const TICK = 0.1

/** Returns trades at these offsets of a minute, with prices in ticks of 0.1. */
export const tradesAt = (...trades: readonly (readonly [offsetMs: number, price: number])[]): MinuteTrades => ({
  offsetMs: Int32Array.from(trades, ([offsetMs]) => offsetMs),
  price: Float64Array.from(trades, ([, price]) => price * TICK),
})

const pricesAt = (columns: CandleColumns, minuteMs: number): MinutePrices => {
  const row = rowAt(columns, minuteMs) ?? 0
  const at = (column: Int32Array): number => column[row] ?? 0
  return { open: at(columns.open), high: at(columns.high), low: at(columns.low), close: at(columns.close) }
}

/** Returns trades at the four points of a minute, in the order that the adaptive path assumes. */
export const assumedTrades =
  ({ last, mark }: InstrumentHistory) =>
  ({ minuteMs }: WantedTrades): MinuteTrades => {
    const isLow = isLowFirst('adaptive', null, pricesAt(mark ?? last, minuteMs))
    const prices = pricesAt(last, minuteMs)
    return tradesAt(
      ...POINT_OFFSETS_MS.map((offsetMs, point) => [offsetMs, priceAtPoint(prices, point, isLow)] as const),
    )
  }

/** Returns random trades within the range of a minute that reach both of its extremes; none for a quarter of minutes. */
export const randomTrades =
  (seed: number, { last }: InstrumentHistory) =>
  ({ minuteMs }: WantedTrades): MinuteTrades | null => {
    const random = createRandom(seed + minuteMs / MINUTE_MS)
    random()
    if (random() < 0.25) return null
    const { open, high, low, close } = pricesAt(last, minuteMs)
    const between = Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
      Math.round(low + random() * (high - low)),
    )
    const [first, second] = random() < 0.5 ? [low, high] : [high, low]
    between.splice(Math.floor(random() * between.length), 0, first)
    between.splice(between.indexOf(first) + 1 + Math.floor(random() * between.length), 0, second)
    const times = between.map(() => Math.floor(random() * MINUTE_MS)).toSorted((a, b) => a - b)
    return tradesAt([0, open], ...between.map((price, index) => [times[index] ?? 0, price] as const), [
      MINUTE_MS - 1,
      close,
    ])
  }
