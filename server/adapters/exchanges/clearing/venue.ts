import { assertNever } from '../../../core/assert.ts'
import { createBoundedQueue } from '../../../core/bounded-queue.ts'
import { decimal } from '../../../core/decimal.ts'
import { type Instant, SECOND_MS } from '../../../core/instant.ts'
import { type Money, toMoney } from '../../../domain/account/money.ts'
import type { BracketLookup } from '../../../domain/margin/brackets.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { Clock, ExecutionVenue } from '../../../engine/model/ports.ts'
import { type Amendment, type AmendOutcome, amend } from './amend.ts'
import { type Clearing, createBook } from './clearing.ts'
import type { ClearingStore } from './clearing-store.ts'
import { commit, type Desk, takeRequest, wake } from './desk.ts'
import { expireOrder, fillOrder } from './execution.ts'
import type { FundingAt } from './funding.ts'
import { type Interference, interfere } from './interference.ts'
import { watchMarkPrice, watchQuote, watchTrade } from './market-watch.ts'
import type { Matcher, MatchListener } from './matcher.ts'
import { openClearing, reinstateOrders } from './open-clearing.ts'
import { createOutbox } from './outbox.ts'
import { type ClearingRules, type FeeSchedule, toFeeRates } from './rules.ts'

export interface ClearingVenueParts {
  readonly matcher: Matcher
  readonly store: ClearingStore
  readonly instruments: readonly Instrument[]
  readonly brackets: BracketLookup
  readonly leverage: (symbol: string) => number
  /** Deviations from the fees of an ordinary account. */
  readonly fees?: Partial<FeeSchedule>
  /** Which conditional orders that only reduce end with their position; all, when it is left out. */
  readonly endsWithPosition?: ClearingRules['endsWithPosition']
  /** Opening balance of a new account. */
  readonly openingBalance?: Money
  /** The exchange's clock, which the age of requests is judged by. */
  readonly clock: Clock
  /** Runs a task soon, never within the call. A task that throws has found the store broken: nothing may go on. */
  readonly schedule: (task: () => void) => void
  /** Runs a task after the pause between two attempts to write; soon, like `schedule`, when it is left out. */
  readonly retry?: (task: () => void) => void
  /** Called once when the store accepts nothing any more, and once when it has accepted everything pending. */
  readonly onDown?: (detail: string) => void
  readonly onUp?: () => void
  /** Rates and marks of settlements that are past, where the market knows them. */
  readonly fundingAt?: FundingAt
}

/** A futures exchange with one account, over a market it is shown by `observe`. */
export interface ClearingVenue extends ExecutionVenue {
  /** Marks, trades and listings of the market, in their order. */
  observe(event: MarketEvent): void
  interfere(deed: Interference): void
  /** Changes price and quantity of a resting limit order; a report follows once it is committed. */
  amend(venueClientId: string, change: Amendment): AmendOutcome
  /** Publishes a heartbeat; `observe` does so itself every five seconds of market time. */
  beat(): void
}

const OPENING_BALANCE = toMoney(decimal('10000'))
const REQUESTS_MAX = 10_000
const OUTBOX_MAX = 50_000
const BEAT_MS = 5 * SECOND_MS

/** Desk of an exchange that observes a market. */
interface WatchDesk extends Desk {
  readonly fundingAt: FundingAt
  beatAtMs: Instant
}

/**
 * Opens the account in the store. Requests are processed together in a turn: all are executed, their changes are
 * committed once, and only then is anything published. An exchange whose store fails to write is down until it
 * succeeds.
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
      if (!desk.closed) takeRequest(desk, request)
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
    amend(venueClientId, change) {
      if (desk.closed || desk.failure) return { kind: 'unknown' }
      const outcome = amend(desk.clearing, venueClientId, change)
      wake(desk)
      return outcome
    },
    beat: () => beat(desk),
  }
}

const createDesk = (parts: ClearingVenueParts): WatchDesk => {
  const { store, schedule, matcher, clock, openingBalance = OPENING_BALANCE } = parts
  const { instruments, brackets, leverage, fundingAt = () => undefined, endsWithPosition = () => true } = parts
  const { retry = schedule, onDown = () => {}, onUp = () => {} } = parts
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
    requests: createBoundedQueue(REQUESTS_MAX),
    outbox: createOutbox(OUTBOX_MAX),
    sink: undefined,
    scheduled: false,
    closed: false,
    failure: undefined,
    beatAtMs: Number.NEGATIVE_INFINITY,
  }
  return desk
}

const watch = (desk: WatchDesk, event: MarketEvent): void => {
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
    case 'repair':
    case 'funding':
    case 'bookSnapshot':
    case 'bookDelta':
    case 'bookLost':
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

const beatAt = (desk: WatchDesk, atMs: Instant): void => {
  if (atMs - desk.beatAtMs < BEAT_MS) return
  desk.beatAtMs = atMs
  beat(desk)
}

const beat = (desk: Desk): void => {
  if (desk.closed || desk.failure) return
  desk.outbox.push({ kind: 'heartbeat' })
  wake(desk)
}
