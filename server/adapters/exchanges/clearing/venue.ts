/**
 * Built-in futures exchange with one account: an execution venue that runs on the market events passed to `observe`.
 */

import { assertNever } from '../../../core/assert.ts'
import { createBoundedQueue } from '../../../core/bounded-queue.ts'
import { decimal } from '../../../core/decimal.ts'
import { type Instant, SECOND_MS } from '../../../core/instant.ts'
import { type Money, toMoney } from '../../../domain/account/money.ts'
import type { BracketLookup } from '../../../domain/margin/brackets.ts'
import { type Instrument, type Lots, lots, type Ticks, ticks } from '../../../domain/market/instrument.ts'
import type { MarketEvent, MarkPrice, Quote } from '../../../domain/market/market-event.ts'
import type { Trade } from '../../../domain/market/trade-tape.ts'
import { isCrossed, type OrderTerms, priceBy } from '../../../domain/order/order.ts'
import type { VenueFunding } from '../../../domain/order/venue-report.ts'
import type { Clock, ExecutionVenue } from '../../../engine/model/ports.ts'
import type { Rejection } from '../../../engine/model/venue.ts'
import { computeMarginPrice, refusalOfAmendment } from './acceptance.ts'
import { type Book, type Clearing, type ClearingRules, createBook, type FeeSchedule, toFeeRates } from './clearing.ts'
import type { ClearingStore, StoredAccount, StoredOrder } from './clearing-store.ts'
import { acceptRequest, closeDesk, type Desk, wake } from './desk.ts'
import { expireOrder, fillOrder } from './execution.ts'
import { type FundingAt, settleFunding } from './funding.ts'
import { type Interference, interfere } from './interference.ts'
import { liquidateIfDue } from './margin.ts'
import type { Matcher, MatchListener } from './matcher.ts'
import { openClearing, reinstateOrders, toStoredAccount } from './open-clearing.ts'
import { enterMarket, triggerOrder, withdraw } from './orders.ts'
import { createOutbox } from './outbox.ts'
import { roomToReduce } from './reduce-only.ts'
import { publishConclusion, publishReport } from './reporting.ts'
import { isImmediate, remainingLots, type WorkingOrder } from './working-order.ts'

/** Execution venue of the built-in exchange. */
export interface ClearingVenue extends ExecutionVenue {
  /** Processes mark prices, quotes, trades and listings of the market, in their order. */
  observe(event: MarketEvent): void
  interfere(deed: Interference): void
  /** Returns the present account and its open orders, including what is not committed yet. */
  snapshot(): { readonly account: StoredAccount; readonly orders: readonly StoredOrder[] }
  /** Changes price and quantity of a resting limit order; a report follows once it is committed. */
  amend(venueClientId: string, change: Amendment): AmendOutcome
  /** Publishes a heartbeat; `observe` does so itself every five seconds of market time. */
  heartbeat(): void
}

export interface ClearingVenueParts {
  readonly matcher: Matcher
  readonly store: ClearingStore
  readonly instruments: readonly Instrument[]
  readonly brackets: BracketLookup
  readonly leverage: (symbol: string) => number
  /** Fees that differ from those of a regular account. */
  readonly fees?: Partial<FeeSchedule>
  /** Selects the reduce-only conditional orders that end with their position; all if omitted. */
  readonly endsWithPosition?: ClearingRules['endsWithPosition']
  /** Opening balance of a new account. */
  readonly openingBalance?: Money
  /** Clock of the exchange, which determines the age of requests. */
  readonly clock: Clock
  /** Runs a task soon, never within the call. A task throws when the store is broken: the exchange must then stop. */
  readonly schedule: (task: () => void) => void
  /** Runs a task after the pause between two write attempts; if omitted, `schedule` is used. */
  readonly retry?: (task: () => void) => void
  /** Called once when the store stops accepting writes, and once when everything pending has been written. */
  readonly onDown?: (detail: string) => void
  readonly onUp?: () => void
  /** Rates and mark prices of past settlements, if the market has them. */
  readonly fundingAt?: FundingAt
  /** Called for a settlement whose rate the market does not have. */
  readonly onEstimatedFunding?: (funding: VenueFunding) => void
}

const OPENING_BALANCE = toMoney(decimal('10000'))
const REQUESTS_MAX = 10_000
const OUTBOX_MAX = 50_000
const HEARTBEAT_MS = 5 * SECOND_MS

/** Desk of an exchange that observes a market. */
interface WatchDesk extends Desk {
  readonly fundingAt: FundingAt
  readonly onEstimatedFunding: (funding: VenueFunding) => void
  heartbeatAtMs: Instant
}

/**
 * Opens the account in the store. Requests are processed together in a turn: all are executed, their changes are
 * committed once, and only then is anything published; requests that arrive meanwhile are processed in the next turn.
 * An exchange whose store fails to write is down until it succeeds.
 */
export const openClearingVenue = (parts: ClearingVenueParts): ClearingVenue => {
  const desk = createDesk(parts)
  reinstateOrders(desk.clearing, desk.store)
  wake(desk)
  return {
    open(sink) {
      desk.sink = sink
      desk.outbox = createOutbox(OUTBOX_MAX)
      if (desk.failure) desk.outbox.cut()
      else desk.outbox.push({ kind: 'stream', state: 'connected' })
      wake(desk)
    },
    send(request) {
      if (!desk.closed) acceptRequest(desk, request)
    },
    close: () => closeDesk(desk),
    observe(event) {
      if (!desk.closed) watch(desk, event)
    },
    interfere(deed) {
      if (desk.closed) return
      interfere(desk.clearing, deed)
      wake(desk)
    },
    snapshot: () => ({
      account: toStoredAccount(desk.clearing),
      orders: [...desk.clearing.open.values()].map((order) => ({ ...order })),
    }),
    amend(venueClientId, change) {
      if (desk.closed || desk.failure) return { kind: 'unknown' }
      const outcome = amend(desk.clearing, venueClientId, change)
      wake(desk)
      return outcome
    },
    heartbeat: () => heartbeat(desk),
  }
}

const createDesk = (parts: ClearingVenueParts): WatchDesk => {
  const { store, schedule, matcher, clock, openingBalance = OPENING_BALANCE } = parts
  const { instruments, brackets, leverage, fundingAt = () => undefined, endsWithPosition = () => true } = parts
  const { retry = schedule, onDown = () => {}, onUp = () => {}, onEstimatedFunding = () => {} } = parts
  const rules = { instruments, brackets, leverage, fees: toFeeRates(parts.fees), endsWithPosition }
  const then = (work: () => void): void => {
    if (desk.closed) return
    work()
    wake(desk)
  }
  const listener: MatchListener = {
    traded: (key, fill) => then(() => fillOrder(desk.clearing, key, fill)),
    rested: () => {},
    ended: (key, reason, atMs) => then(() => expireOrder(desk.clearing, key, reason, atMs)),
  }
  const desk: WatchDesk = {
    clearing: openClearing({ rules, matcher, listener, clock, store, openingBalance }),
    store,
    schedule,
    retry,
    onDown,
    onUp,
    fundingAt,
    onEstimatedFunding,
    requests: createBoundedQueue(REQUESTS_MAX),
    outbox: createOutbox(OUTBOX_MAX),
    sink: undefined,
    scheduled: false,
    closed: false,
    committing: undefined,
    failure: undefined,
    heartbeatAtMs: Number.NEGATIVE_INFINITY,
  }
  return desk
}

const watch = (desk: WatchDesk, event: MarketEvent): void => {
  const { clearing } = desk
  switch (event.kind) {
    case 'instrument':
      return list(clearing, event.instrument)
    case 'trade':
      watchTrade(clearing, event.trade)
      return wakeForEvents(desk)
    case 'markPrice':
      watchMarkPrice(desk, event.markPrice)
      heartbeatIfDue(desk, event.markPrice.exchangeTimeMs)
      return wakeForEvents(desk)
    case 'quote':
      watchQuote(clearing, event.quote)
      heartbeatIfDue(desk, event.quote.exchangeTimeMs)
      return wakeForEvents(desk)
    case 'stream':
    case 'history':
    case 'repair':
    case 'minute':
    case 'funding':
    case 'bookSnapshot':
    case 'bookDelta':
    case 'bookLost':
    case 'liquidation':
    case 'liquidationStream':
      return
    default:
      return assertNever(event)
  }
}

const wakeForEvents = (desk: Desk): void => {
  const { events, accountChanged } = desk.clearing.turn
  if (events.length > 0 || accountChanged) wake(desk)
}

/** Lists an instrument. A listed one retains its first steps, in which positions and orders are counted. */
const list = ({ books }: Clearing, instrument: Instrument): void => {
  if (!books.has(instrument.symbol)) books.set(instrument.symbol, createBook(instrument))
}

const heartbeatIfDue = (desk: WatchDesk, atMs: Instant): void => {
  if (atMs - desk.heartbeatAtMs < HEARTBEAT_MS) return
  desk.heartbeatAtMs = atMs
  heartbeat(desk)
}

const heartbeat = (desk: Desk): void => {
  if (desk.closed || desk.failure) return
  desk.outbox.push({ kind: 'heartbeat' })
  wake(desk)
}

/** New terms of a resting limit order. */
interface Amendment {
  readonly price: Ticks
  /** Quantity, including what has already been executed. */
  readonly quantity: Lots
}

type AmendOutcome =
  | { readonly kind: 'amended' }
  /** The quantity is no more than what has already been executed: the remainder is cancelled. */
  | { readonly kind: 'canceled' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | { readonly kind: 'notOpen' }
  /** The exchange is down: nothing was changed. */
  | { readonly kind: 'unknown' }

/** Amends an order under its IDs. It loses its place in the queue; a refused change leaves it unchanged. */
const amend = (clearing: Clearing, venueClientId: string, change: Amendment): AmendOutcome => {
  const order = clearing.open.get(venueClientId)
  const book = order && clearing.books.get(order.terms.symbol)
  if (!order || !book || order.terms.type !== 'LIMIT' || isImmediate(order)) return { kind: 'notOpen' }
  const terms: OrderTerms = { ...order.terms, ...change }
  const rejection = refusalOfAmendment(clearing, book, { terms, filled: order.filled, held: order.held })
  if (rejection) return { kind: 'rejected', rejection }
  if (!withdraw(clearing, order)) return { kind: 'notOpen' }
  const atMs = clearing.clock()
  if (change.quantity <= order.filled) {
    publishConclusion(clearing, book, order, { status: 'CANCELED', reason: 'AMENDED', atMs })
    return { kind: 'canceled' }
  }
  order.allowed = allowedBy(book, order, terms)
  order.terms = terms
  order.marginPrice = computeMarginPrice(terms, book.mark ?? change.price)
  publishReport(clearing, order, { status: order.status, reason: null, atMs })
  enterMarket(clearing, book, order)
  return { kind: 'amended' }
}

/** Returns the allowed quantity, including the part already reserved by the order itself. */
const allowedBy = (book: Book, order: WorkingOrder, terms: OrderTerms): Lots => {
  if (!terms.reduceOnly) return terms.quantity
  return lots(Math.min(terms.quantity, order.filled + remainingLots(order) + roomToReduce(book, terms)))
}

/**
 * Processes a mark price: settles due funding, triggers conditional orders, and liquidates the account if necessary.
 */
const watchMarkPrice = ({ clearing, fundingAt, onEstimatedFunding }: WatchDesk, markPrice: MarkPrice): void => {
  const book = clearing.books.get(markPrice.symbol)
  if (!book) return
  book.mark = markPrice.mark
  book.marked = true
  book.index = markPrice.index
  const settled = settleFunding(clearing, book, markPrice, fundingAt)
  for (const funding of settled) if (funding.estimated) onEstimatedFunding(funding)
  setOffCrossed(clearing, book, markPrice.exchangeTimeMs)
  liquidateIfDue(clearing, markPrice.exchangeTimeMs)
}

/** Records the touch of a market without a mark price, whose mid price is used instead. */
const watchQuote = (clearing: Clearing, { symbol, bid, ask, exchangeTimeMs }: Quote): void => {
  const book = clearing.books.get(symbol)
  if (!book || book.marked) return
  book.mark = ticks(Math.round((bid.price + ask.price) / 2))
  if (book.conditional.size > 0) setOffCrossed(clearing, book, exchangeTimeMs)
  if (book.quantity !== 0) liquidateIfDue(clearing, exchangeTimeMs)
}

/** Records a trade of the market: its price triggers orders by the last price. */
const watchTrade = (clearing: Clearing, { symbol, price, tradedAtMs }: Trade): void => {
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
    if (price !== null && isCrossed(order.terms, price)) triggerOrder(clearing, book, order, atMs)
  }
}
