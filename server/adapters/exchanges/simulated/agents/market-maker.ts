import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Side } from '../book/half-book.ts'
import type { OrderId } from '../book/order-queue.ts'
import { type InstrumentSpec, tickSize } from '../instrument-specs.ts'
import { typicalLots } from '../order-flow.ts'
import { exponential } from './draws.ts'
import type { TickView } from './tick-view.ts'

/**
 * Quotes a ladder on both sides of the fair price, larger away from it. A quote stays where it is while the price moves
 * until it is too near or too far. A quote that crosses another participant's stale order trades with it.
 */
export const createMarketMaker = (spec: InstrumentSpec, style: MakerStyle): MarketMaker => {
  const bids = createLadder('BUY')
  const asks = createLadder('SELL')
  const reach = style.spacing * style.quotes
  const meanLots = typicalLots(spec) * style.size
  let believed = Number.NaN

  /** The best prices a ladder may quote, as if it began at the touch. */
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
  /** Chance that it withdraws a good quote in a tick, to put another in its place later. */
  readonly fickleness: number
}

/** Withdraws and quotes in two moves, so that no maker meets the stale quotes of another. */
export interface MarketMaker {
  withdraw(view: TickView): void
  quote(view: TickView): void
}

/** Probability per tick of replacing a missing quote: after a sweep the order book refills gradually. */
const REFILL = 0.6

/** Makers send at the end of the tick, after the crowd's orders. */
const OFFSET_MS = 95

const createLadder = (side: Side): Ladder => ({ side, sign: side === 'BUY' ? 1 : -1, quotes: new Map() })

/** Half spread beyond its minimum of one tick; it widens with volatility. */
const halfSpread = (spec: InstrumentSpec, heat: number): number => Math.max(0, (spec.spreadTicks * heat - 1) / 2)

const QUOTES = 32
const BASIS_POINT = 1e-4

/** Distances between quotes in basis points of the price, and their minimum in ticks. */
const STANDS = [
  { gapBps: 0, gapMinTicks: 1, size: 2, fickleness: 0.03 },
  { gapBps: 0.06, gapMinTicks: 1, size: 8, fickleness: 0.01 },
  { gapBps: 0.35, gapMinTicks: 2, size: 30, fickleness: 0.003 },
]

/** Three makers at increasing distance: a fast one at the touch, a larger one beyond it, and a deep one. */
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
