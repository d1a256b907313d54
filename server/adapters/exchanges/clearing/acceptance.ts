/**
 * Acceptance checks of the built-in exchange: reasons to refuse an order or an amendment, with Binance's error codes.
 */

import { printDecimal } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { type Money, toMoney, valueAt } from '../../../domain/account/money.ts'
import { type Lots, lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import { isConditional, isCrossed, type OrderTerms, priceBy } from '../../../domain/order/order.ts'
import type { Rejection, RejectionCategory, Submission } from '../../../engine/model/venue.ts'
import type { Book, Clearing } from './clearing.ts'
import { isAffordable } from './margin.ts'
import { roomToReduce } from './reduce-only.ts'

/**
 * Returns why the exchange refuses an order, or undefined when it accepts; the first reason in the order of an
 * exchange's checks.
 */
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

/** Tolerance for requests signed in the exchange's future. */
const AHEAD_MS = 1_000

/** Maximum number of open orders of the account. */
const OPEN_ORDERS_MAX = 10_000

/** Returns whether an order with this ID was ever accepted. */
export type IsKnown = (venueClientId: string) => boolean

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
  /** Current margin value of the order. */
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

/**
 * Returns the price for an order's margin: a sell below the mark price will be filled at a better price than its own.
 */
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

const rejection = (code: string, category: RejectionCategory, message: string): Rejection => ({
  code,
  category,
  message,
})

/** Refusals with the codes Binance publishes for them (USDⓈ-M Futures, "Error Codes"). */
const UNKNOWN_SYMBOL = rejection('-1121', 'UNKNOWN_SYMBOL', 'Invalid symbol.')
const MARKET_CLOSED = rejection('-4140', 'OTHER', 'Invalid symbol status for opening position.')
const TOO_LATE = rejection('-1021', 'EXPIRED_REQUEST', 'Timestamp for this request is outside of the recvWindow.')
const TOO_EARLY = rejection(
  '-1021',
  'EXPIRED_REQUEST',
  "Timestamp for this request was 1000ms ahead of the server's time.",
)
const DUPLICATE = rejection('-4116', 'DUPLICATE', 'ClientOrderId is duplicated.')
const PARAMETER_MISSING = rejection('-1102', 'FILTER', 'A mandatory parameter was not sent.')
const PRICE_NOT_POSITIVE = rejection('-4001', 'FILTER', 'Price less than or equal to zero.')
const PRICE_OFF_TICK = rejection('-4014', 'FILTER', 'Price not increased by tick size.')
const QUANTITY_NOT_POSITIVE = rejection('-4003', 'FILTER', 'Quantity less than or equal to zero.')
const QUANTITY_OFF_STEP = rejection('-4023', 'FILTER', 'Quantity not increased by step size.')
const REDUCE_ONLY = rejection('-2022', 'REDUCE_ONLY', 'ReduceOnly Order is rejected.')
const WOULD_TRIGGER = rejection('-2021', 'WOULD_TRIGGER', 'Order would immediately trigger.')
const INSUFFICIENT_MARGIN = rejection('-2019', 'INSUFFICIENT_MARGIN', 'Margin is insufficient.')
const TOO_MANY_ORDERS = rejection('-2025', 'OTHER', 'Reach max open order limit.')

const belowMinNotional = (least: string): Rejection =>
  rejection('-4164', 'FILTER', `Order's notional must be no smaller than ${least} (unless you choose reduce only).`)
