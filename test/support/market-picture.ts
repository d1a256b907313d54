import type { Market } from '../../server/domain/market/market.ts'
import { TAPE_MAX } from '../../server/domain/market/trade-tape.ts'
import { readMicro } from '../../server/domain/microstructure/micro-reading.ts'

/** Returns the complete state of a market as comparable plain values. */
export const describeMarket = ({ clockMs, instruments }: Market) => ({
  clockMs,
  instruments: [...instruments.values()].map(({ instrument, book, tape, candles, day, micro, ...rest }) => ({
    ...rest,
    symbol: instrument.symbol,
    book: { state: book.state, sequence: book.sequence, bids: book.bids.top(9_999), asks: book.asks.top(9_999) },
    trades: tape.newest(TAPE_MAX),
    candles,
    day: day.summary(undefined),
    measured: readMicro({ micro, book, instrument }, clockMs),
  })),
})
