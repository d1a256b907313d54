/** List of the newest market trades, updated by messages of the stream. */

import type { components } from '@plimsoll/client'

/** Newest market trades, and the number of trades dropped from the stream. */
export interface TradeTape {
  /** Newest first. */
  readonly trades: readonly Trade[]
  readonly dropped: number
}

type TradeUpdate = components['schemas']['TradesData']
type Trade = components['schemas']['PublicTrade']

const TRADES_MAX = 30

/** Returns the tape after a message, whose trades are newest first; a snapshot replaces it. */
export const tapeAfter = (
  before: TradeTape | undefined,
  { type, data }: { readonly type: 'snapshot' | 'delta'; readonly data: TradeUpdate },
): TradeTape => {
  const { items, dropped } = data
  const { trades, dropped: droppedBefore } = (type === 'delta' && before) || { trades: [], dropped: 0 }
  return { trades: [...items, ...trades].slice(0, TRADES_MAX), dropped: droppedBefore + dropped }
}
