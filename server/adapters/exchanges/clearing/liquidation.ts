import type { Instant } from '../../../core/instant.ts'
import { applyRate, type Money, valueAt } from '../../../domain/account/money.ts'
import { unrealizedPnl } from '../../../domain/margin/liquidation.ts'
import { lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import { type Book, type Clearing, nextOrderId } from './clearing.ts'
import { execute } from './execution.ts'
import { computeEquity, computeTotalMaintenance, computeUnrealized } from './margin.ts'
import { getClosingSide } from './reduce-only.ts'
import { publishConclusion } from './reporting.ts'
import { isUntriggered } from './working-order.ts'

/**
 * Liquidates the account once equity at the mark is no more than the maintenance margin: every open order is cancelled
 * and every position is taken over by the insurance fund: at the mark, or where that would leave less than nothing, at
 * the price at which nothing is left. Its fee is charged as far as there is something. It never trades in the order
 * book.
 */
export const liquidateIfDue = (clearing: Clearing, atMs: Instant): void => {
  const held = [...clearing.books.values()].filter(({ quantity }) => quantity !== 0)
  if (held.length === 0 || held.some(({ mark }) => mark === null)) return
  if (computeTotalMaintenance(clearing) < computeEquity(clearing)) return
  cancelEverything(clearing, atMs)
  for (const book of gainsFirst(held)) takeOver(clearing, book, atMs)
}

const cancelEverything = (clearing: Clearing, atMs: Instant): void => {
  for (const order of [...clearing.open.values()]) {
    const book = clearing.books.get(order.terms.symbol)
    if (!isUntriggered(order)) clearing.matcher.cancel(order.venueClientId)
    if (book) publishConclusion(clearing, book, order, { status: 'CANCELED', reason: 'LIQUIDATION', atMs })
  }
}

const gainsFirst = (books: readonly Book[]): Book[] =>
  books.toSorted((a, b) => (computeUnrealized(a) > computeUnrealized(b) ? -1 : 1))

const takeOver = (clearing: Clearing, book: Book, atMs: Instant): void => {
  const side = getClosingSide(book)
  if (side === null || book.mark === null) return
  const quantity = lots(Math.abs(book.quantity))
  const price = takeoverPrice(book, book.mark, clearing.walletBalance)
  const left = clearing.walletBalance + unrealizedPnl(book.instrument, book.quantity, book.cost, price)
  const charge = applyRate(valueAt(book.instrument, price, quantity), clearing.rules.fees.liquidation)
  execute(clearing, book, {
    exchangeOrderId: nextOrderId(clearing),
    venueClientId: null,
    side,
    price,
    quantity,
    fee: charge < left ? charge : left,
    liquidity: 'TAKER',
    kind: 'LIQUIDATION',
    executedAtMs: Math.max(atMs, clearing.clock()),
  })
}

const takeoverPrice = (book: Book, mark: Ticks, walletBalance: Money): Ticks => {
  const { instrument, quantity, cost } = book
  if (walletBalance + unrealizedPnl(instrument, quantity, cost, mark) >= 0n) return mark
  const perTick = valueAt(instrument, ticks(1), lots(Math.abs(quantity)))
  const bankrupt = quantity > 0 ? (cost - walletBalance + perTick - 1n) / perTick : (cost + walletBalance) / perTick
  return ticks(Math.max(1, Number(bankrupt)))
}
