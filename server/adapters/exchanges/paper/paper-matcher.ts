import { assert, assertNever } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import { type Lots, lots } from '../../../domain/market/instrument.ts'
import {
  eventSymbol,
  eventTime,
  type InstrumentEvent,
  type MarketEvent,
  type StreamChange,
} from '../../../domain/market/market-event.ts'
import { invalidateBook } from '../../../domain/market/order-book.ts'
import type { Trade } from '../../../domain/market/trade-tape.ts'
import type { Matcher, MatchListener, MatchOrder } from '../clearing/matcher.ts'
import { arrive, followDelta, followSnapshot, releaseHeld } from './follow-book.ts'
import { canSee, createPaperMarket, fill, leave, type PaperMarket } from './paper-market.ts'
import { betterBy, createPaperOrder, type PaperOrder } from './paper-order.ts'
import { type RestingOrder, type TradeRest, useUpAhead } from './place-in-queue.ts'
import { deliverAll, deliverBefore, type Parcel, type Transit } from './transit.ts'
import { showDelta, showSnapshot } from './visible-book.ts'

/**
 * Matches paper orders against a market that is only observed and not affected by them: they take visible liquidity and
 * queue behind it, at no better price than the displayed one. An order reaches the market `latencyMs` after placement
 * and meets the order book of that time, before the first event with a later time. While the stream is broken, the
 * order book is hidden and resting orders do not fill; once it has ended, nothing trades.
 */
export interface PaperMatcher extends Matcher {
  /** Observes an event of the market; must be called with every event, in order. */
  observe(event: MarketEvent): void
  /**
   * Runs an action when a message sent now would reach the market; immediately while the market is not visible. The
   * action does not run while the market's clock stands still.
   */
  whenArrived(symbol: string, act: () => void): void
}

export interface PaperOptions {
  /** Latency of an order or a cancel, in the market's own time. */
  readonly latencyMs?: number
}

/** Default latency of paper orders and cancels to the market. */
export const PAPER_LATENCY_MS = 50

interface Paper {
  readonly latencyMs: number
  readonly symbolMarkets: Map<string, PaperMarket>
  readonly orders: Map<string, PaperOrder>
  readonly transit: Transit
  clockMs: Instant
}

/** Creates the matcher. It stores one record per waiting order and one order book per instrument. */
export const createPaperMatcher = ({ latencyMs = PAPER_LATENCY_MS }: PaperOptions = {}): PaperMatcher => {
  assert(Number.isSafeInteger(latencyMs) && latencyMs >= 0, 'latencyMs must be a non-negative integer')
  const paper: Paper = {
    latencyMs,
    symbolMarkets: new Map(),
    orders: new Map(),
    transit: new Set(),
    clockMs: 0,
  }
  return {
    get timeMs() {
      return paper.clockMs
    },
    observe: (event) => observe(paper, event),
    place: (terms, listener) => place(paper, terms, listener),
    cancel: (key) => cancel(paper, key),
    reduce: (key, by) => reduce(paper, key, by),
    whenArrived: (symbol, act) => whenArrived(paper, symbol, act),
  }
}

const observe = (paper: Paper, event: MarketEvent): void => {
  if (event.kind === 'instrument') return
  const atMs = eventTime(event)
  if (atMs !== undefined) {
    deliverBefore(paper.transit, atMs, (dueMs) => passTime(paper, dueMs))
    passTime(paper, atMs)
  }
  watch(paper, getMarket(paper, eventSymbol(event)), event)
}

const passTime = (paper: Paper, atMs: Instant): void => {
  paper.clockMs = Math.max(paper.clockMs, atMs)
}

const watch = (paper: Paper, paperMarket: PaperMarket, event: InstrumentEvent): void => {
  if (event.kind === 'stream') changeStream(paper, paperMarket, event.change)
  else if (paperMarket.stream !== 'ended') follow(paperMarket, event, paper.clockMs)
}

const follow = (paperMarket: PaperMarket, event: Exclude<InstrumentEvent, { kind: 'stream' }>, atMs: Instant): void => {
  switch (event.kind) {
    case 'trade':
      return passTrade(paperMarket, event.trade, atMs)
    case 'bookSnapshot': {
      const wasVisible = canSee(paperMarket)
      showSnapshot(paperMarket.visibleBook, event.snapshot)
      if (!canSee(paperMarket)) return
      followSnapshot(paperMarket, wasVisible, atMs)
      return releaseHeld(paperMarket, atMs)
    }
    case 'bookDelta':
      if (showDelta(paperMarket.visibleBook, event.delta)) followDelta(paperMarket, event.delta, atMs)
      return
    case 'bookLost':
      return invalidateBook(paperMarket.visibleBook.book)
    case 'history':
    case 'repair':
    case 'minute':
    case 'funding':
    case 'quote':
    case 'markPrice':
    case 'liquidation':
    case 'liquidationStream':
      return
    default:
      return assertNever(event)
  }
}

/** Hides the order book while the stream is broken, until the next snapshot; after the end nothing trades. */
const changeStream = (paper: Paper, paperMarket: PaperMarket, { symbol, state }: StreamChange): void => {
  paperMarket.stream = state
  if (state === 'live') return
  paperMarket.sequence = null
  invalidateBook(paperMarket.visibleBook.book)
  deliverAll(paper.transit, symbol, state === 'ended' ? ['order', 'word'] : ['word'])
  if (state === 'ended') releaseHeld(paperMarket, paper.clockMs)
}

const place = (paper: Paper, terms: MatchOrder, listener: MatchListener): void => {
  assert(terms.quantity > 0, 'order quantity must be positive')
  assert(!paper.orders.has(terms.key), `an order with key ${terms.key} already exists`)
  const paperMarket = getMarket(paper, terms.symbol)
  const order = createPaperOrder(terms, listener)
  paper.orders.set(terms.key, order)
  const deliver = (): void => arrive(paperMarket, order, paper.clockMs)
  if (paperMarket.stream === 'ended') deliver()
  else order.parcel = send(paper, { symbol: terms.symbol, kind: 'order', deliver })
}

const send = (paper: Paper, sent: Omit<Parcel, 'dueMs'>): Parcel => {
  const parcel = { ...sent, dueMs: paper.clockMs + paper.latencyMs }
  paper.transit.add(parcel)
  return parcel
}

const cancel = (paper: Paper, key: string): boolean => {
  const order = paper.orders.get(key)
  if (order) withdraw(paper, order)
  return order !== undefined
}

const reduce = (paper: Paper, key: string, by: Lots): void => {
  const order = paper.orders.get(key)
  if (!order) return
  if (by < order.left) order.left = lots(order.left - by)
  else withdraw(paper, order)
}

const withdraw = (paper: Paper, order: PaperOrder): void => {
  if (order.parcel) paper.transit.delete(order.parcel)
  leave(getMarket(paper, order.terms.symbol), order)
}

const whenArrived = (paper: Paper, symbol: string, act: () => void): void => {
  if (getMarket(paper, symbol).stream === 'live') send(paper, { symbol, kind: 'word', deliver: act })
  else act()
}

const getMarket = (paper: Paper, symbol: string): PaperMarket => {
  const known = paper.symbolMarkets.get(symbol)
  if (known) return known
  const paperMarket = createPaperMarket(paper.orders)
  paper.symbolMarkets.set(symbol, paperMarket)
  return paperMarket
}

/**
 * Applies a trade: it uses up the queue ahead of our orders and fills them with the remainder; a taker that
 * traded at a worse price than ours would have filled us first. No lot of a trade fills two orders.
 */
const passTrade = (paperMarket: PaperMarket, trade: Trade, atMs: Instant): void => {
  if (isRepeated(paperMarket, trade)) return
  paperMarket.sequence = trade.sequence
  if (!canSee(paperMarket)) return
  const side = trade.takerSide === 'SELL' ? 'BUY' : 'SELL'
  const rest: TradeRest = { left: trade.quantity, passed: 0 }
  for (const resting of [...paperMarket.resting[side]]) {
    const better = betterBy(side, resting.price, trade.price)
    if (better < 0) return
    if (trade.tradedAtMs <= resting.sinceMs) continue
    if (better === 0) useUpAhead(resting, trade, rest)
    fillFrom(paperMarket, resting, rest, atMs)
  }
}

const isRepeated = ({ sequence }: PaperMarket, trade: Trade): boolean =>
  sequence !== null && trade.sequence !== null && trade.sequence <= sequence

const fillFrom = (paperMarket: PaperMarket, { order, price }: RestingOrder, rest: TradeRest, atMs: Instant): void => {
  const quantity = lots(Math.min(rest.left, order.left))
  if (quantity === 0) return
  rest.left -= quantity
  fill(paperMarket, order, { price, quantity, liquidity: 'MAKER', atMs })
}
