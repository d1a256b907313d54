/** Resolves the minutes of a backtest whose order of prices matters: by their trades, otherwise by the assumed path. */

import type { EngineState } from '../engine/state/turn.ts'
import type { Resolution } from './driver.ts'
import type { MinuteTrades, WantedTrades } from './history.ts'
import { isAmbiguousFor } from './play-prices.ts'
import type { PlaybackCounts } from './playback.ts'
import { lastPrices, markPrices, type SymbolFeed } from './symbol-feed.ts'
import { createTradedPath } from './traded-path.ts'

/** Lists the ambiguous minutes of these symbols, and gives their feeds the path of the trades. */
export function* resolveMinutes(
  { state, counts, resolution }: ResolvedRun,
  feeds: readonly SymbolFeed[],
): Generator<WantedTrades, void, MinuteTrades | null | undefined> {
  for (const feed of feeds) {
    if (!isAmbiguousFor(state, feed)) continue
    const minute = { symbol: feed.symbol, minuteMs: feed.minuteMs }
    const trades = resolution === 'trades' ? yield minute : null
    const { step } = feed.instrument.price
    const tickSize = Number(step.units) / 10 ** step.scale
    feed.tradedPath = trades
      ? createTradedPath(trades, { last: lastPrices(feed), mark: markPrices(feed), tickSize })
      : null
    counts.ambiguous.push({ ...minute, isResolved: feed.tradedPath !== null })
  }
}

interface ResolvedRun {
  readonly state: EngineState
  readonly counts: PlaybackCounts
  readonly resolution: Resolution
}
