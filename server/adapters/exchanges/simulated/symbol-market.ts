import { assert } from '../../../core/assert.ts'
import { type Instant, SECOND_MS } from '../../../core/instant.ts'
import { createRandom, hash32 } from '../../../core/random.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { Level } from '../../../domain/market/order-book.ts'
import { createMarketMaker, makerStyles } from './agents/market-maker.ts'
import { createRandomTakers, createTrendFollower } from './agents/random-takers.ts'
import { TICK_MS, type TickView } from './agents/tick-view.ts'
import type { Fill, Side } from './book/half-book.ts'
import { createMatchingBook, type MatchingBook, type NewOrder, type Placed } from './book/matching-book.ts'
import type { OrderId } from './book/order-queue.ts'
import { type InstrumentSpec, tickSize } from './instrument-specs.ts'
import { createMarkPrices } from './mark-prices.ts'
import { deriveKey } from './path/normal.ts'
import { createReferencePrice } from './reference-price.ts'

/**
 * Simulated market of one instrument: its order book, the agents who trade in it, and the public feed of its trades and
 * book.
 */
export interface SymbolMarket {
  readonly symbol: string
  readonly book: MatchingBook
  /** Enters an external order between two ticks; its trades are published in the next one. */
  enter(order: NewOrder, atMs: Instant, onTaken: OnTaken): Placed
  /** Removes an external order from the order book. */
  leave(id: OrderId): void
  /** Runs the tick of this number (since 1970); ticks follow one another. */
  run(tick: number, emit: Emit): void
  /** Makes the next tick begin with a snapshot, like the first one. */
  requestBook(): void
}

/** Opens the market with the makers' first quotes; `firstTick` is the first one to be run. */
export const createSymbolMarket = (seed: number, spec: InstrumentSpec, firstTick: number): SymbolMarket => {
  const { symbol } = spec.instrument
  const key = deriveKey(seed, `${symbol} agents`)
  const reference = createReferencePrice(seed, spec)
  const markPriceAt = createMarkPrices(seed, spec, reference)
  const priceStep = tickSize(spec)
  const watched = new Map<OrderId, OnTaken>()
  const book = createMatchingBook((fill) => {
    const onTaken = watched.get(fill.makerId)
    if (onTaken && book.restingQuantity(fill.makerId) === 0) watched.delete(fill.makerId)
    onTaken?.(fill, tape.timeMs)
  })
  const tape = createTradeTape(symbol, book, firstTick * TICK_MS)
  const takers = [createRandomTakers(spec), createTrendFollower(spec)]
  const makers = makerStyles(spec).map((style) => createMarketMaker(spec, style))
  let snapshotWanted = true
  let heat = reference.heat(firstTick * TICK_MS)

  const createView = (tick: number, send: TickView['send']): TickView => ({
    book,
    random: createRandom(hash32(key, tick)),
    fair: reference.mark(tick * TICK_MS) / priceStep,
    heat,
    send,
  })

  const makeMarket = (view: TickView): void => {
    for (const maker of makers) maker.withdraw(view)
    for (const maker of makers) maker.quote(view)
  }

  for (let tick = firstTick - WARM_UP_TICKS; tick < firstTick; tick++) makeMarket(createView(tick, book.place))
  const feed = createBookFeed(symbol, book, firstTick - 1)

  return {
    symbol,
    book,
    enter(order, atMs, onTaken) {
      const placed = tape.enter(order, atMs)
      if (placed.restingId !== undefined) watched.set(placed.restingId, onTaken)
      return placed
    },
    leave(id) {
      watched.delete(id)
      book.cancel(id)
    },
    requestBook() {
      snapshotWanted = true
    },
    run(tick, emit) {
      const at = tick * TICK_MS
      if (snapshotWanted) feed.snapshot(at, emit)
      snapshotWanted = false
      if (at % SECOND_MS === 0) {
        heat = reference.heat(at)
        emit({ kind: 'markPrice', markPrice: markPriceAt(at) })
      }
      const view = createView(tick, tape.open(tick, emit))
      for (const take of takers) take(view)
      makeMarket(view)
      feed.changes(tick, emit)
    },
  }
}

/** Ticks in which the makers set up their ladders before anything is published. */
const WARM_UP_TICKS = 10

/** Called immediately when a resting order is filled. */
export type OnTaken = (fill: Fill, atMs: Instant) => void

/** Public feed of an order book. Sequences are numbers of ticks, so they grow from run to run. */
interface BookFeed {
  snapshot(at: Instant, emit: Emit): void
  /** Emits the changes of a tick: at most one delta, and a quote when the touch has changed. */
  changes(tick: number, emit: Emit): void
}

const LAST_MS = TICK_MS - 1

const sameLevel = (a: Level | undefined, b: Level): boolean => a?.price === b.price && a.quantity === b.quantity

/** Creates a feed that starts with the current order book; `sequence` is the number of that state. */
const createBookFeed = (symbol: string, book: MatchingBook, sequence: number): BookFeed => {
  let last = sequence
  let bid: Level | undefined
  let ask: Level | undefined
  book.takeChanges()

  const quote = (exchangeTimeMs: Instant, emit: Emit): void => {
    const bestBid = book.best('BUY')
    const bestAsk = book.best('SELL')
    if (!bestBid || !bestAsk || (sameLevel(bid, bestBid) && sameLevel(ask, bestAsk))) return
    bid = bestBid
    ask = bestAsk
    emit({ kind: 'quote', quote: { symbol, sequence: last, bid, ask, exchangeTimeMs } })
  }

  return {
    snapshot(at, emit) {
      const bids = book.top('BUY', Number.POSITIVE_INFINITY)
      const asks = book.top('SELL', Number.POSITIVE_INFINITY)
      emit({ kind: 'bookSnapshot', snapshot: { symbol, sequence: last, bids, asks, exchangeTimeMs: at } })
    },
    changes(tick, emit) {
      const exchangeTimeMs = tick * TICK_MS + LAST_MS
      const { bids, asks } = book.takeChanges()
      if (bids.length + asks.length === 0) return
      const sequences = { firstSequence: last + 1, lastSequence: tick, previousSequence: last }
      emit({ kind: 'bookDelta', delta: { symbol, ...sequences, bids, asks, exchangeTimeMs } })
      last = tick
      quote(exchangeTimeMs, emit)
    },
  }
}

/** Publishes an event of a part of the market. */
type Emit = (event: InstrumentEvent) => void

/** Maximum trades in a tick: a trade ID is the number of the tick followed by the number of the trade in it. */
const TRADES_A_TICK_MAX = 10_000

/** Maximum trades waiting for the next tick; beyond this they are not published. */
const WAITING_MAX = TRADES_A_TICK_MAX / 2

/** Publishes every trade in an order book. Trade IDs increase over time, even across runs of the program. */
interface TradeTape {
  /** Time of arrival of the order being matched. */
  readonly timeMs: Instant
  /** Opens the order book for one tick (numbered since 1970), after publishing the trades held for it. */
  open(tick: number, emit: Emit): TickView['send']
  /** Enters an order between two ticks; its trades are published at the beginning of the next one. */
  enter(order: NewOrder, atMs: Instant): Placed
}

const createTradeTape = (symbol: string, book: MatchingBook, startMs: Instant): TradeTape => {
  let timeMs = startMs
  let waiting: { readonly fill: Fill; readonly takerSide: Side }[] = []

  return {
    get timeMs() {
      return timeMs
    },
    open(tick, emit) {
      let trades = 0
      timeMs = tick * TICK_MS
      const publish = ({ price, quantity }: Fill, takerSide: Side): void => {
        const tradeId = String(tick * TRADES_A_TICK_MAX + trades++)
        emit({
          kind: 'trade',
          trade: { symbol, tradeId, sequence: null, price, quantity, takerSide, tradedAtMs: timeMs },
        })
      }
      for (const { fill, takerSide } of waiting) publish(fill, takerSide)
      waiting = []
      return (order, offsetMs) => {
        timeMs = Math.max(timeMs, tick * TICK_MS + offsetMs)
        const placed = book.place(order)
        for (const fill of placed.fills) publish(fill, order.side)
        assert(trades <= TRADES_A_TICK_MAX, 'more trades in a tick than their IDs can distinguish')
        return placed
      }
    },
    enter(order, atMs) {
      timeMs = Math.max(timeMs, atMs)
      const placed = book.place(order)
      for (const fill of placed.fills) if (waiting.length < WAITING_MAX) waiting.push({ fill, takerSide: order.side })
      return placed
    },
  }
}
