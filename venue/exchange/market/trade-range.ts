import type { Instant } from '../../../server/core/instant.ts'
import { INTERVALS, type Interval, intervalStart } from '../../../server/domain/market/interval.ts'
import type { Trade } from '../../../server/domain/market/trade.ts'

interface Range {
  readonly openMs: Instant
  readonly first: number
  readonly last: number
}

/** The first and last trade of the forming candle of each interval, and of the one before it. */
export type TradeRanges = Map<Interval, readonly Range[]>

const NONE = { first: -1, last: -1 }

/** Counts a trade to the candles it belongs to. */
export const noteTrade = (ranges: TradeRanges, { tradeId, tradedAtMs }: Trade): void => {
  const id = Number(tradeId)
  for (const interval of INTERVALS) {
    const openMs = intervalStart(interval, tradedAtMs)
    const [range, before] = ranges.get(interval) ?? []
    if (range?.openMs === openMs) ranges.set(interval, [{ ...range, last: id }, ...(before ? [before] : [])])
    else ranges.set(interval, [{ openMs, first: id, last: id }, ...(range ? [range] : [])])
  }
}

/** The trades of a candle; −1 where they were not seen. */
export const findRange = (ranges: TradeRanges, interval: Interval, openMs: Instant): Pick<Range, 'first' | 'last'> =>
  ranges.get(interval)?.find((range) => range.openMs === openMs) ?? NONE
