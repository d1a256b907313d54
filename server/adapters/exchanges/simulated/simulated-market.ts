import { assert } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import { TICK_MS } from './agents/tick-view.ts'
import type { MatchingBook, NewOrder, Placed } from './book/matching-book.ts'
import type { OrderId } from './book/order-queue.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from './instrument-specs.ts'
import { createSymbolMarket, type OnTaken, type SymbolMarket } from './symbol-market.ts'

/**
 * Simulated market of all instruments, run tick by tick: a function of its seed and start, without its own clock or
 * randomness.
 */
export interface SimulatedMarket {
  /** Everything before this instant has happened. */
  readonly timeMs: Instant
  /** Runs the ticks completed by `at`, and returns their events in order. */
  advanceTo(at: Instant): InstrumentEvent[]
  /** Makes the next tick of this symbol begin with a snapshot of its book. */
  requestBook(symbol: string): void
  book(symbol: string): MatchingBook | undefined
  /** Enters an external order at this instant; undefined when the symbol is not listed. */
  enter(symbol: string, order: NewOrder, onTaken: OnTaken): Placed | undefined
  leave(symbol: string, id: OrderId): void
}

export interface SimulatedMarketOptions {
  readonly seed: number
  /** Opening time; on the grid of ticks. */
  readonly startMs: Instant
  readonly specs?: readonly InstrumentSpec[]
  /** Called with each event of a completed tick, before any other consumer; may enter orders. */
  readonly observe?: (event: InstrumentEvent) => void
}

export const createSimulatedMarket = (options: SimulatedMarketOptions): SimulatedMarket => {
  const { seed, startMs, specs = INSTRUMENT_SPECS, observe } = options
  assert(startMs % TICK_MS === 0, `a market must open on a multiple of ${TICK_MS} ms`)
  let tick = startMs / TICK_MS
  const symbolMarkets: readonly SymbolMarket[] = specs.map((spec) => createSymbolMarket(seed, spec, tick))
  const findMarket = (symbol: string): SymbolMarket | undefined =>
    symbolMarkets.find((symbolMarket) => symbolMarket.symbol === symbol)

  return {
    get timeMs() {
      return tick * TICK_MS
    },
    advanceTo(at) {
      const events: InstrumentEvent[] = []
      const emit = (event: InstrumentEvent): void => {
        events.push(event)
      }
      while ((tick + 1) * TICK_MS <= at) {
        const eventsBefore = events.length
        for (const symbolMarket of symbolMarkets) symbolMarket.run(tick, emit)
        tick++
        if (observe) for (const event of events.slice(eventsBefore)) observe(event)
      }
      return events
    },
    requestBook: (symbol) => findMarket(symbol)?.requestBook(),
    book: (symbol) => findMarket(symbol)?.book,
    enter: (symbol, order, onTaken) => findMarket(symbol)?.enter(order, tick * TICK_MS, onTaken),
    leave: (symbol, id) => findMarket(symbol)?.leave(id),
  }
}
