import { type ClearingStore, createMemoryStore } from '../../server/adapters/exchanges/clearing/clearing-store.ts'
import {
  type ClearingVenue,
  type ClearingVenueParts,
  openClearingVenue,
} from '../../server/adapters/exchanges/clearing/venue.ts'
import type { Fill } from '../../server/adapters/exchanges/simulated/book/half-book.ts'
import { createMatchingBook } from '../../server/adapters/exchanges/simulated/book/matching-book.ts'
import type { OrderId } from '../../server/adapters/exchanges/simulated/book/order-queue.ts'
import { createMarketMatcher, type MatchingHarness } from '../../server/adapters/exchanges/simulated/market-matcher.ts'
import { decimal } from '../../server/core/decimal.ts'
import { HOUR_MS, type Instant } from '../../server/core/instant.ts'
import { bracketsFrom } from '../../server/domain/margin/brackets.ts'
import { createInstrument, lots, ticks } from '../../server/domain/market/instrument.ts'
import type { OrderTerms, Side } from '../../server/domain/order/order.ts'
import type { AccountSnapshot, VenueFill, VenueReport } from '../../server/domain/order/venue-report.ts'
import type { ExecutionVenue } from '../../server/engine/model/ports.ts'
import type { QueryOutcome, SubmitOutcome, VenueEvent } from '../../server/engine/model/venue.ts'

/** Instruments with a tick of 0.1 USDT and a lot of 0.001, so that one tick of a lot is worth 10,000 units of money. */
export const STAGE_INSTRUMENTS = ['BTCUSDT', 'ETHUSDT'].map((symbol) =>
  createInstrument({ symbol, tickSize: '0.1', lotSize: '0.001', minNotional: decimal('5'), maxLeverage: 100 }),
)

export const STAGE_START_MS = Date.UTC(2026, 10, 21, 9, 41)

const BRACKETS = bracketsFrom([
  { floor: '0', rate: '0.004' },
  { floor: '50000', rate: '0.005' },
])

/** Creates a list of tasks in order of time, run only on request. */
export const createTaskList = (clock: { nowMs: Instant }) => {
  let tasks: { readonly atMs: Instant; readonly task: () => void }[] = []
  const takeDue = (): (() => void) | undefined => {
    const [first] = tasks.toSorted((a, b) => a.atMs - b.atMs)
    if (!first || first.atMs > clock.nowMs) return undefined
    tasks = tasks.filter((one) => one !== first)
    return first.task
  }
  const list = {
    after: (delayMs: number, task: () => void) => {
      tasks.push({ atMs: clock.nowMs + delayMs, task })
    },
    schedule: (task: () => void) => list.after(0, task),
    /** Runs due tasks and those they add, at most `limit` tasks. */
    run(limit = 1_000) {
      for (let count = 0; count < limit; count++) {
        const task = takeDue()
        if (!task) return
        task()
      }
    },
    /** Advances the time, running due tasks at their times. */
    pass(durationMs: number) {
      const untilMs = clock.nowMs + durationMs
      list.run()
      for (let next = nextAtMs(tasks); next <= untilMs; next = nextAtMs(tasks)) {
        clock.nowMs = next
        list.run()
      }
      clock.nowMs = untilMs
    },
  }
  return list
}

const nextAtMs = (tasks: readonly { readonly atMs: Instant }[]): Instant =>
  Math.min(Number.POSITIVE_INFINITY, ...tasks.map(({ atMs }) => atMs))

type OnTaken = Parameters<MatchingHarness['enter']>[2]

/** Creates one order book, with the owners to notify when their order is filled. */
const createQuietMarket = (now: () => Instant) => {
  const watched = new Map<OrderId, OnTaken>()
  return { watched, book: createMatchingBook((fill: Fill) => watched.get(fill.makerId)?.(fill, now())) }
}

/** Creates a market without agents: one order book per symbol, moved by hand. */
const createQuietHarness = (now: () => Instant): MatchingHarness => {
  const symbolMarkets = new Map(STAGE_INSTRUMENTS.map(({ symbol }) => [symbol, createQuietMarket(now)]))
  return {
    get timeMs() {
      return now()
    },
    book: (symbol) => symbolMarkets.get(symbol)?.book,
    enter(symbol, order, onTaken) {
      const placed = symbolMarkets.get(symbol)?.book.place(order)
      if (placed?.restingId !== undefined) symbolMarkets.get(symbol)?.watched.set(placed.restingId, onTaken)
      return placed
    },
    leave(symbol, id) {
      symbolMarkets.get(symbol)?.watched.delete(id)
      symbolMarkets.get(symbol)?.book.cancel(id)
    },
  }
}

export type StageParts = Partial<
  Pick<
    ClearingVenueParts,
    'store' | 'openingBalance' | 'leverage' | 'fees' | 'fundingAt' | 'onEstimatedFunding' | 'endsWithPosition'
  >
> & {
  /** Layer between the exchange and its client. */
  readonly wire?: (venue: ClearingVenue, tasks: ReturnType<typeof createTaskList>) => ExecutionVenue
}

/** Creates a clearing venue with market, clock and scheduler moved by hand. */
export const aStage = (given: StageParts = {}) => {
  const { store = createMemoryStore(), leverage = () => 10, wire = (venue) => venue, ...parts } = given
  const clock = { nowMs: STAGE_START_MS }
  const events: VenueEvent[] = []
  const tasks = createTaskList(clock)
  const taking = { events: true }
  const opened = () => {
    const { matcher, moveTo } = createMarketMatcher()
    const harness = createQuietHarness(() => clock.nowMs)
    moveTo(harness)
    const venue = openClearingVenue({
      matcher,
      store,
      instruments: STAGE_INSTRUMENTS,
      brackets: () => BRACKETS,
      leverage,
      clock: () => clock.nowMs,
      schedule: tasks.schedule,
      ...parts,
    })
    const port = wire(venue, tasks)
    port.open({
      offer(event) {
        if (taking.events) events.push(event)
        return taking.events
      },
    })
    return { venue, port, harness }
  }
  return createStage({ store, clock, events, tasks, taking, opened })
}

interface MarkSample {
  readonly symbol?: string
  readonly rate?: string
  readonly index?: number
  readonly nextFundingAtMs?: Instant
  readonly fundingIntervalMs?: number | null
}

interface Backstage {
  readonly store: ClearingStore
  readonly clock: { nowMs: Instant }
  readonly events: VenueEvent[]
  readonly tasks: ReturnType<typeof createTaskList>
  readonly taking: { events: boolean }
  readonly opened: () => {
    readonly venue: ClearingVenue
    readonly port: ExecutionVenue
    readonly harness: MatchingHarness
  }
}

type OfKind<Kind extends VenueEvent['kind']> = Extract<VenueEvent, { kind: Kind }>

const createStage = ({ store, clock, events, tasks, taking, opened }: Backstage) => {
  let site = opened()
  let sent = 0
  const of = <Kind extends VenueEvent['kind']>(kind: Kind): OfKind<Kind>[] =>
    events.filter((event): event is OfKind<Kind> => event.kind === kind)

  const stage = {
    store,
    clock,
    events,
    tasks,
    taking,
    of,
    get venue() {
      return site.venue
    },
    /** Closes and reopens the venue on the same store, with an empty book. */
    reopen() {
      void site.port.close()
      site = opened()
      tasks.run()
    },
    /** Places another participant's order. */
    quote(side: Side, price: number, quantity: number, symbol = 'BTCUSDT') {
      const order = { side, price: ticks(price), quantity: lots(quantity), timeInForce: 'GTC' as const }
      site.harness.enter(symbol, order, () => {})
      tasks.run()
    },
    mark(price: number, more: MarkSample = {}) {
      const { symbol = 'BTCUSDT', rate = '0.0001', index = price, fundingIntervalMs = 8 * HOUR_MS } = more
      const { nextFundingAtMs = nextFunding(clock.nowMs) } = more
      site.venue.observe({
        kind: 'markPrice',
        markPrice: {
          symbol,
          mark: ticks(price),
          index: ticks(index),
          fundingRate: decimal(rate),
          fundingIntervalMs,
          nextFundingAtMs,
          fundingRateCap: null,
          fundingRateFloor: null,
          openInterest: null,
          exchangeTimeMs: clock.nowMs,
        },
      })
      tasks.run()
    },
    trade(price: number, symbol = 'BTCUSDT') {
      const trade = { symbol, tradeId: '1', sequence: null, price: ticks(price), quantity: lots(1) }
      site.venue.observe({ kind: 'trade', trade: { ...trade, takerSide: 'BUY', tradedAtMs: clock.nowMs } })
      tasks.run()
    },
    /** Sends an order without waiting; returns its ID. */
    send(terms: Partial<OrderTerms> = {}, request: { id?: string; signedAtMs?: Instant } = {}): string {
      const { id = `order${++sent}`, signedAtMs = clock.nowMs } = request
      const submission = { venueClientId: id, terms: someTerms(terms), signedAtMs, recvWindowMs: 3_000 }
      site.port.send({ kind: 'submit', submission })
      return id
    },
    submit(terms: Partial<OrderTerms> = {}, request: { id?: string; signedAtMs?: Instant } = {}): SubmitOutcome {
      const id = stage.send(terms, request)
      tasks.run()
      const answer = of('submitAnswered').findLast(({ venueClientId }) => venueClientId === id)
      if (!answer) throw new Error('the order was not answered')
      return answer.outcome
    },
    cancel(venueClientId: string, symbol = 'BTCUSDT') {
      site.port.send({ kind: 'cancel', symbol, venueClientId })
      tasks.run()
      return of('cancelAnswered').at(-1)?.outcome
    },
    account(sinceMs = 0): AccountSnapshot {
      site.port.send({ kind: 'readAccount', sinceMs, queryId: ++sent })
      tasks.run()
      const snapshot = of('accountRead').at(-1)?.snapshot
      if (!snapshot) throw new Error('the account was not read')
      return snapshot
    },
    query(venueClientId: string, symbol = 'BTCUSDT'): QueryOutcome | undefined {
      site.port.send({ kind: 'queryOrder', symbol, venueClientId, queryId: ++sent })
      tasks.run()
      return of('orderQueried').at(-1)?.outcome
    },
    /** Returns status and reason of each report of an order, in order of arrival. */
    reportsFor: (id: string): VenueReport[] =>
      of('report').flatMap(({ report }) => (report.venueClientId === id ? [report] : [])),
    fills: (): VenueFill[] => of('fill').map(({ fill }) => fill),
  }
  tasks.run()
  return stage
}

export type Stage = ReturnType<typeof aStage>

const nextFunding = (at: Instant): Instant => (Math.floor(at / (8 * HOUR_MS)) + 1) * 8 * HOUR_MS

export const someTerms = (terms: Partial<OrderTerms>): OrderTerms => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: lots(10),
  price: terms.type === undefined || terms.type === 'LIMIT' ? ticks(600_000) : null,
  trigger: null,
  timeInForce: 'GTC',
  reduceOnly: false,
  ...terms,
})
