import { parseDecimal } from '../../../core/decimal.ts'
import type { Level } from '../../../domain/market/book-side.ts'
import { type Instrument, lots, ticks } from '../../../domain/market/instrument.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { WireDepth, WireLevel, WireMarkPrice, WireMessage, WireQuote, WireSnapshot, WireTrade } from './wire.ts'

/** What is added to a recording that is played again: its times and trade numbers go on from the last round. */
export interface Shift {
  readonly timeMs: number
  readonly tradeId: number
}

export const NO_SHIFT: Shift = { timeMs: 0, tradeId: 0 }

/** A number of a message that does not lie on the instrument's tick or lot. */
class OffGrid extends Error {}

/** The market event of a message; a text says why there is none: a price or quantity off the instrument's grid. */
export const translate = (message: WireMessage, instrument: Instrument, shift: Shift): InstrumentEvent | string => {
  try {
    return eventOf(message, instrument, shift)
  } catch (error) {
    if (error instanceof OffGrid) return error.message
    throw error
  }
}

const eventOf = (message: WireMessage, instrument: Instrument, shift: Shift): InstrumentEvent => {
  switch (message.e) {
    case 'trade':
      return { kind: 'trade', trade: tradeOf(message, instrument, shift) }
    case 'depthUpdate':
      return { kind: 'bookDelta', delta: deltaOf(message, instrument, shift) }
    case 'bookTicker':
      return { kind: 'quote', quote: quoteOf(message, instrument, shift) }
    case 'markPriceUpdate':
      return { kind: 'markPrice', markPrice: markPriceOf(message, instrument, shift) }
    default:
      return { kind: 'bookSnapshot', snapshot: snapshotOf(message, instrument, shift) }
  }
}

const priceOf = (text: string, { symbol, price }: Instrument) => {
  const steps = price.parse(text)
  if (steps === undefined)
    throw new OffGrid(`price ${text} of ${symbol} is not a multiple of its tick ${price.print(1)}`)
  return ticks(steps)
}

const quantityOf = (text: string, { symbol, quantity }: Instrument) => {
  const steps = quantity.parse(text)
  if (steps === undefined) {
    throw new OffGrid(`quantity ${text} of ${symbol} is not a multiple of its lot ${quantity.print(1)}`)
  }
  return lots(steps)
}

const levelsOf = (levels: readonly WireLevel[], instrument: Instrument): Level[] =>
  levels.map(([price, quantity]) => ({
    price: priceOf(price, instrument),
    quantity: quantityOf(quantity, instrument),
  }))

const tradeOf = (trade: WireTrade, instrument: Instrument, shift: Shift) => ({
  symbol: trade.s,
  tradeId: String(trade.t + shift.tradeId),
  sequence: trade.t + shift.tradeId,
  price: priceOf(trade.p, instrument),
  quantity: quantityOf(trade.q, instrument),
  takerSide: trade.m ? ('SELL' as const) : ('BUY' as const),
  tradedAtMs: trade.T + shift.timeMs,
})

const deltaOf = (depth: WireDepth, instrument: Instrument, shift: Shift) => ({
  symbol: depth.s,
  firstSequence: depth.U,
  lastSequence: depth.u,
  previousSequence: depth.pu,
  bids: levelsOf(depth.b, instrument),
  asks: levelsOf(depth.a, instrument),
  exchangeTimeMs: depth.T + shift.timeMs,
})

const snapshotOf = (snapshot: WireSnapshot, instrument: Instrument, shift: Shift) => ({
  symbol: instrument.symbol,
  sequence: snapshot.lastUpdateId,
  bids: levelsOf(snapshot.bids, instrument),
  asks: levelsOf(snapshot.asks, instrument),
  exchangeTimeMs: snapshot.T + shift.timeMs,
})

const quoteOf = (quote: WireQuote, instrument: Instrument, shift: Shift) => ({
  symbol: quote.s,
  sequence: quote.u,
  bid: { price: priceOf(quote.b, instrument), quantity: quantityOf(quote.B, instrument) },
  ask: { price: priceOf(quote.a, instrument), quantity: quantityOf(quote.A, instrument) },
  exchangeTimeMs: quote.T + shift.timeMs,
})

/** Mark and index prices are averages: they are taken to the nearest tick. */
const nearestTick = (text: string, { price }: Instrument) => {
  const tick = Number(price.print(1))
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? ticks(Math.round(value / tick)) : null
}

const markPriceOf = (mark: WireMarkPrice, instrument: Instrument, shift: Shift) => {
  const rate = parseDecimal(mark.r)
  const price = nearestTick(mark.p, instrument)
  if (price === null) throw new OffGrid(`mark price ${mark.p} of ${mark.s} is not a price`)
  return {
    symbol: mark.s,
    mark: price,
    index: nearestTick(mark.i, instrument),
    fundingRate: rate.ok ? rate.value : null,
    fundingIntervalMs: null,
    nextFundingAtMs: mark.T > 0 ? mark.T + shift.timeMs : null,
    fundingRateCap: null,
    fundingRateFloor: null,
    openInterest: null,
    exchangeTimeMs: mark.E + shift.timeMs,
  }
}
