import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import { type Lots, lots, type Ticks } from '../../../domain/market/instrument.ts'
import { type Impact, takerPrice } from '../../../domain/market/taker-price.ts'
import { sideSign } from '../../../domain/order/order.ts'
import type { PricePoint } from '../../../research/ports.ts'
import type { Matcher, MatchListener, MatchOrder } from '../clearing/matcher.ts'

/**
 * Matches orders in a backtest against prices replayed from one-minute candles. An external order trades at the first
 * price after its latency has passed; an order triggered by the current price trades at that price. No fill is better than the
 * touch, and the fills within a minute do not exceed its capacity: the rest of a limit order rests or ends by its time
 * in force, the rest of a market order continues in the next minute. A resting order trades at its price once the
 * market has traded beyond it.
 */
export interface CandleMatcher extends Matcher {
  /** Moves the market to a price and trades the orders waiting for it. */
  reach(point: PricePoint): void
  /** Returns when the next order in transit reaches the market of a symbol; null if there is none. */
  nextArrivalMs(symbol: string): Instant | null
  /** Runs a function whose new orders are triggered by the current price and trade at it. */
  during(act: () => void): void
}

export interface CandleMatcherParts {
  /** Time an order takes to reach the market. */
  readonly latencyMs: number
  readonly clock: () => Instant
  readonly impact: Impact
}

interface Waiting {
  readonly order: MatchOrder
  readonly listener: MatchListener
  readonly dueMs: Instant
  left: Lots
  hasArrived: boolean
  rests: boolean
}

interface SymbolMarket {
  point: PricePoint | null
  /** Lots filled in the minute of the point. */
  traded: number
}

interface CandleMarkets {
  readonly parts: CandleMatcherParts
  readonly markets: Map<string, SymbolMarket>
  readonly waiting: Map<string, Waiting>
  timeMs: Instant
  isSettingOff: boolean
}

export const createCandleMatcher = (parts: CandleMatcherParts): CandleMatcher => {
  const all: CandleMarkets = { parts, markets: new Map(), waiting: new Map(), timeMs: 0, isSettingOff: false }
  return {
    get timeMs() {
      return all.timeMs
    },
    place: (order, listener) => place(all, order, listener),
    cancel: (key) => all.waiting.delete(key),
    reduce(key, by) {
      const entry = all.waiting.get(key)
      if (!entry) return
      entry.left = lots(Math.max(0, entry.left - by))
      if (entry.left === 0) all.waiting.delete(key)
    },
    reach: (point) => reach(all, point),
    nextArrivalMs: (symbol) => findNextArrival(all, symbol),
    during(act) {
      all.isSettingOff = true
      act()
      all.isSettingOff = false
    },
  }
}

const getMarket = ({ markets }: CandleMarkets, symbol: string): SymbolMarket => {
  const known = markets.get(symbol)
  if (known) return known
  const market: SymbolMarket = { point: null, traded: 0 }
  markets.set(symbol, market)
  return market
}

const place = (all: CandleMarkets, order: MatchOrder, listener: MatchListener): void => {
  const { waiting, isSettingOff, parts } = all
  assert(!waiting.has(order.key), `an order with key ${order.key} already exists`)
  const dueMs = parts.clock() + (isSettingOff ? 0 : parts.latencyMs)
  const entry = { order, listener, dueMs, left: order.quantity, hasArrived: false, rests: false }
  waiting.set(order.key, entry)
  const { point } = getMarket(all, order.symbol)
  if (isSettingOff && point) take(all, entry, point)
}

const findNextArrival = ({ waiting }: CandleMarkets, symbol: string): Instant | null => {
  let nextMs: Instant | null = null
  for (const { order, dueMs, hasArrived } of waiting.values()) {
    if (!hasArrived && order.symbol === symbol && (nextMs === null || dueMs < nextMs)) nextMs = dueMs
  }
  return nextMs
}

const reach = (all: CandleMarkets, point: PricePoint): void => {
  const market = getMarket(all, point.symbol)
  if (market.point?.minuteMs !== point.minuteMs) market.traded = 0
  market.point = point
  all.timeMs = Math.max(all.timeMs, point.atMs)
  for (const entry of [...all.waiting.values()]) {
    if (entry.order.symbol !== point.symbol || entry.dueMs > point.atMs) continue
    if (entry.rests) tradeResting(all, entry, point)
    else take(all, entry, point)
  }
}

/** Trades an order as a taker, up to the remaining capacity of the minute. */
const take = (all: CandleMarkets, entry: Waiting, point: PricePoint): void => {
  const { order } = entry
  entry.hasArrived = true
  const quantity = tradable(all, entry, point)
  const { symbol, side } = order
  const price = takerPrice({ symbol, side, quantity, isSetOff: all.isSettingOff }, point, all.parts.impact)
  const meets = order.price === null || sideSign(order.side) * (order.price - price) >= 0
  if (meets && order.timeInForce === 'POST_ONLY') return end(all, entry, 'POST_ONLY_WOULD_TAKE')
  const isEnough = order.timeInForce === 'FOK' ? quantity === entry.left : quantity > 0
  if (meets && isEnough) fill(all, entry, { price, quantity, liquidity: 'TAKER' })
  if (entry.left > 0 && order.price !== null) remain(all, entry)
}

/** Trades a resting order once the market has traded beyond its price. */
const tradeResting = (all: CandleMarkets, entry: Waiting, point: PricePoint): void => {
  const { order } = entry
  if (order.price === null || sideSign(order.side) * (order.price - point.last) <= 0) return
  const quantity = tradable(all, entry, point)
  if (quantity > 0) fill(all, entry, { price: order.price, quantity, liquidity: 'MAKER' })
}

const tradable = (all: CandleMarkets, { left }: Waiting, { symbol, capacity }: PricePoint): Lots =>
  lots(Math.min(left, Math.max(0, capacity - getMarket(all, symbol).traded)))

interface Deal {
  readonly price: Ticks
  readonly quantity: Lots
  readonly liquidity: 'MAKER' | 'TAKER'
}

const fill = (all: CandleMarkets, entry: Waiting, deal: Deal): void => {
  getMarket(all, entry.order.symbol).traded += deal.quantity
  entry.left = lots(entry.left - deal.quantity)
  if (entry.left === 0) all.waiting.delete(entry.order.key)
  entry.listener.traded(entry.order.key, { ...deal, atMs: all.timeMs })
}

/** Ends or rests the unfilled part of an order, by its time in force. */
const remain = (all: CandleMarkets, entry: Waiting): void => {
  const { key, timeInForce } = entry.order
  if (timeInForce === 'IOC') return end(all, entry, 'IOC_REMAINDER')
  if (timeInForce === 'FOK') return end(all, entry, 'FOK_UNFILLABLE')
  entry.rests = true
  entry.listener.rested(key, all.timeMs)
}

const end = (all: CandleMarkets, entry: Waiting, reason: Parameters<MatchListener['ended']>[1]): void => {
  all.waiting.delete(entry.order.key)
  entry.listener.ended(entry.order.key, reason, all.timeMs)
}
