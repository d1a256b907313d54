import type { Instant } from '../../server/core/instant.ts'
import { lots } from '../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { Level } from '../../server/domain/market/order-book.ts'
import type { LightInstrument } from './light-market.ts'

/** Order book state that a subscriber of the light market has received; changed in place. */
export interface LightFeed {
  readonly instruments: readonly LightInstrument[]
  readonly published: Map<string, { sequence: number; bids: readonly Level[]; asks: readonly Level[] }>
}

/** Creates a subscriber state without data. */
export const createLightFeed = (instruments: readonly LightInstrument[]): LightFeed => ({
  instruments,
  published: new Map(),
})

/** Returns the current order books with the marks, and the trades when there are any. */
export const publishMoment = (feed: LightFeed, at: Instant, trades: boolean): MarketEvent[] =>
  feed.instruments.flatMap((instrument): MarketEvent[] => {
    const { symbol } = instrument.spec.instrument
    const book = publishBook(feed, instrument, at)
    const mark: MarketEvent = { kind: 'markPrice', markPrice: instrument.markAt(at) }
    const events = book ? [book, mark] : [mark]
    return trades && feed.published.has(symbol) ? [...events, { kind: 'trade', trade: instrument.tradeAt(at) }] : events
  })

/** Removes an order book that lost its sequence, so that a full snapshot follows. */
export const forgetBook = ({ published }: LightFeed, symbol: string): void => {
  published.delete(symbol)
}

const publishBook = (
  { published }: LightFeed,
  { spec, levelsAt }: LightInstrument,
  at: Instant,
): MarketEvent | undefined => {
  const { symbol } = spec.instrument
  const now = levelsAt(at)
  const before = published.get(symbol)
  const sequence = (before?.sequence ?? at) + 1
  published.set(symbol, { sequence, ...now })
  const times = { symbol, exchangeTimeMs: at }
  if (!before)
    return { kind: 'bookSnapshot', snapshot: { ...times, sequence, bids: [...now.bids], asks: [...now.asks] } }
  return {
    kind: 'bookDelta',
    delta: {
      ...times,
      firstSequence: sequence,
      lastSequence: sequence,
      previousSequence: before.sequence,
      bids: changed(before.bids, now.bids),
      asks: changed(before.asks, now.asks),
    },
  }
}

/** Returns the changed levels; a removed level has quantity zero. */
const changed = (before: readonly Level[], now: readonly Level[]): Level[] => {
  const stays = new Set(now.map(({ price }) => price))
  const gone = before.filter(({ price }) => !stays.has(price))
  return [...gone.map(({ price }) => ({ price, quantity: lots(0) })), ...now]
}
