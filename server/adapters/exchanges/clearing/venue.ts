import { assertNever } from '../../../core/assert.ts'
import { type BoundedQueue, createBoundedQueue } from '../../../core/bounded-queue.ts'
import { decimal } from '../../../core/decimal.ts'
import { type Instant, SECOND_MS } from '../../../core/instant.ts'
import { type Money, moneyOf } from '../../../domain/account/money.ts'
import type { BracketsOf } from '../../../domain/margin/brackets.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { Clock, ExecutionVenue, VenueSink } from '../../../engine/ports.ts'
import type { VenueRequest } from '../../../engine/venue.ts'
import { answerNothing } from './answer-nothing.ts'
import { type Clearing, createBook, createTurn } from './clearing.ts'
import type { ClearingStore } from './clearing-store.ts'
import { expireOrder, fillOrder } from './execution.ts'
import type { FundingAt } from './funding.ts'
import { type Interference, interfere } from './interference.ts'
import { venuePositionOf } from './margin.ts'
import { watchMarkPrice, watchQuote, watchTrade } from './market-watch.ts'
import type { Matcher, MatchListener } from './matcher.ts'
import { accountOf, openClearing, reinstateOrders } from './open-clearing.ts'
import { cancel, submit } from './orders.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { answerRead, type ReadRequest } from './reads.ts'
import { type FeeSchedule, feeRatesOf } from './rules.ts'

export interface ClearingVenueParts {
  readonly matcher: Matcher
  readonly store: ClearingStore
  readonly instruments: readonly Instrument[]
  readonly brackets: BracketsOf
  readonly leverage: (symbol: string) => number
  /** What differs from the fees of an ordinary account. */
  readonly fees?: Partial<FeeSchedule>
  /** What a new account begins with. */
  readonly openingBalance?: Money
  /** The exchange's clock, which the age of requests is judged by. */
  readonly clock: Clock
  /** Runs a task soon, never within the call. A task that throws has found the store broken: nothing may go on. */
  readonly schedule: (task: () => void) => void
  /** Rates and marks of settlements that are past, where the market knows them. */
  readonly fundingAt?: FundingAt
}

/** A futures exchange with one account, over a market it is shown by `observe`. */
export interface ClearingVenue extends ExecutionVenue {
  /** Marks, trades and listings of the market, in their order. */
  observe(event: MarketEvent): void
  interfere(deed: Interference): void
  /** Tells a heartbeat; `observe` does so itself every five seconds of market time. */
  beat(): void
}

const OPENING_BALANCE = moneyOf(decimal('10000'))
const REQUESTS_MAX = 10_000
const OUTBOX_MAX = 50_000
const BEAT_MS = 5 * SECOND_MS

/** What belongs to the exchange beside the account: its door, its memory, and who listens. */
interface Desk {
  readonly clearing: Clearing
  readonly store: ClearingStore
  readonly schedule: ClearingVenueParts['schedule']
  readonly fundingAt: FundingAt
  readonly requests: BoundedQueue<VenueRequest>
  outbox: Outbox
  sink: VenueSink | undefined
  scheduled: boolean
  closed: boolean
  beatAtMs: Instant
}

/**
 * Opens the account the store remembers. Requests are taken together in a turn: all are carried out, what they changed is
 * committed once, and only then is anything told.
 */
export const openClearingVenue = (parts: ClearingVenueParts): ClearingVenue => {
  const desk = createDesk(parts)
  reinstateOrders(desk.clearing, desk.store)
  wake(desk)
  return {
    open(sink) {
      desk.sink = sink
      desk.outbox = createOutbox(OUTBOX_MAX)
      desk.outbox.push({ kind: 'stream', state: 'connected' })
      wake(desk)
    },
    send(request) {
      if (desk.closed) return
      if (!desk.requests.offer(request)) desk.outbox.push(answerNothing(request, 'the exchange is overloaded'))
      wake(desk)
    },
    close() {
      if (!desk.closed) commit(desk)
      desk.closed = true
    },
    observe(event) {
      if (!desk.closed) watch(desk, event)
    },
    interfere(deed) {
      if (desk.closed) return
      interfere(desk.clearing, deed)
      wake(desk)
    },
    beat: () => beat(desk),
  }
}

const createDesk = (parts: ClearingVenueParts): Desk => {
  const { store, schedule, matcher, clock, openingBalance = OPENING_BALANCE } = parts
  const { instruments, brackets, leverage, fundingAt = () => undefined } = parts
  const rules = { instruments, brackets, leverage, fees: feeRatesOf(parts.fees) }
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
  const desk: Desk = {
    clearing: openClearing({ rules, matcher, listener, clock, store, openingBalance }),
    store,
    schedule,
    fundingAt,
    requests: createBoundedQueue(REQUESTS_MAX),
    outbox: createOutbox(OUTBOX_MAX),
    sink: undefined,
    scheduled: false,
    closed: false,
    beatAtMs: Number.NEGATIVE_INFINITY,
  }
  return desk
}

const wake = (desk: Desk): void => {
  if (desk.scheduled || desk.closed) return
  desk.scheduled = true
  desk.schedule(() => takeTurn(desk))
}

const takeTurn = (desk: Desk): void => {
  desk.scheduled = false
  if (desk.closed) return
  const reads = carryOut(desk)
  commit(desk)
  for (const read of reads) desk.outbox.push(answerRead(desk.clearing, desk.store, read))
  if (!desk.sink) return
  desk.outbox.drain(desk.sink)
  if (!desk.outbox.isEmpty) wake(desk)
}

/** Reads are answered when all else of the turn is committed, so that they tell nothing that is not. */
const carryOut = ({ requests, clearing, store }: Desk): ReadRequest[] => {
  const isKnown = (id: string): boolean =>
    clearing.open.has(id) || clearing.turn.orders.has(id) || store.findOrder(id) !== undefined
  const reads: ReadRequest[] = []
  for (let request = requests.take(); request; request = requests.take()) {
    if (request.kind === 'submit') submit(clearing, request.submission, isKnown)
    else if (request.kind === 'cancel') cancel(clearing, request.symbol, request.venueClientId)
    else reads.push(request)
  }
  return reads
}

/** Writes what has changed, then lets it be told; when it cannot be written the exchange closes and throws. */
const commit = (desk: Desk): void => {
  const { clearing, store, outbox } = desk
  const { turn } = clearing
  const { orders, fills, funding, moved, accountChanged } = turn
  clearing.turn = createTurn()
  if (orders.size + fills.length + funding.length > 0 || accountChanged) {
    desk.closed = true
    store.commit({ account: accountOf(clearing), orders: [...orders.values()], fills, funding })
    desk.closed = false
  }
  for (const event of turn.events) outbox.push(event)
  for (const symbol of moved) {
    const book = clearing.books.get(symbol)
    if (book) outbox.push({ kind: 'position', position: venuePositionOf(clearing, book) })
  }
}

const watch = (desk: Desk, event: MarketEvent): void => {
  const { clearing, fundingAt } = desk
  switch (event.kind) {
    case 'instrument':
      return list(clearing, event.instrument)
    case 'trade':
      watchTrade(clearing, event.trade)
      return wakeForNews(desk)
    case 'markPrice':
      watchMarkPrice(clearing, event.markPrice, fundingAt)
      beatAt(desk, event.markPrice.exchangeTimeMs)
      return wakeForNews(desk)
    case 'quote':
      watchQuote(clearing, event.quote)
      beatAt(desk, event.quote.exchangeTimeMs)
      return wakeForNews(desk)
    case 'stream':
    case 'history':
    case 'bookSnapshot':
    case 'bookDelta':
      return
    default:
      return assertNever(event)
  }
}

const wakeForNews = (desk: Desk): void => {
  const { events, accountChanged } = desk.clearing.turn
  if (events.length > 0 || accountChanged) wake(desk)
}

/** An instrument keeps the steps it was first listed with: positions and orders are counted in them. */
const list = ({ books }: Clearing, instrument: Instrument): void => {
  if (!books.has(instrument.symbol)) books.set(instrument.symbol, createBook(instrument))
}

const beatAt = (desk: Desk, atMs: Instant): void => {
  if (atMs - desk.beatAtMs < BEAT_MS) return
  desk.beatAtMs = atMs
  beat(desk)
}

const beat = (desk: Desk): void => {
  if (desk.closed) return
  desk.outbox.push({ kind: 'heartbeat' })
  wake(desk)
}
