/** Data sources of the account channels of the stream: positions, fills, orders and balance. */

import type { Balance } from '../../../contract/account.ts'
import type { Position } from '../../../contract/trading.ts'
import { type Instant, SECOND_MS } from '../../core/instant.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { orderIdsIn, positionIdsIn } from '../../engine/state/batch.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import { computeSign, getItems, itemsJson, type LosslessSource, newestPage, newsJson } from '../source.ts'

/**
 * Publishes open positions whenever one has changed through a fact or the mark price, and one last time when they are
 * closed.
 */
export const positionsSource = (trading: Pick<TradingViews, 'position' | 'positions'>): LosslessSource => {
  const open = () => getItems(trading.positions({ ...OPEN, ...newestPage(POSITIONS_MAX) }))
  let publishedSigns: ReadonlyMap<string, string> | undefined

  /** Open positions that differ from their last published state. */
  const changed = (): readonly Position[] => {
    const before = publishedSigns
    const current = open().map((position) => ({ position, sign: computeSign(position) }))
    publishedSigns = new Map(current.map(({ position, sign }) => [position.id, sign]))
    return current.flatMap(({ position, sign }) => (before?.get(position.id) === sign ? [] : [position]))
  }

  const ended = (facts: readonly Fact[]): readonly Position[] =>
    [...new Set(facts.flatMap(positionIdsIn))]
      .flatMap((positionId) => trading.position(positionId) ?? [])
      .filter(({ status }) => status === 'CLOSED')

  return {
    delivery: 'LOSSLESS',
    snapshot(nowMs: Instant) {
      const items = open()
      publishedSigns ??= new Map(items.map((position) => [position.id, computeSign(position)]))
      return itemsJson(items, nowMs)
    },
    onFacts: (facts, nowMs) => (facts.some(isOfTrading) ? newsJson([...changed(), ...ended(facts)], nowMs) : undefined),
    passing: { everyMs: SECOND_MS, poll: (nowMs) => newsJson(changed(), nowMs) },
  }
}

/** Maximum number of positions in a snapshot. */
const POSITIONS_MAX = 200

const OPEN = { symbols: null, statuses: ['OPEN', 'CLOSING'] } as const

const isOfTrading = (fact: Fact): boolean => orderIdsIn(fact).length > 0 || positionIdsIn(fact).length > 0

/** Number of account entries in a snapshot. */
const NEWEST = 50

const ALL = { symbols: null, orderId: null, positionId: null } as const

/** Publishes fills and funding payments of the account, newest first. */
export const fillsSource = (trading: Pick<TradingViews, 'accountTrades' | 'booked'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(trading.accountTrades({ ...ALL, ...newestPage(NEWEST) })), nowMs),
  onFacts: (facts, nowMs) => newsJson(facts.flatMap(trading.booked).toReversed(), nowMs),
})

/** Maximum number of working orders in a snapshot; the newest are included. */
const ORDERS_MAX = 200

const WORKING = { symbols: null, statuses: null, open: true, clientOrderId: null, origin: null } as const

/** Publishes the working orders, then every order affected by a fact. */
export const ordersSource = (trading: Pick<TradingViews, 'order' | 'orders'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(getItems(trading.orders({ ...WORKING, ...newestPage(ORDERS_MAX) })), nowMs),
  onFacts(facts, nowMs) {
    const ids = new Set(facts.flatMap(orderIdsIn))
    return newsJson(
      [...ids].flatMap((orderId) => trading.order(orderId) ?? []),
      nowMs,
    )
  },
})

const MOVING: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  'booksOpened',
  'executed',
  'fundingPaid',
  'walletAdjusted',
])

/** Publishes the balance: immediately after a booking, otherwise changes of its values once a second. */
export const balanceSource = (trading: Pick<TradingViews, 'balance'>): LosslessSource => {
  let publishedSign: string | undefined

  const changed = (): string | undefined => {
    const balance = trading.balance()
    if (computeSign(balance) === publishedSign) return undefined
    publishedSign = computeSign(balance)
    return JSON.stringify(balance)
  }

  return {
    delivery: 'LOSSLESS',
    snapshot() {
      const balance: Balance = trading.balance()
      publishedSign ??= computeSign(balance)
      return JSON.stringify(balance)
    },
    onFacts: (facts) => (facts.some(({ kind }) => MOVING.has(kind)) ? changed() : undefined),
    passing: { everyMs: SECOND_MS, poll: changed },
  }
}
