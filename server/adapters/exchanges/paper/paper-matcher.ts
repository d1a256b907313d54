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
import type { Matcher, MatchListener, MatchOrder } from '../clearing/matcher.ts'
import { arrive, releaseHeld } from './enter.ts'
import { followDelta, followSnapshot } from './follow-book.ts'
import { createPaperOrder, type PaperOrder } from './paper-order.ts'
import { canSee, createPaperPit, leave, type PaperPit } from './paper-pit.ts'
import { passTrade } from './pass-trade.ts'
import { showDelta, showSnapshot } from './shown-book.ts'
import { deliverAll, deliverBefore, type Parcel, type Transit } from './transit.ts'

export interface PaperOptions {
  /** Latency of an order or a cancel, in the market's own time. */
  readonly latencyMs?: number
}

/**
 * Matcher for a market that is only observed, unaffected by our orders. They take what it shows and queue behind what
 * it shows, at no better price than it showed.
 *
 * An order reaches the market `latencyMs` after it was placed and meets the order book as it was then, that is before
 * the first event with a later time.
 */
export interface PaperMatcher extends Matcher {
  /** Must be called with every event of the market, in order. */
  observe(event: MarketEvent): void
  /**
   * Runs an action when something sent now would reach the market; immediately while nothing can happen there, because
   * it is not visible. The action waits for as long as the market's clock does not advance.
   */
  whenArrived(symbol: string, act: () => void): void
}

const LATENCY_MS = 50

interface Paper {
  readonly latencyMs: number
  readonly pits: Map<string, PaperPit>
  readonly orders: Map<string, PaperOrder>
  readonly transit: Transit
  clockMs: Instant
}

/** One record for each order that waits, and one book for each instrument, is all it keeps. */
export const createPaperMatcher = ({ latencyMs = LATENCY_MS }: PaperOptions = {}): PaperMatcher => {
  assert(Number.isSafeInteger(latencyMs) && latencyMs >= 0, 'a latency is whole milliseconds')
  const paper: Paper = {
    latencyMs,
    pits: new Map(),
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
  watch(paper, getPit(paper, eventSymbol(event)), event)
}

const passTime = (paper: Paper, atMs: Instant): void => {
  paper.clockMs = Math.max(paper.clockMs, atMs)
}

const watch = (paper: Paper, pit: PaperPit, event: InstrumentEvent): void => {
  if (event.kind === 'stream') changeStream(paper, pit, event.change)
  else if (pit.stream !== 'ended') follow(pit, event, paper.clockMs)
}

const follow = (pit: PaperPit, event: Exclude<InstrumentEvent, { kind: 'stream' }>, atMs: Instant): void => {
  switch (event.kind) {
    case 'trade':
      return passTrade(pit, event.trade, atMs)
    case 'bookSnapshot': {
      const wasVisible = canSee(pit)
      showSnapshot(pit.visibleBook, event.snapshot)
      if (!canSee(pit)) return
      followSnapshot(pit, wasVisible, atMs)
      return releaseHeld(pit, atMs)
    }
    case 'bookDelta':
      if (showDelta(pit.visibleBook, event.delta)) followDelta(pit, event.delta, atMs)
      return
    case 'bookLost':
      return invalidateBook(pit.visibleBook.book)
    case 'history':
    case 'repair':
    case 'funding':
    case 'quote':
    case 'markPrice':
      return
    default:
      return assertNever(event)
  }
}

/** Hides the order book while the stream is broken, until the next snapshot; after the end nothing trades any more. */
const changeStream = (paper: Paper, pit: PaperPit, { symbol, state }: StreamChange): void => {
  pit.stream = state
  if (state === 'live') return
  pit.sequence = null
  invalidateBook(pit.visibleBook.book)
  deliverAll(paper.transit, symbol, state === 'ended' ? ['order', 'word'] : ['word'])
  if (state === 'ended') releaseHeld(pit, paper.clockMs)
}

const place = (paper: Paper, terms: MatchOrder, listener: MatchListener): void => {
  assert(terms.quantity > 0, 'an order is for something')
  assert(!paper.orders.has(terms.key), `the key ${terms.key} waits already`)
  const pit = getPit(paper, terms.symbol)
  const order = createPaperOrder(terms, listener)
  paper.orders.set(terms.key, order)
  const deliver = (): void => arrive(pit, order, paper.clockMs)
  if (pit.stream === 'ended') deliver()
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
  leave(getPit(paper, order.terms.symbol), order)
}

const whenArrived = (paper: Paper, symbol: string, act: () => void): void => {
  if (getPit(paper, symbol).stream === 'live') send(paper, { symbol, kind: 'word', deliver: act })
  else act()
}

const getPit = (paper: Paper, symbol: string): PaperPit => {
  const known = paper.pits.get(symbol)
  if (known) return known
  const pit = createPaperPit(paper.orders)
  paper.pits.set(symbol, pit)
  return pit
}
