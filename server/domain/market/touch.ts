import type { Level } from './book-side.ts'
import { type Ticks, ticks } from './instrument.ts'
import type { InstrumentMarket } from './instrument-market.ts'
import type { Market } from './market.ts'

type PriceInputs = Pick<InstrumentMarket, 'book' | 'quote' | 'markPrice'>

/** Returns the touch of the order book or of the faster quote stream, whichever the venue numbered later. */
export const getTouch = ({ book, quote }: PriceInputs): { bid: Level | undefined; ask: Level | undefined } => {
  if (quote && (book.state !== 'SYNCED' || quote.sequence > book.sequence)) return { bid: quote.bid, ask: quote.ask }
  return { bid: book.bids.best(), ask: book.asks.best() }
}

/** The venue's mark price, or the mid of the touch where it gives none. */
export const getMarkTicks = (entry: PriceInputs): Ticks | undefined => {
  if (entry.markPrice) return entry.markPrice.mark
  const { bid, ask } = getTouch(entry)
  return bid && ask ? ticks(Math.round((bid.price + ask.price) / 2)) : undefined
}

/** The mark of a symbol; undefined while none has been seen. */
export const markIn = ({ instruments }: Readonly<Market>, symbol: string): Ticks | undefined => {
  const entry = instruments.get(symbol)
  return entry && getMarkTicks(entry)
}
