import type { Instant } from '../../core/instant.ts'
import type { OrderBook } from '../market/order-book.ts'
import { MICRO_RULES } from './micro-rules.ts'
import { addValue, computeZScore, createMoments, type Moments, readMoments } from './moments.ts'

/**
 * Order-flow imbalance of the best prices (Cont, Kukanov and Stoikov), by windows of ten seconds and normalised by
 * their mean quantity.
 */
export interface OrderFlow {
  /** The touch before; a bid price of 0 while none was seen. */
  bid: number
  bidLots: number
  ask: number
  askLots: number
  /** The window that is not over. */
  window: number
  sum: number
  depth: number
  changes: number
  /** The newest whole window; null before there is one. */
  ofi: number | null
  readonly moments: Moments
}

export const createOrderFlow = (): OrderFlow => ({
  bid: 0,
  bidLots: 0,
  ask: 0,
  askLots: 0,
  window: -1,
  sum: 0,
  depth: 0,
  changes: 0,
  ofi: null,
  moments: createMoments(),
})

/** Counts how the touch changed; a side without a price breaks the row. */
export const followTouch = (flow: OrderFlow, book: OrderBook, atMs: Instant): void => {
  const bid = book.bids.best()
  const ask = book.asks.best()
  const window = Math.floor(atMs / MICRO_RULES.ofiWindowMs)
  if (window > flow.window) endWindow(flow, window)
  if (!bid || !ask) {
    flow.bid = 0
    return
  }
  if (flow.bid > 0) {
    if (bid.price >= flow.bid) flow.sum += bid.quantity
    if (bid.price <= flow.bid) flow.sum -= flow.bidLots
    if (ask.price <= flow.ask) flow.sum -= ask.quantity
    if (ask.price >= flow.ask) flow.sum += flow.askLots
    flow.depth += (bid.quantity + ask.quantity) / 2
    flow.changes++
  }
  flow.bid = bid.price
  flow.bidLots = bid.quantity
  flow.ask = ask.price
  flow.askLots = ask.quantity
}

/** The stream broke: the next touch follows nothing, and the window is not whole. */
export const breakOrderFlow = (flow: OrderFlow): void => {
  flow.bid = 0
  flow.changes = 0
  flow.sum = 0
  flow.depth = 0
}

export const ofiZ = ({ ofi, moments }: OrderFlow, atMs: Instant): { z: number | null; n: number } => {
  const reading = readMoments(moments, atMs)
  return { z: ofi === null ? null : computeZScore(reading, ofi, MICRO_RULES.momentsMin), n: reading.n }
}

const endWindow = (flow: OrderFlow, window: number): void => {
  if (flow.changes > 0 && flow.depth > 0) {
    flow.ofi = flow.sum / (flow.depth / flow.changes)
    addValue(flow.moments, flow.window * MICRO_RULES.ofiWindowMs, flow.ofi)
  }
  flow.window = window
  flow.sum = 0
  flow.depth = 0
  flow.changes = 0
}
