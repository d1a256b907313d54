import type { Instant } from '../../../server/core/instant.ts'
import type { Candle } from '../../../server/domain/market/candle.ts'
import { INTERVALS, type Interval } from '../../../server/domain/market/interval.ts'

/** Candles kept of each interval: more than seven days of minutes. */
const RETAINED_MAX = 12_000

/** Candles kept beyond the limit before the oldest are dropped in bulk. */
const SLACK = 1_000

/** The closed candles of one instrument, by interval, oldest first. */
export type CandleShelf = ReadonlyMap<Interval, Candle[]>

export const createCandleShelf = (): CandleShelf => new Map(INTERVALS.map((interval) => [interval, []]))

/** Adds a candle that has closed; one that opened when the last did takes its place. */
export const shelve = (shelf: CandleShelf, candle: Candle): void => {
  const candles = shelf.get(candle.interval)
  if (!candles) return
  if (candles.at(-1)?.openMs === candle.openMs) candles.pop()
  candles.push(candle)
  if (candles.length > RETAINED_MAX + SLACK) candles.splice(0, SLACK)
}

/** Requested candles, by their opening time. */
export interface CandleSpan {
  readonly fromMs: Instant | undefined
  /** Included. */
  readonly toMs: Instant | undefined
  readonly limit: number
}

/** Candles that opened in a span: from its beginning if given, otherwise the newest. */
export const candlesIn = (candles: readonly Candle[], { fromMs, toMs, limit }: CandleSpan): Candle[] => {
  const matches = candles.filter(
    ({ openMs }) => openMs >= (fromMs ?? 0) && openMs <= (toMs ?? Number.POSITIVE_INFINITY),
  )
  return fromMs === undefined ? matches.slice(-limit) : matches.slice(0, limit)
}
