import type { Instant } from '../../../core/instant.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { Trade } from '../../../domain/market/trade.ts'
import { canSee, fill, type PaperMarket } from './paper-market.ts'
import { betterBy } from './paper-order.ts'
import { type RestingOrder, type TradeRest, useUpAhead } from './place-in-queue.ts'

/**
 * A trade uses up what waits ahead of our orders and fills them with what is left of it; a taker who got a worse price
 * than ours would have met us first. No lot of a trade fills two orders.
 */
export const passTrade = (paperMarket: PaperMarket, trade: Trade, atMs: Instant): void => {
  if (isRepeated(paperMarket, trade)) return
  paperMarket.sequence = trade.sequence
  if (!canSee(paperMarket)) return
  const side = trade.takerSide === 'SELL' ? 'BUY' : 'SELL'
  const rest: TradeRest = { left: trade.quantity, passed: 0 }
  for (const resting of [...paperMarket.resting[side]]) {
    const better = betterBy(side, resting.price, trade.price)
    if (better < 0) return
    if (trade.tradedAtMs <= resting.sinceMs) continue
    if (better === 0) useUpAhead(resting, trade, rest)
    fillFrom(paperMarket, resting, rest, atMs)
  }
}

const isRepeated = ({ sequence }: PaperMarket, trade: Trade): boolean =>
  sequence !== null && trade.sequence !== null && trade.sequence <= sequence

const fillFrom = (paperMarket: PaperMarket, { order, price }: RestingOrder, rest: TradeRest, atMs: Instant): void => {
  const quantity = lots(Math.min(rest.left, order.left))
  if (quantity === 0) return
  rest.left -= quantity
  fill(paperMarket, order, { price, quantity, liquidity: 'MAKER', atMs })
}
