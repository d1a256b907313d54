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
interface AccountOrder {
  readonly order: MatchOrder
  readonly listener: MatchListener
  left: Lots
  id: OrderId | undefined
}

type EndReason = Parameters<MatchListener['ended']>[1]

/** Creates the matcher. Before a market has opened, orders that may rest wait for it; others are ended. */
export const createMarketMatcher = (): MarketMatcher => {
  const accountOrders = new Map<string, AccountOrder>()
  let market: MatchingHarness | undefined

  const now = (): Instant => market?.timeMs ?? 0

  const onTaken =
    (accountOrder: AccountOrder) =>
    ({ price, quantity }: Fill, atMs: Instant): void => {
      take(accountOrder, quantity)
      accountOrder.listener.traded(accountOrder.order.key, { price, quantity, liquidity: 'MAKER', atMs })
    }

  const take = (accountOrder: AccountOrder, quantity: Lots): void => {
    accountOrder.left = lots(accountOrder.left - quantity)
    if (accountOrder.left === 0) accountOrders.delete(accountOrder.order.key)
  }

  const enter = (accountOrder: AccountOrder, into: MatchingHarness): void => {
    const { order, listener } = accountOrder
    const { key, symbol, side, price, timeInForce } = order
    accountOrders.set(key, accountOrder)
    const placed = into.enter(symbol, { side, price, quantity: accountOrder.left, timeInForce }, onTaken(accountOrder))
    accountOrder.id = placed?.restingId
    const fills = placed?.fills ?? []
    for (const { quantity } of fills) take(accountOrder, quantity)
    const rests = accountOrder.id !== undefined
    if (!rests) accountOrders.delete(key)
    const over = !rests && accountOrder.left > 0
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
      const accountOrder: AccountOrder = { order, listener, left: order.quantity, id: undefined }
      if (market) enter(accountOrder, market)
      else if (mayWait(order)) accountOrders.set(order.key, accountOrder)
      else listener.ended(order.key, getEndReason(order), now())
    },
    cancel(key) {
      const accountOrder = accountOrders.get(key)
      if (!accountOrder) return false
      accountOrders.delete(key)
      if (accountOrder.id !== undefined) market?.leave(accountOrder.order.symbol, accountOrder.id)
      return true
    },
    reduce(key, by) {
      const accountOrder = accountOrders.get(key)
      if (!accountOrder) return
      if (accountOrder.id !== undefined) market?.book(accountOrder.order.symbol)?.reduce(accountOrder.id, by)
      accountOrder.left = lots(accountOrder.left - Math.min(by, accountOrder.left))
      if (accountOrder.left === 0) matcher.cancel(key)
    },
  }

  return {
    matcher,
    withdraw() {
      market = undefined
      for (const accountOrder of accountOrders.values()) accountOrder.id = undefined
    },
    moveTo(next) {
      market = next
      for (const accountOrder of [...accountOrders.values()])
        if (accountOrders.get(accountOrder.order.key) === accountOrder) enter(accountOrder, next)
    },
  }
}

const mayWait = ({ price, timeInForce }: MatchOrder): boolean =>
  price !== null && (timeInForce === 'GTC' || timeInForce === 'POST_ONLY')

const getEndReason = ({ timeInForce }: MatchOrder): EndReason => {
  if (timeInForce === 'FOK') return 'FOK_UNFILLABLE'
  return timeInForce === 'POST_ONLY' ? 'POST_ONLY_WOULD_TAKE' : 'IOC_REMAINDER'
}
