/** Booking of fills at the built-in exchange: position, wallet, fees, and the end of filled or expired orders. */

import { divideRounded } from '../../../core/decimal.ts'
import type { Instant } from '../../../core/instant.ts'
import { applyRate, type Money, valueAt } from '../../../domain/account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../../../domain/market/instrument.ts'
import { type Side, sideSign } from '../../../domain/order/order.ts'
import type { FillKind, Liquidity, VenueFill } from '../../../domain/order/venue-report.ts'
import { type Book, type Clearing, nextExecId } from './clearing.ts'
import type { MatchListener } from './matcher.ts'
import { keepReduceOnly } from './reduce-only.ts'
import { publishConclusion, publishReport, recount, type Standing } from './reporting.ts'
import { isImmediate, remainingLots, type WorkingOrder } from './working-order.ts'

/** Updates position and wallet and publishes the execution. */
export const execute = (clearing: Clearing, book: Book, trade: Trade): void => {
  const { symbol } = book.instrument
  const { quantity, cost, realized } = changePosition(book.instrument, book, trade)
  book.quantity = quantity
  book.cost = cost
  clearing.walletBalance += realized - trade.fee
  const fill: VenueFill = { execId: nextExecId(clearing), symbol, ...trade }
  clearing.turn.fills.push(fill)
  clearing.turn.events.push({ kind: 'fill', fill })
  clearing.turn.moved.add(symbol)
  coverDeficit(clearing)
}

/** A trade of the account, to be booked. */
export interface Trade {
  readonly exchangeOrderId: string
  readonly venueClientId: string | null
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
  readonly fee: Money
  readonly liquidity: Liquidity
  readonly kind: FillKind
  readonly executedAtMs: Instant
}

/** Raises a negative wallet to zero from the insurance fund, once the account holds no position. */
export const coverDeficit = (clearing: Clearing): void => {
  if (clearing.walletBalance >= 0n) return
  for (const { quantity } of clearing.books.values()) if (quantity !== 0) return
  clearing.insurance -= clearing.walletBalance
  clearing.walletBalance = 0n
}

type Matched = Parameters<MatchListener['traded']>[1]

/** Books a fill of an open order; a fill of any other order is ignored. */
export const fillOrder = (clearing: Clearing, key: string, matched: Matched): void => {
  const order = clearing.open.get(key)
  const book = order && clearing.books.get(order.terms.symbol)
  if (!order || !book) return
  const { price, quantity, liquidity } = matched
  const { venueClientId, exchangeOrderId } = order
  const { side } = order.terms
  const atMs = Math.max(matched.atMs, order.atMs, clearing.clock())
  const { fees } = clearing.rules
  const fee = applyRate(valueAt(book.instrument, price, quantity), liquidity === 'MAKER' ? fees.maker : fees.taker)
  const named = { exchangeOrderId, venueClientId, executedAtMs: atMs, kind: 'TRADE' as const }
  execute(clearing, book, { ...named, side, price, quantity, fee, liquidity })
  order.filled = lots(order.filled + quantity)
  recount(book, order)
  const standing = standingAfterFill(order, atMs)
  if (standing.status === 'PARTIALLY_FILLED') publishReport(clearing, order, standing)
  else publishConclusion(clearing, book, order, standing)
  keepReduceOnly(clearing, book, atMs)
}

/**
 * Returns the status after a fill: a reduce-only order that was reduced ends below its quantity, and never as FILLED.
 */
const standingAfterFill = (order: WorkingOrder, atMs: Instant): Standing => {
  if (remainingLots(order) > 0) return { status: 'PARTIALLY_FILLED', reason: null, atMs }
  if (order.filled >= order.terms.quantity) return { status: 'FILLED', reason: null, atMs }
  return { status: isImmediate(order) ? 'EXPIRED' : 'CANCELED', reason: 'REDUCE_ONLY', atMs }
}

/** Ends an open order as expired, for a reason from the matcher. */
export const expireOrder = (clearing: Clearing, key: string, reason: string, atMs: Instant): void => {
  const order = clearing.open.get(key)
  const book = order && clearing.books.get(order.terms.symbol)
  if (order && book) publishConclusion(clearing, book, order, { status: 'EXPIRED', reason, atMs })
}

/** A netted position: signed lots, and what they cost at entry. */
interface NetPosition {
  readonly quantity: number
  readonly cost: Money
}

interface Execution {
  readonly side: Side
  readonly price: Ticks
  readonly quantity: Lots
}

/** A position after an execution, and what the execution has realised before fees. */
interface PositionChange extends NetPosition {
  readonly realized: Money
}

/**
 * Returns a position after an execution that adds to it, reduces it or reverses it. Adding costs the value of the
 * trade; reducing releases the same share of the cost as of the quantity, rounded; reversing first closes all of it.
 */
export const changePosition = (
  instrument: Instrument,
  held: NetPosition,
  { side, price, quantity }: Execution,
): PositionChange => {
  const sign = sideSign(side)
  const size = Math.abs(held.quantity)
  const closes = held.quantity * sign < 0 ? Math.min(quantity, size) : 0
  const opens = quantity - closes
  const released = closes === 0 ? 0n : divideRounded(held.cost * BigInt(closes), BigInt(size))
  const proceeds = valueAt(instrument, price, lots(closes)) - released
  return {
    quantity: held.quantity + sign * quantity,
    cost: held.cost - released + valueAt(instrument, price, lots(opens)),
    realized: sign < 0 ? proceeds : -proceeds,
  }
}
