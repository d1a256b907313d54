/** Market makers of the simulated market: agents that quote ladders of orders on both sides, and their three styles. */

import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Side } from '../book/half-book.ts'
import type { OrderId } from '../book/order-queue.ts'
import { type InstrumentSpec, tickSize } from '../instrument-specs.ts'
import { typicalLots } from '../order-flow.ts'
import { exponential } from './draws.ts'
import type { TickView } from './tick-view.ts'

/**
 * Creates a market maker that quotes a ladder on both sides of the fair price, larger away from it. A quote is replaced
 * only when the price has moved too near or too far. A quote that crosses another participant's stale order trades with
 * it.
 */
export const createMarketMaker = (spec: InstrumentSpec, style: MakerStyle): MarketMaker => {
  const bids = createLadder('BUY')
  const asks = createLadder('SELL')
  const reach = style.spacing * style.quotes
  const meanLots = typicalLots(spec) * style.size
  let believed = Number.NaN

  /** Returns the best prices a ladder may quote, as if it began at the touch. */
  const edges = ({ fair, heat }: TickView): { bid: number; ask: number } => {
    if (!(Math.abs(fair - believed) < style.spacing / 2)) believed = fair
    const half = halfSpread(spec, heat)
    const bid = Math.floor(believed - half)
    return { bid, ask: Math.max(bid + 1, Math.ceil(believed + half)) }
  }

  const thin = ({ sign, quotes }: Ladder, edge: number, { book, random }: TickView): void => {
    for (const [price, id] of quotes) {
      const distance = (edge - price) * sign - style.from
      const good = distance >= 0 && distance < reach
      if (good && random() >= style.fickleness && book.restingQuantity(id) > 0) continue
      book.cancel(id)
      quotes.delete(price)
    }
  }

  const fill = ({ side, sign, quotes }: Ladder, edge: number, view: TickView): void => {
    const first = Math.floor(((edge - sign * style.from) * sign) / style.spacing)
    for (let step = 0; step < style.quotes; step++) {
      const price = (first - step) * style.spacing * sign
      if (quotes.has(price) || view.random() > REFILL) continue
      const mean = meanLots * (1 + step / style.quotes)
      const quantity = lots(Math.max(1, Math.round(mean * (0.3 + 0.7 * exponential(view.random)))))
      const { restingId } = view.send({ side, price: ticks(price), quantity, timeInForce: 'GTC' }, OFFSET_MS)
      if (restingId !== undefined) quotes.set(price, restingId)
    }
  }

  return {
    withdraw(view) {
      const { bid, ask } = edges(view)
      thin(bids, bid, view)
      thin(asks, ask, view)
    },
    quote(view) {
      const { bid, ask } = edges(view)
      fill(bids, bid, view)
      fill(asks, ask, view)
    },
  }
}

interface Ladder {
  readonly side: Side
  readonly sign: 1 | -1
  readonly quotes: Map<number, OrderId>
}

/** Placement of a market maker's quotes in the order book. */
export interface MakerStyle {
  /** Ticks from the touch to its first quote. */
  readonly from: number
  /** Distance of its quotes in ticks; they are on multiples of this. */
  readonly spacing: number
  readonly quotes: number
  /** Mean size of its first quote as a multiple of the typical order; its last is twice that. */
  readonly size: number
  /** Probability per tick of withdrawing a good quote, which is replaced later. */
  readonly fickleness: number
}

/**
 * A market maker, which withdraws and quotes in two steps, so that no maker trades with the stale quotes of another.
 */
export interface MarketMaker {
  withdraw(view: TickView): void
  quote(view: TickView): void
}

/** Probability per tick of replacing a missing quote: after a sweep the order book refills gradually. */
const REFILL = 0.6

/** Time within a tick at which makers send, after the crowd's orders. */
const OFFSET_MS = 95

const createLadder = (side: Side): Ladder => ({ side, sign: side === 'BUY' ? 1 : -1, quotes: new Map() })

/** Returns half of the spread beyond its minimum of one tick; it widens with volatility. */
const halfSpread = (spec: InstrumentSpec, heat: number): number => Math.max(0, (spec.spreadTicks * heat - 1) / 2)

const QUOTES = 32
const BASIS_POINT = 1e-4

/**
 * Parameters of the three makers: distance between quotes in basis points of the price and its minimum in ticks, size,
 * and withdrawals.
 */
const STANDS = [
  { gapBps: 0, gapMinTicks: 1, size: 2, fickleness: 0.03 },
  { gapBps: 0.06, gapMinTicks: 1, size: 8, fickleness: 0.01 },
  { gapBps: 0.35, gapMinTicks: 2, size: 30, fickleness: 0.003 },
]

/**
 * Returns the styles of three makers at increasing distance: a fast one at the touch, a larger one beyond it, and a
 * deep one.
 */
export const makerStyles = (spec: InstrumentSpec): MakerStyle[] => {
  const ticksPerBp = (spec.level * BASIS_POINT) / tickSize(spec)
  let from = 0
  return STANDS.map(({ gapBps, gapMinTicks, size, fickleness }) => {
    const spacing = Math.max(gapMinTicks, Math.round(gapBps * ticksPerBp))
    const style = { from, spacing, quotes: QUOTES, size, fickleness }
    from = Math.round(((from + spacing * QUOTES) * 2) / 3)
    return style
  })
}
