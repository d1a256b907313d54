import { isDecimal, parseDecimal } from '../../../core/decimal.ts'
import type { Level } from '../../../domain/market/book-side.ts'
import { type Instrument, lots, ticks } from '../../../domain/market/instrument.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type {
  WireAggTrade,
  WireDepth,
  WireLevel,
  WireMarkPrice,
  WireMessage,
  WireQuote,
  WireSnapshot,
  WireTrade,
} from './wire.ts'

/** What is added to a recording that is played again: its times and trade numbers go on from the last round. */
export interface Shift {
  readonly timeMs: number
  readonly tradeId: number
  /** As for the number, less what was left out, so that it counts without holes. */
  readonly sequence: number
}

export const NO_SHIFT: Shift = { timeMs: 0, tradeId: 0, sequence: 0 }

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
      return { kind: 'trade', trade: tradeOf(message, message.t, instrument, shift) }
    case 'aggTrade':
      return { kind: 'trade', trade: tradeOf(message, message.a, instrument, shift) }
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

const priceOf = (text: string, instrument: Instrument) => checkedPrice(instrument.price.parse(text), text, instrument)

const checkedPrice = (steps: number | undefined, text: string, { symbol, price }: Instrument) => {
  if (steps === undefined || steps <= 0) {
    throw new OffGrid(`price ${text} of ${symbol} is not a positive multiple of its tick ${price.print(1)}`)
  }
  return ticks(steps)
}

const quantityOf = (text: string, { symbol, quantity }: Instrument) => {
  const steps = quantity.parse(text)
  if (steps === undefined || steps < 0) {
    throw new OffGrid(`quantity ${text} of ${symbol} is not a multiple of its lot ${quantity.print(1)}`)
  }
  return lots(steps)
}

/** Orders from before a change of the tick may rest off today's, far from the touch: such levels are left out. */
const levelsOf = (levels: readonly WireLevel[], instrument: Instrument): Level[] => {
  const told: Level[] = []
  for (const [text, quantity] of levels) {
    const steps = instrument.price.parse(text)
    if (steps === undefined && isDecimal(text)) continue
    told.push({ price: checkedPrice(steps, text, instrument), quantity: quantityOf(quantity, instrument) })
  }
  return told
}

/** The levels of a whole book; its best price lies on the tick, or the tick is wrong. */
const bookOf = (levels: readonly WireLevel[], instrument: Instrument): Level[] => {
  const [best] = levels
  if (best) priceOf(best[0], instrument)
  return levelsOf(levels, instrument)
}

const tradeOf = (trade: WireTrade | WireAggTrade, id: number, instrument: Instrument, shift: Shift) => ({
  symbol: trade.s,
  tradeId: String(id + shift.tradeId),
  sequence: id + shift.sequence,
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
  bids: bookOf(snapshot.bids, instrument),
  asks: bookOf(snapshot.asks, instrument),
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
