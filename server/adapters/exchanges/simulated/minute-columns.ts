/** Candles of the simulated market as columns, which a thread can transfer without copying. */

import { type Instant, MINUTE_MS, type TimeRange } from '../../../core/instant.ts'
import type { Candle } from '../../../domain/market/candle.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'

/** Consecutive one-minute candles of an instrument from `fromMs` on, without missing time. */
export interface MinuteColumns {
  readonly symbol: string
  readonly fromMs: Instant
  /** The columns of `FIELDS`, candle by candle. */
  readonly numbers: Float64Array<ArrayBuffer>
  readonly turnovers: BigInt64Array<ArrayBuffer>
}

const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'tradeCount', 'takerBuyVolume'] as const

/** Packs the candles of the minutes from `fromMs` to `toMs`. */
export const packMinutes = (
  candles: Iterable<Candle>,
  { symbol, fromMs, toMs }: TimeRange & { readonly symbol: string },
): MinuteColumns => {
  const count = (toMs - fromMs) / MINUTE_MS
  const numbers = new Float64Array(count * FIELDS.length)
  const turnovers = new BigInt64Array(count)
  let row = 0
  for (const candle of candles) {
    for (const [column, field] of FIELDS.entries()) numbers[row * FIELDS.length + column] = candle[field] ?? Number.NaN
    turnovers[row++] = candle.turnover
  }
  return { symbol, fromMs, numbers, turnovers }
}

/** Yields packed candles again, from `fromMs` to `toMs`. */
export function* unpackMinutes(
  { symbol, fromMs: firstMs, numbers, turnovers }: MinuteColumns,
  { fromMs, toMs }: TimeRange,
): Generator<Candle> {
  const first = Math.max(0, (fromMs - firstMs) / MINUTE_MS)
  const end = Math.min(turnovers.length, (toMs - firstMs) / MINUTE_MS)
  for (let row = first; row < end; row++) {
    const at = row * FIELDS.length
    yield {
      symbol,
      interval: '1m',
      openMs: firstMs + row * MINUTE_MS,
      open: ticks(numbers[at] as number),
      high: ticks(numbers[at + 1] as number),
      low: ticks(numbers[at + 2] as number),
      close: ticks(numbers[at + 3] as number),
      volume: lots(numbers[at + 4] as number),
      turnover: turnovers[row] as bigint,
      tradeCount: numbers[at + 5] as number,
      takerBuyVolume: lots(numbers[at + 6] as number),
      missing: [],
    }
  }
}
