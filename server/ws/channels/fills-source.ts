import type { TradingViews } from '../../views/trading-views.ts'
import type { LosslessSource } from '../source.ts'
import { getItems, itemsJson, newestPage, newsJson } from './items-json.ts'

/** Lines of the account in a snapshot. */
const NEWEST = 50

const ALL = { symbols: null, orderId: null, positionId: null } as const

/** Everything that is booked to the account, newest first. */
export const fillsSource = (trading: Pick<TradingViews, 'accountTrades' | 'booked'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(trading.accountTrades({ ...ALL, ...newestPage(NEWEST) })), nowMs),
  onFacts: (facts, nowMs) => newsJson(facts.flatMap(trading.booked).toReversed(), nowMs),
})
