import { isDecimal, parseDecimal } from '../../../core/decimal.ts'
import { type Instrument, lots, ticks } from '../../../domain/market/instrument.ts'
import type { InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { Level } from '../../../domain/market/order-book.ts'
import type {
  WireAggTrade,
  WireDepth,
  WireLevel,
  WireLiquidation,
  WireMarkPrice,
  WireMessage,
  WireQuote,
  WireSnapshot,
  WireTrade,
} from './wire.ts'

/**
 * Converts a recorded message of Binance to a market event, with the offsets of a repeated recording; returns the
 * reason as a string for a price or quantity off the instrument's grid.
 */
export const translate = (message: WireMessage, instrument: Instrument, shift: Shift): InstrumentEvent | string => {
  try {
    return toEvent(message, instrument, shift)
  } catch (error) {
    if (error instanceof OffGrid) return error.message
    throw error
  }
}

/** Offsets added to a recording that is played again: its times and trade numbers continue from the last round. */
export interface Shift {
  readonly timeMs: number
  readonly tradeId: number
  /** Sequence with the offset of the number minus omitted trades, so that it has no gaps. */
  readonly sequence: number
}

export const NO_SHIFT: Shift = { timeMs: 0, tradeId: 0, sequence: 0 }

/** Thrown for a number that is not on the instrument's tick or lot. */
class OffGrid extends Error {}

const toEvent = (message: WireMessage, instrument: Instrument, shift: Shift): InstrumentEvent => {
  switch (message.e) {
    case 'trade':
      return { kind: 'trade', trade: toTrade(message, message.t, instrument, shift) }
    case 'aggTrade':
      return { kind: 'trade', trade: toTrade(message, message.a, instrument, shift) }
    case 'depthUpdate':
      return { kind: 'bookDelta', delta: toDelta(message, instrument, shift) }
    case 'bookTicker':
      return { kind: 'quote', quote: toQuote(message, instrument, shift) }
    case 'markPriceUpdate':
      return { kind: 'markPrice', markPrice: toMarkPrice(message, instrument, shift) }
    case 'forceOrder':
      return { kind: 'liquidation', liquidation: toLiquidation(message, instrument, shift) }
    default:
      return { kind: 'bookSnapshot', snapshot: toSnapshot(message, instrument, shift) }
  }
}

const parsePrice = (text: string, instrument: Instrument) =>
  checkedPrice(instrument.price.parse(text), text, instrument)

const checkedPrice = (steps: number | undefined, text: string, { symbol, price }: Instrument) => {
  if (steps === undefined || steps <= 0) {
    throw new OffGrid(`price ${text} of ${symbol} is not a positive multiple of its tick ${price.print(1)}`)
  }
  return ticks(steps)
}

const parseQuantity = (text: string, { symbol, quantity }: Instrument) => {
  const steps = quantity.parse(text)
  if (steps === undefined || steps < 0) {
    throw new OffGrid(`quantity ${text} of ${symbol} is not a multiple of its lot ${quantity.print(1)}`)
  }
  return lots(steps)
}

/**
 * Parses levels. Orders from before a tick size change may be off the new grid, far from the touch: such levels are
 * omitted.
 */
const parseLevels = (levels: readonly WireLevel[], instrument: Instrument): Level[] => {
  const parsed: Level[] = []
  for (const level of levels) {
    const text = level[0]
    const steps = instrument.price.parse(text)
    if (steps === undefined && isDecimal(text)) continue
    parsed.push({ price: checkedPrice(steps, text, instrument), quantity: parseQuantity(level[1], instrument) })
  }
  return parsed
}

/** Parses the levels of a snapshot; the best price must be on the tick, otherwise the tick is wrong. */
const parseBook = (levels: readonly WireLevel[], instrument: Instrument): Level[] => {
  const [best] = levels
  if (best) parsePrice(best[0], instrument)
  return parseLevels(levels, instrument)
}

const toTrade = (trade: WireTrade | WireAggTrade, id: number, instrument: Instrument, shift: Shift) => ({
  symbol: trade.s,
  tradeId: String(id + shift.tradeId),
  sequence: id + shift.sequence,
  price: parsePrice(trade.p, instrument),
  quantity: parseQuantity(trade.q, instrument),
  takerSide: trade.m ? ('SELL' as const) : ('BUY' as const),
  tradedAtMs: trade.T + shift.timeMs,
})

const toDelta = (depth: WireDepth, instrument: Instrument, shift: Shift) => ({
  symbol: depth.s,
  firstSequence: depth.U,
  lastSequence: depth.u,
  previousSequence: depth.pu,
  bids: parseLevels(depth.b, instrument),
  asks: parseLevels(depth.a, instrument),
  exchangeTimeMs: depth.T + shift.timeMs,
})

const toSnapshot = (snapshot: WireSnapshot, instrument: Instrument, shift: Shift) => ({
  symbol: instrument.symbol,
  sequence: snapshot.lastUpdateId,
  bids: parseBook(snapshot.bids, instrument),
  asks: parseBook(snapshot.asks, instrument),
  exchangeTimeMs: snapshot.T + shift.timeMs,
})

const toQuote = (quote: WireQuote, instrument: Instrument, shift: Shift) => ({
  symbol: quote.s,
  sequence: quote.u,
  bid: { price: parsePrice(quote.b, instrument), quantity: parseQuantity(quote.B, instrument) },
  ask: { price: parsePrice(quote.a, instrument), quantity: parseQuantity(quote.A, instrument) },
  exchangeTimeMs: quote.T + shift.timeMs,
})

/** Rounds to the nearest tick, because mark prices, index prices and averages may be between two. */
const nearestTick = (text: string, { price }: Instrument) => {
  const tick = Number(price.print(1))
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? ticks(Math.round(value / tick)) : null
}

const toMarkPrice = (mark: WireMarkPrice, instrument: Instrument, shift: Shift) => {
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

const toLiquidation = (order: WireLiquidation, instrument: Instrument, shift: Shift) => {
  const price = nearestTick(order.ap, instrument) ?? nearestTick(order.p, instrument)
  if (price === null) throw new OffGrid(`liquidation price ${order.p} of ${order.s} is not a price`)
  return {
    symbol: order.s,
    side: order.S,
    price,
    quantity: parseQuantity(Number(order.z) > 0 ? order.z : order.q, instrument),
    liquidatedAtMs: order.T + shift.timeMs,
  }
}
