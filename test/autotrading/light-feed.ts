import type { Instant } from '../../server/core/instant.ts'
import type { Level } from '../../server/domain/market/book-side.ts'
import { lots } from '../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { LightInstrument } from './light-market.ts'

/** What a listener of the light market has been shown of its books; changed in place. */
export interface LightFeed {
  readonly instruments: readonly LightInstrument[]
  readonly shown: Map<string, { sequence: number; bids: readonly Level[]; asks: readonly Level[] }>
}

/** A listener that has been shown nothing yet. */
export const createLightFeed = (instruments: readonly LightInstrument[]): LightFeed => ({
  instruments,
  shown: new Map(),
})

/** The books as they are now, with the marks, and what trades when something does. */
export const tellMoment = (feed: LightFeed, at: Instant, trades: boolean): MarketEvent[] =>
  feed.instruments.flatMap((instrument): MarketEvent[] => {
    const { symbol } = instrument.spec.instrument
    const book = tellBook(feed, instrument, at)
    const mark: MarketEvent = { kind: 'markPrice', markPrice: instrument.markAt(at) }
    const told = book ? [book, mark] : [mark]
    return trades && feed.shown.has(symbol) ? [...told, { kind: 'trade', trade: instrument.tradeAt(at) }] : told
  })

/** A book that has lost its sequence is told whole next. */
export const forgetBook = ({ shown }: LightFeed, symbol: string): void => {
  shown.delete(symbol)
}

const tellBook = ({ shown }: LightFeed, { spec, levelsAt }: LightInstrument, at: Instant): MarketEvent | undefined => {
  const { symbol } = spec.instrument
  const now = levelsAt(at)
  const before = shown.get(symbol)
  const sequence = (before?.sequence ?? at) + 1
  shown.set(symbol, { sequence, ...now })
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

/** What is gone comes with nothing left of it. */
const changed = (before: readonly Level[], now: readonly Level[]): Level[] => {
  const stays = new Set(now.map(({ price }) => price))
  const gone = before.filter(({ price }) => !stays.has(price))
  return [...gone.map(({ price }) => ({ price, quantity: lots(0) })), ...now]
}
