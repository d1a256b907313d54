/** Margin at the built-in exchange: the check of an order's initial margin, positions as reported, and liquidation. */

import { divideRounded } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { applyRate, type Money, valueAt } from '../../../domain/account/money.ts'
import { maintenanceMargin } from '../../../domain/margin/brackets.ts'
import { liquidationPrice, unrealizedPnl } from '../../../domain/margin/liquidation.ts'
import { lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import type { Side } from '../../../domain/order/order.ts'
import type { VenuePosition } from '../../../domain/order/venue-report.ts'
import { type Book, type Clearing, nextOrderId } from './clearing.ts'
import { execute } from './execution.ts'
import { getClosingSide } from './reduce-only.ts'
import { publishConclusion } from './reporting.ts'
import { isUntriggered } from './working-order.ts'

/** Returns true when an order requires no more margin than available; reducing orders require none. */
export const isAffordable = (clearing: Clearing, added: AddedValue): boolean => {
  if (computeInitialMargin(clearing, added.book, added) <= computeInitialMargin(clearing, added.book)) return true
  return sumOver(clearing, (book) => computeInitialMargin(clearing, book, added)) <= computeEquity(clearing)
}

/** Unrealised PnL at the mark price; zero while there is no mark price. */
const computeUnrealized = ({ instrument, quantity, cost, mark }: Book): Money =>
  quantity === 0 || mark === null ? 0n : unrealizedPnl(instrument, quantity, cost, mark)

/** Returns the value of a position at the mark price, or its entry cost while the mark price is unknown. */
const computeNotional = ({ instrument, quantity, cost, mark }: Book): Money =>
  quantity === 0 || mark === null ? cost : valueAt(instrument, mark, lots(Math.abs(quantity)))

const computeMaintenance = ({ rules }: Clearing, book: Book): Money =>
  book.quantity === 0 ? 0n : maintenanceMargin(rules.brackets(book.instrument.symbol), computeNotional(book))

const sumOver = ({ books }: Clearing, amount: (book: Book) => Money): Money => {
  let sum = 0n
  for (const book of books.values()) sum += amount(book)
  return sum
}

/** Returns the wallet balance plus the unrealised PnL of all positions at the mark price. */
const computeEquity = (clearing: Clearing): Money => clearing.walletBalance + sumOver(clearing, computeUnrealized)

const computeTotalMaintenance = (clearing: Clearing): Money =>
  sumOver(clearing, (book) => computeMaintenance(clearing, book))

/** Addition of an order to the exposure of its side. */
export interface AddedValue {
  readonly book: Book
  readonly side: Side
  readonly value: Money
}

/**
 * Returns the initial margin of a symbol: the value of the position, now or with all resting orders of one side filled,
 * whichever is largest, divided by the leverage.
 */
const computeInitialMargin = ({ rules }: Clearing, book: Book, added?: AddedValue): Money => {
  const position = book.quantity < 0 ? -computeNotional(book) : computeNotional(book)
  const more = (side: Side): Money => (added?.book === book && added.side === side ? added.value : 0n)
  const long = absolute(position + book.held.BUY + more('BUY'))
  const short = absolute(position - book.held.SELL - more('SELL'))
  const worst = [long, short].reduce((most, size) => (size > most ? size : most), absolute(position))
  return divideRounded(worst, BigInt(rules.leverage(book.instrument.symbol)))
}

const absolute = (money: Money): Money => (money < 0n ? -money : money)

/** Returns a position as reported by the exchange; quantity zero when there is none. */
export const toVenuePosition = (clearing: Clearing, book: Book): VenuePosition => {
  const { instrument, quantity, cost } = book
  const maintenance = computeMaintenance(clearing, book)
  const brackets = clearing.rules.brackets(instrument.symbol)
  return {
    symbol: instrument.symbol,
    quantity,
    cost,
    liquidationPrice: liquidationPrice({
      instrument,
      brackets,
      quantity,
      cost,
      walletBalance: clearing.walletBalance,
      otherMaintenance: computeTotalMaintenance(clearing) - maintenance,
      otherUnrealized: sumOver(clearing, computeUnrealized) - computeUnrealized(book),
    }),
    leverage: clearing.rules.leverage(instrument.symbol),
    maintenanceMargin: maintenance,
  }
}

/**
 * Liquidates the account once its equity at the mark price is at most the maintenance margin: every open order is
 * cancelled and the insurance fund takes over every position, at the mark price or, if that would make the equity
 * negative, at the price that leaves zero. The fee is charged as far as possible. Liquidation never trades in the order
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
