import { divideRounded } from '../../../core/decimal.ts'
import { type Money, valueAt } from '../../../domain/account/money.ts'
import { maintenanceMargin } from '../../../domain/margin/brackets.ts'
import { liquidationPrice } from '../../../domain/margin/liquidation.ts'
import { unrealizedPnl } from '../../../domain/margin/unrealized.ts'
import { lots } from '../../../domain/market/instrument.ts'
import type { Side } from '../../../domain/order/order.ts'
import type { VenuePosition } from '../../../domain/order/venue-report.ts'
import type { Book, Clearing } from './clearing.ts'

/** At the mark; nothing while no mark was seen. */
export const unrealizedOf = ({ instrument, quantity, cost, mark }: Book): Money =>
  quantity === 0 || mark === null ? 0n : unrealizedPnl(instrument, quantity, cost, mark)

/** What a position is worth at the mark; what it cost while no mark was seen. */
const notionalOf = ({ instrument, quantity, cost, mark }: Book): Money =>
  quantity === 0 || mark === null ? cost : valueAt(instrument, mark, lots(Math.abs(quantity)))

const maintenanceOf = ({ rules }: Clearing, book: Book): Money =>
  book.quantity === 0 ? 0n : maintenanceMargin(rules.brackets(book.instrument.symbol), notionalOf(book))

const sumOver = ({ books }: Clearing, amount: (book: Book) => Money): Money => {
  let sum = 0n
  for (const book of books.values()) sum += amount(book)
  return sum
}

/** Wallet balance with what all positions would make at the mark. */
export const equityOf = (clearing: Clearing): Money => clearing.walletBalance + sumOver(clearing, unrealizedOf)

export const totalMaintenanceOf = (clearing: Clearing): Money =>
  sumOver(clearing, (book) => maintenanceOf(clearing, book))

/** What an order would add to what is held for its side. */
export interface Asked {
  readonly book: Book
  readonly side: Side
  readonly value: Money
}

/**
 * Initial margin of a symbol: the position as it is, or as it would be with all resting orders of one side filled,
 * whichever is largest, over the leverage.
 */
const initialMarginOf = ({ rules }: Clearing, book: Book, asked?: Asked): Money => {
  const position = book.quantity < 0 ? -notionalOf(book) : notionalOf(book)
  const more = (side: Side): Money => (asked?.book === book && asked.side === side ? asked.value : 0n)
  const long = sizeOf(position + book.held.BUY + more('BUY'))
  const short = sizeOf(position - book.held.SELL - more('SELL'))
  const worst = [long, short].reduce((most, size) => (size > most ? size : most), sizeOf(position))
  return divideRounded(worst, BigInt(rules.leverage(book.instrument.symbol)))
}

const sizeOf = (money: Money): Money => (money < 0n ? -money : money)

/** True when an order asks for no more margin than there is, or for none: what only reduces needs none. */
export const isAffordable = (clearing: Clearing, asked: Asked): boolean => {
  if (initialMarginOf(clearing, asked.book, asked) <= initialMarginOf(clearing, asked.book)) return true
  return sumOver(clearing, (book) => initialMarginOf(clearing, book, asked)) <= equityOf(clearing)
}

/** A position as the exchange tells it; quantity zero when there is none. */
export const venuePositionOf = (clearing: Clearing, book: Book): VenuePosition => {
  const { instrument, quantity, cost } = book
  const maintenance = maintenanceOf(clearing, book)
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
      otherMaintenance: totalMaintenanceOf(clearing) - maintenance,
      otherUnrealized: sumOver(clearing, unrealizedOf) - unrealizedOf(book),
    }),
    leverage: clearing.rules.leverage(instrument.symbol),
    maintenanceMargin: maintenance,
  }
}
