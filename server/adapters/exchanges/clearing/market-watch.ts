import type { Instant } from '../../../core/instant.ts'
import { ticks } from '../../../domain/market/instrument.ts'
import type { MarkPrice, Quote } from '../../../domain/market/market-event.ts'
import type { Trade } from '../../../domain/market/trade.ts'
import { isCrossed, priceBy } from '../../../domain/order/trigger-price.ts'
import type { Book, Clearing } from './clearing.ts'
import { type FundingAt, settleFunding } from './funding.ts'
import { liquidateIfDue } from './liquidation.ts'
import { setOff } from './orders.ts'

/** Takes a mark price: settles funding that is due, sets off what it crosses, and liquidates when it must. */
export const watchMarkPrice = (clearing: Clearing, markPrice: MarkPrice, fundingAt: FundingAt): void => {
  const book = clearing.books.get(markPrice.symbol)
  if (!book) return
  book.mark = markPrice.mark
  book.marked = true
  book.index = markPrice.index
  settleFunding(clearing, book, markPrice, fundingAt)
  setOffCrossed(clearing, book, markPrice.exchangeTimeMs)
  liquidateIfDue(clearing, markPrice.exchangeTimeMs)
}

/** Records the touch of a market without a mark price: its middle is the mark then. */
export const watchQuote = (clearing: Clearing, { symbol, bid, ask, exchangeTimeMs }: Quote): void => {
  const book = clearing.books.get(symbol)
  if (!book || book.marked) return
  book.mark = ticks(Math.round((bid.price + ask.price) / 2))
  if (book.conditional.size > 0) setOffCrossed(clearing, book, exchangeTimeMs)
  if (book.quantity !== 0) liquidateIfDue(clearing, exchangeTimeMs)
}

/** Records a trade of the market: its price triggers orders by the last price. */
export const watchTrade = (clearing: Clearing, { symbol, price, tradedAtMs }: Trade): void => {
  const book = clearing.books.get(symbol)
  if (!book) return
  book.last = price
  if (book.conditional.size > 0) setOffCrossed(clearing, book, tradedAtMs)
}

const setOffCrossed = (clearing: Clearing, book: Book, atMs: Instant): void => {
  for (const order of [...book.conditional.values()]) {
    const { trigger } = order.terms
    if (!trigger || order.enteredAtMs > atMs || !book.conditional.has(order.venueClientId)) continue
    const price = priceBy(book, trigger.by)
    if (price !== null && isCrossed(order.terms, price)) setOff(clearing, book, order, atMs)
  }
}
