import { assertNever } from '../../../core/assert.ts'
import type { Lots } from '../../../domain/market/instrument.ts'
import type { OrderTerms, Side } from '../../../domain/order/order.ts'
import { type Clearing, removeOpenOrder } from './clearing.ts'
import { acceptOrder } from './orders.ts'
import { recount } from './reporting.ts'
import { isUntriggered } from './working-order.ts'

/** Changes to the built-in exchange's account made outside the engine, as injected by tests. */
export type Interference =
  /** An open order disappears silently: no list and no query finds it, but its ID stays taken. */
  | { readonly kind: 'vanishOrder'; readonly venueClientId: string }
  /** A market order placed by hand at the exchange. */
  | { readonly kind: 'tradeByHand'; readonly symbol: string; readonly side: Side; readonly quantity: Lots }

export const interfere = (clearing: Clearing, deed: Interference): void => {
  switch (deed.kind) {
    case 'vanishOrder':
      return vanish(clearing, deed.venueClientId)
    case 'tradeByHand':
      return acceptOrder(clearing, {
        venueClientId: `web_${clearing.nextOrder}`,
        terms: byHand(deed),
        answers: false,
      })
    default:
      return assertNever(deed)
  }
}

const vanish = (clearing: Clearing, venueClientId: string): void => {
  const order = clearing.open.get(venueClientId)
  const book = order && clearing.books.get(order.terms.symbol)
  if (!order || !book) return
  if (!isUntriggered(order)) clearing.matcher.cancel(venueClientId)
  removeOpenOrder(clearing, book, order)
  recount(book, order)
  order.vanished = true
  clearing.turn.orders.set(venueClientId, order)
}

const byHand = ({ symbol, side, quantity }: Extract<Interference, { kind: 'tradeByHand' }>): OrderTerms => ({
  symbol,
  side,
  type: 'MARKET',
  quantity,
  price: null,
  trigger: null,
  timeInForce: 'IOC',
  reduceOnly: false,
})
