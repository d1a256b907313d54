/** Order limits of the local exchange: maximum sizes and counts, and the price band around the mark price. */

import { lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'

/** Maximum order sizes and counts of an instrument. */
export const ORDER_LIMITS = {
  priceMax: ticks(100_000_000),
  quantityMax: lots(1_000_000),
  marketQuantityMax: lots(120_000),
  openOrders: 200,
  openAlgoOrders: 10,
} as const

/** Maximum distance of a limit price from the mark price, in basis points. */
const PRICE_BAND_BPS = 500n

const WHOLE_BPS = 10_000n

/** Returns the highest and lowest limit price allowed at a mark price. */
export const priceBand = (mark: Ticks): { readonly highest: Ticks; readonly lowest: Ticks } => ({
  highest: ticks(Number((BigInt(mark) * (WHOLE_BPS + PRICE_BAND_BPS)) / WHOLE_BPS)),
  lowest: ticks(Number((BigInt(mark) * (WHOLE_BPS - PRICE_BAND_BPS)) / WHOLE_BPS)),
})

/** Returns whether a limit price is beyond the band: a buy too high, or a sell too low. */
export const isBeyondBand = (at: { readonly side: Side; readonly price: Ticks; readonly mark: Ticks }): boolean => {
  const { highest, lowest } = priceBand(at.mark)
  return at.side === 'BUY' ? at.price > highest : at.price < lowest
}
