import { SECOND_MS } from '../../../core/instant.ts'
import { createRandom, hash32 } from '../../../core/random.ts'
import { createCrowd } from './agents/crowd.ts'
import { makerStyles } from './agents/maker-styles.ts'
import { createMarketMaker } from './agents/market-maker.ts'
import { TICK_MS, type TickView } from './agents/tick-view.ts'
import { createTrendFollower } from './agents/trend-follower.ts'
import { createMatchingBook, type MatchingBook } from './book/matching-book.ts'
import { createBookFeed } from './book-feed.ts'
import type { InstrumentSpec } from './instrument-specs.ts'
import { createMarkPrices } from './mark-prices.ts'
import { keyOf } from './path/key-of.ts'
import { createReferencePrice } from './reference-price.ts'
import { tickSize } from './spec-units.ts'
import { createTradeTape, type Emit } from './trade-tape.ts'

/** Ticks the makers have for putting up their ladders before anybody looks. */
const WARM_UP_TICKS = 10

/** One instrument's market: its book, and the agents who trade in it. */
export interface TradingPit {
  readonly symbol: string
  readonly book: MatchingBook
  /** Runs the tick of this number (since 1970); ticks follow one another. */
  run(tick: number, emit: Emit): void
  /** The next tick begins with a snapshot, as the first one does. */
  requestBook(): void
}

/** Opens the market with the makers' first quotes; `firstTick` is the first one to be run. */
export const createTradingPit = (seed: number, spec: InstrumentSpec, firstTick: number): TradingPit => {
  const { symbol } = spec.instrument
  const key = keyOf(seed, `${symbol} agents`)
  const reference = createReferencePrice(seed, spec)
  const markPriceAt = createMarkPrices(seed, spec, reference)
  const priceStep = tickSize(spec)
  const book = createMatchingBook()
  const sendIn = createTradeTape(symbol, book)
  const takers = [createCrowd(spec), createTrendFollower(spec)]
  const makers = makerStyles(spec).map((style) => createMarketMaker(spec, style))
  let snapshotWanted = true
  let heat = reference.heat(firstTick * TICK_MS)

  const viewOf = (tick: number, send: TickView['send']): TickView => ({
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

  for (let tick = firstTick - WARM_UP_TICKS; tick < firstTick; tick++) makeMarket(viewOf(tick, book.place))
  const feed = createBookFeed(symbol, book, firstTick - 1)

  return {
    symbol,
    book,
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
      const view = viewOf(tick, sendIn(tick, emit))
      for (const take of takers) take(view)
      makeMarket(view)
      feed.changes(tick, emit)
    },
  }
}
