import { printDecimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { type Money, toMoney, valueAt } from '../../../domain/account/money.ts'
import { type Lots, lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import { isConditional, type OrderTerms } from '../../../domain/order/order.ts'
import { isCrossed, priceBy } from '../../../domain/order/trigger-price.ts'
import type { Rejection, Submission } from '../../../engine/model/venue.ts'
import type { Book, Clearing } from './clearing.ts'
import { isAffordable } from './margin.ts'
import { roomToReduce } from './reduce-only.ts'
import {
  belowMinNotional,
  DUPLICATE,
  INSUFFICIENT_MARGIN,
  MARKET_CLOSED,
  PARAMETER_MISSING,
  PRICE_NOT_POSITIVE,
  PRICE_OFF_TICK,
  QUANTITY_NOT_POSITIVE,
  QUANTITY_OFF_STEP,
  REDUCE_ONLY,
  TOO_EARLY,
  TOO_LATE,
  TOO_MANY_ORDERS,
  UNKNOWN_SYMBOL,
  WOULD_TRIGGER,
} from './rejections.ts'

/** A request may be signed this far in the exchange's future; from there on it is refused. */
const AHEAD_MS = 1_000

/** Maximum number of open orders of the account. */
const OPEN_ORDERS_MAX = 10_000

/** Returns whether an order of this id was ever accepted. */
export type IsKnown = (venueClientId: string) => boolean

/** Returns why the exchange refuses, or undefined when it accepts; the first reason in the order exchanges check. */
export const findRefusal = (clearing: Clearing, submission: Submission, isKnown: IsKnown): Rejection | undefined => {
  const { terms, venueClientId } = submission
  const book = clearing.books.get(terms.symbol)
  if (!book) return UNKNOWN_SYMBOL
  const untimely = checkTiming(submission, clearing.clock())
  if (untimely) return untimely
  if (isKnown(venueClientId)) return DUPLICATE
  if (clearing.open.size >= OPEN_ORDERS_MAX) return TOO_MANY_ORDERS
  return refusalOfTerms(clearing, book, terms)
}

const checkTiming = ({ signedAtMs, recvWindowMs }: Submission, serverTimeMs: Instant): Rejection | undefined => {
  if (signedAtMs < serverTimeMs - recvWindowMs) return TOO_LATE
  return signedAtMs >= serverTimeMs + AHEAD_MS ? TOO_EARLY : undefined
}

const refusalOfTerms = (clearing: Clearing, book: Book, terms: OrderTerms): Rejection | undefined => {
  const { mark } = book
  const malformed = checkFormat(terms)
  if (malformed) return malformed
  if (mark === null) return MARKET_CLOSED
  const marginPrice = computeMarginPrice(terms, mark)
  const small = terms.reduceOnly ? undefined : checkMinimum(book, terms, marginPrice)
  if (small) return small
  if (terms.reduceOnly && roomToReduce(book, terms) === 0) return REDUCE_ONLY
  if (wouldTrigger(book, terms)) return WOULD_TRIGGER
  if (terms.reduceOnly || isConditional(terms)) return undefined
  return refusalOfMargin(clearing, book, { terms, marginPrice, quantity: terms.quantity })
}

interface AmendedTerms {
  readonly terms: OrderTerms
  readonly filled: Lots
  /** Value of the order for the margin, as it is. */
  readonly held: Money
}

/** Returns why an order may not be changed to these terms. */
export const refusalOfAmendment = (
  clearing: Clearing,
  book: Book,
  { terms, filled, held }: AmendedTerms,
): Rejection | undefined => {
  const malformed = checkFormat(terms)
  if (malformed) return malformed
  const marginPrice = computeMarginPrice(terms, book.mark ?? terms.price ?? FIRST_TICK)
  if (terms.reduceOnly || terms.quantity <= filled) return undefined
  const small = checkMinimum(book, terms, marginPrice)
  if (small) return small
  const value = valueAt(book.instrument, marginPrice, lots(terms.quantity - filled)) - held
  return isAffordable(clearing, { book, side: terms.side, value }) ? undefined : INSUFFICIENT_MARGIN
}

const FIRST_TICK = ticks(1)

/** Returns the price for an order's margin: a sale below the mark will be filled at a better price than its own. */
export const computeMarginPrice = ({ side, price, trigger }: OrderTerms, mark: Ticks): Ticks => {
  const orderPrice = price ?? trigger?.price ?? mark
  return side === 'SELL' && orderPrice < mark ? mark : orderPrice
}

export interface MarginRequest {
  readonly terms: OrderTerms
  readonly marginPrice: Ticks
  readonly quantity: Lots
}

export const refusalOfMargin = (
  clearing: Clearing,
  book: Book,
  { terms, marginPrice, quantity }: MarginRequest,
): Rejection | undefined => {
  const value = valueAt(book.instrument, marginPrice, quantity)
  return isAffordable(clearing, { book, side: terms.side, value }) ? undefined : INSUFFICIENT_MARGIN
}

const checkFormat = (terms: OrderTerms): Rejection | undefined => {
  const { type, price, trigger, quantity } = terms
  if (isConditional(terms) !== (trigger !== null) || (type === 'LIMIT' && price === null)) return PARAMETER_MISSING
  const named = [price, trigger?.price ?? null].filter((value) => value !== null)
  if (named.some((value) => !Number.isSafeInteger(value))) return PRICE_OFF_TICK
  if (named.some((value) => value <= 0)) return PRICE_NOT_POSITIVE
  if (!Number.isSafeInteger(quantity)) return QUANTITY_OFF_STEP
  return quantity <= 0 ? QUANTITY_NOT_POSITIVE : undefined
}

const checkMinimum = ({ instrument }: Book, terms: OrderTerms, marginPrice: Ticks): Rejection | undefined => {
  const { minNotional } = instrument
  if (minNotional === null) return undefined
  const price = terms.price ?? marginPrice
  return valueAt(instrument, price, terms.quantity) < toMoney(minNotional)
    ? belowMinNotional(printDecimal(minNotional))
    : undefined
}

const wouldTrigger = (book: Book, terms: OrderTerms): boolean => {
  if (terms.trigger === null) return false
  const price = priceBy(book, terms.trigger.by)
  return price !== null && isCrossed(terms, price)
}
