/** Matching of our orders in the order books of the simulated market, which is replaced whenever it reopens. */

import type { Instant } from '../../../core/instant.ts'
import { type Lots, lots } from '../../../domain/market/instrument.ts'
import type { Matcher, MatchListener, MatchOrder } from '../clearing/matcher.ts'
import type { Fill } from './book/half-book.ts'
import type { OrderId } from './book/order-queue.ts'
import type { SimulatedMarket } from './simulated-market.ts'

/** Matcher for our orders, and its connection to the current simulated market. */
export interface MarketMatcher {
  readonly matcher: Matcher
  /**
   * Matches orders in this market from now on. Waiting orders are added in order of arrival, behind existing quotes: a
   * new order book preserves no queue positions.
   */
  moveTo(market: MatchingHarness): void
  /** Closes the present market: resting orders wait outside for the next one, and nothing trades meanwhile. */
  withdraw(): void
}

/** Part of a simulated market that orders are matched in. */
export type MatchingHarness = Pick<SimulatedMarket, 'timeMs' | 'book' | 'enter' | 'leave'>

/** Waiting order of the account: in an order book, or outside while no market is open. */
interface Guest {
  readonly order: MatchOrder
  readonly listener: MatchListener
  left: Lots
  id: OrderId | undefined
}

type EndReason = Parameters<MatchListener['ended']>[1]

/** Creates the matcher. Before a market has opened, orders that may rest wait for it; others are ended. */
export const createMarketMatcher = (): MarketMatcher => {
  const guests = new Map<string, Guest>()
  let market: MatchingHarness | undefined

  const now = (): Instant => market?.timeMs ?? 0

  const onTaken =
    (guest: Guest) =>
    ({ price, quantity }: Fill, atMs: Instant): void => {
      take(guest, quantity)
      guest.listener.traded(guest.order.key, { price, quantity, liquidity: 'MAKER', atMs })
    }

  const take = (guest: Guest, quantity: Lots): void => {
    guest.left = lots(guest.left - quantity)
    if (guest.left === 0) guests.delete(guest.order.key)
  }

  const enter = (guest: Guest, into: MatchingHarness): void => {
    const { order, listener } = guest
    const { key, symbol, side, price, timeInForce } = order
    guests.set(key, guest)
    const placed = into.enter(symbol, { side, price, quantity: guest.left, timeInForce }, onTaken(guest))
    guest.id = placed?.restingId
    const fills = placed?.fills ?? []
    for (const { quantity } of fills) take(guest, quantity)
    const rests = guest.id !== undefined
    if (!rests) guests.delete(key)
    const over = !rests && guest.left > 0
    for (const { price, quantity } of fills) {
      listener.traded(key, { price, quantity, liquidity: 'TAKER', atMs: now() })
    }
    if (rests) listener.rested(key, now())
    if (over) listener.ended(key, getEndReason(order), now())
  }

  const matcher: Matcher = {
    get timeMs() {
      return now()
    },
    place(order, listener) {
      const guest: Guest = { order, listener, left: order.quantity, id: undefined }
      if (market) enter(guest, market)
      else if (mayWait(order)) guests.set(order.key, guest)
      else listener.ended(order.key, getEndReason(order), now())
    },
    cancel(key) {
      const guest = guests.get(key)
      if (!guest) return false
      guests.delete(key)
      if (guest.id !== undefined) market?.leave(guest.order.symbol, guest.id)
      return true
    },
    reduce(key, by) {
      const guest = guests.get(key)
      if (!guest) return
      if (guest.id !== undefined) market?.book(guest.order.symbol)?.reduce(guest.id, by)
      guest.left = lots(guest.left - Math.min(by, guest.left))
      if (guest.left === 0) matcher.cancel(key)
    },
  }

  return {
    matcher,
    withdraw() {
      market = undefined
      for (const guest of guests.values()) guest.id = undefined
    },
    moveTo(next) {
      market = next
      for (const guest of [...guests.values()]) if (guests.get(guest.order.key) === guest) enter(guest, next)
    },
  }
}

const mayWait = ({ price, timeInForce }: MatchOrder): boolean =>
  price !== null && (timeInForce === 'GTC' || timeInForce === 'POST_ONLY')

const getEndReason = ({ timeInForce }: MatchOrder): EndReason => {
  if (timeInForce === 'FOK') return 'FOK_UNFILLABLE'
  return timeInForce === 'POST_ONLY' ? 'POST_ONLY_WOULD_TAKE' : 'IOC_REMAINDER'
}
