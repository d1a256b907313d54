/** Order flow of the market: imbalance at the touch (OFI), taker volume (CVD), and toxicity (VPIN). */

import { type Instant, SECOND_MS } from '../../core/instant.ts'
import type { OrderBook } from '../market/order-book.ts'
import type { Trade } from '../market/trade-tape.ts'
import { createHourlySeries, type HourlySeries, setHour } from './hourly-series.ts'
import { MICRO_RULES } from './micro-rules.ts'
import { addValue, computeZScore, createMoments, type Moments, type MomentsReading, readMoments } from './moments.ts'

/**
 * Order-flow imbalance at the best prices (Cont, Kukanov and Stoikov) in windows of ten seconds, normalised by their
 * mean quantity.
 */
export interface OrderFlow {
  /** The previous touch; a bid price of 0 until the first one. */
  bid: number
  bidLots: number
  ask: number
  askLots: number
  /** The current window. */
  window: number
  sum: number
  depth: number
  changes: number
  /** Newest complete window; null until the first one. */
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

/** Adds a change of the touch to the imbalance; while a side has no price, the sequence is interrupted. */
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

/** Handles a broken stream: the next touch has no predecessor, and the window is incomplete. */
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

/** Taker volume in lots: counted since the beginning, and by the second over the last hour. */
export interface TradeFlow {
  bought: number
  sold: number
  trades: number
  /** The current second. */
  second: number
  secondBought: number
  secondSold: number
  readonly buys: Moments
  readonly sells: Moments
}

/** A longer silence may mean a broken stream rather than a quiet market. */
const QUIET_SECONDS_MAX = 60

export const createTradeFlow = (): TradeFlow => ({
  bought: 0,
  sold: 0,
  trades: 0,
  second: -1,
  secondBought: 0,
  secondSold: 0,
  buys: createMoments(),
  sells: createMoments(),
})

export const countTrade = (flow: TradeFlow, { quantity, takerSide, tradedAtMs }: Trade): void => {
  const second = Math.floor(tradedAtMs / SECOND_MS)
  if (second > flow.second) endSecond(flow, second)
  flow.trades++
  if (takerSide === 'BUY') {
    flow.bought += quantity
    flow.secondBought += quantity
  } else {
    flow.sold += quantity
    flow.secondSold += quantity
  }
}

/** Cumulative volume delta: taker buys minus taker sells. */
export const computeCvd = ({ bought, sold }: TradeFlow): number => bought - sold

/** Returns the per-second taker volume that takes from bids (1) or asks (-1). */
export const takenPerSecond = ({ buys, sells }: TradeFlow, direction: 1 | -1, at: Instant): MomentsReading =>
  readMoments(direction === 1 ? sells : buys, at)

const endSecond = (flow: TradeFlow, second: number): void => {
  if (flow.second >= 0) {
    const at = flow.second * SECOND_MS
    const quiet = Math.min(second - flow.second - 1, QUIET_SECONDS_MAX)
    addValue(flow.buys, at, flow.secondBought)
    addValue(flow.sells, at, flow.secondSold)
    if (quiet > 0) {
      addValue(flow.buys, at, 0, quiet)
      addValue(flow.sells, at, 0, quiet)
    }
  }
  flow.second = second
  flow.secondBought = 0
  flow.secondSold = 0
}

/**
 * Order-flow toxicity in buckets of equal volume (Easley, López de Prado and O'Hara 2012), using the taker side
 * reported by the venue. Its value as a forecast is disputed (Andersen and Bondarenko), so it is never decisive on its
 * own.
 */
export interface Vpin {
  /** Lots per bucket; 0 while the average daily volume is unknown. */
  bucketLots: number
  bought: number
  sold: number
  /** |bought − sold| divided by volume, for each of the newest buckets. */
  readonly shares: Float64Array
  buckets: number
  readonly history: HourlySeries
}

export const createVpin = (): Vpin => ({
  bucketLots: 0,
  bought: 0,
  sold: 0,
  shares: new Float64Array(MICRO_RULES.vpinBuckets),
  buckets: 0,
  history: createHourlySeries(),
})

/** Sets the bucket size of future buckets as a share of the daily volume. */
export const sizeBuckets = (vpin: Vpin, dayLots: number): void => {
  vpin.bucketLots = dayLots / MICRO_RULES.vpinBuckets
}

/** Adds a trade, which may fill several buckets; buckets beyond the retained number are all equal. */
export const fillBuckets = (vpin: Vpin, { quantity, takerSide, tradedAtMs }: Trade): void => {
  if (vpin.bucketLots <= 0) return
  let left = Math.min(quantity, vpin.bucketLots * (MICRO_RULES.vpinBuckets + 1))
  while (left > 0) {
    const room = Math.max(0, vpin.bucketLots - vpin.bought - vpin.sold)
    const part = Math.min(left, room)
    if (takerSide === 'BUY') vpin.bought += part
    else vpin.sold += part
    left -= part
    if (left === 0 && part < room) return
    closeBucket(vpin, tradedAtMs)
  }
}

/** Returns the mean of fifty buckets; null until fifty are complete. */
export const computeVpin = ({ shares, buckets }: Vpin): number | null => {
  if (buckets < shares.length) return null
  let sum = 0
  for (const share of shares) sum += share
  return sum / shares.length
}

const closeBucket = (vpin: Vpin, atMs: Instant): void => {
  const volume = vpin.bought + vpin.sold
  vpin.shares[vpin.buckets % vpin.shares.length] = volume === 0 ? 0 : Math.abs(vpin.bought - vpin.sold) / volume
  vpin.buckets++
  vpin.bought = 0
  vpin.sold = 0
  setHour(vpin.history, atMs, computeVpin(vpin) ?? Number.NaN)
}
