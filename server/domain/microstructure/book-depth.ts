/**
 * Spread and depth of the order book with their weekly medians, and the order flow of the last hour near the mid price.
 */

import { DAY_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Instrument } from '../market/instrument.ts'
import type { OrderBook } from '../market/order-book.ts'
import { MICRO_RULES } from './micro-rules.ts'
import {
  advanceSketch,
  createQuantileSketch,
  estimateQuantile,
  type QuantileSketch,
  sumSlices,
  tally,
} from './quantile-sketch.ts'

/** Current state of the order book; depth in quote currency. */
export interface Depth {
  readonly spreadBps: number
  readonly depthUsd10bps: { readonly bid: number; readonly ask: number }
  readonly depthUsd50bps: { readonly bid: number; readonly ask: number }
  /** (B − A)/(B + A) of the quantities within 10 bps. */
  readonly imbalance10bps: number
}

/** Spread and depth of each minute of a week. */
export interface DepthHistory {
  minute: number
  readonly spreads: QuantileSketch
  readonly depths: QuantileSketch
}

/** A median, with the number of samples and days it is based on. */
export interface Median {
  readonly value: number | null
  readonly n: number
  readonly baselineDays: number
}

const WEEK = { slices: 8, sliceMs: DAY_MS }
/** Ranges of the spread sketches, in ten-thousandths and in quote currency. */
const SPREADS = { from: 1 / 256, octaves: 18, ...WEEK }
const DEPTHS = { from: 64, octaves: 26, ...WEEK }

export const createDepthHistory = (): DepthHistory => ({
  minute: -1,
  spreads: createQuantileSketch(SPREADS),
  depths: createQuantileSketch(DEPTHS),
})

/** Measures spread and depth; undefined while a side is empty. */
export const measureDepth = (book: OrderBook, instrument: Instrument): Depth | undefined => {
  const mid = midPrice(book)
  if (mid === undefined) return undefined
  const near = depthWithin(book, mid, MICRO_RULES.nearBps)
  const wide = depthWithin(book, mid, MICRO_RULES.wideBps)
  const worth = tickLotWorth(instrument)
  return {
    spreadBps: (10_000 * ((book.asks.best()?.price ?? mid) - (book.bids.best()?.price ?? mid))) / mid,
    depthUsd10bps: { bid: near.bids.value * worth, ask: near.asks.value * worth },
    depthUsd50bps: { bid: wide.bids.value * worth, ask: wide.asks.value * worth },
    imbalance10bps: balance(near.bids.quantity, near.asks.quantity),
  }
}

export const midPrice = (book: OrderBook): number | undefined => {
  const bid = book.bids.best()
  const ask = book.asks.best()
  return bid && ask && (bid.price + ask.price) / 2
}

/** Returns whether the current minute has not been sampled yet. */
export const isDepthDue = ({ minute }: DepthHistory, atMs: Instant): boolean => Math.floor(atMs / MINUTE_MS) > minute

export const sampleDepth = (history: DepthHistory, depth: Depth, atMs: Instant): void => {
  history.minute = Math.floor(atMs / MINUTE_MS)
  advanceSketch(history.spreads, atMs)
  advanceSketch(history.depths, atMs)
  tally(history.spreads, depth.spreadBps)
  tally(history.depths, depth.depthUsd10bps.bid + depth.depthUsd10bps.ask)
}

/** Returns the median of a week of minutes. */
export const readMedian = (sketch: QuantileSketch): Median => {
  const { n } = sumSlices(sketch)
  return { value: estimateQuantile(sketch, 0.5)?.value ?? null, n, baselineDays: (n * MINUTE_MS) / DAY_MS }
}

const depthWithin = (book: OrderBook, mid: number, bps: number) => ({
  bids: book.bids.within(mid * (1 - bps / 10_000)),
  asks: book.asks.within(mid * (1 + bps / 10_000)),
})

const balance = (bids: number, asks: number): number => (bids + asks === 0 ? 0 : (bids - asks) / (bids + asks))

const tickLotWorth = ({ price, quantity }: Instrument): number =>
  Number(price.step.units * quantity.step.units) / 10 ** (price.step.scale + quantity.step.scale)

/** Order flow in the watched band, in lots. */
export interface FlowSums {
  added: number
  removed: number
  traded: number
  /** Σ over levels of max(0, removed − traded there). */
  cancelled: number
  /** Total size of large adds, and of the ones withdrawn immediately. */
  largeAdded: number
  fleeting: number
  /** Number of large adds, and of the ones that vanished untraded. */
  largeAdds: number
  largeVanished: number
}

/** Order flow sums of each of the last sixty minutes. */
export interface BandFlow {
  readonly minutes: FlowSums[]
  readonly stamps: number[]
  current: FlowSums
  minute: number
}

const MINUTES = 60

const noFlow = (): FlowSums => ({
  added: 0,
  removed: 0,
  traded: 0,
  cancelled: 0,
  largeAdded: 0,
  fleeting: 0,
  largeAdds: 0,
  largeVanished: 0,
})

export const createBandFlow = (): BandFlow => ({
  minutes: Array.from({ length: MINUTES }, noFlow),
  stamps: Array.from({ length: MINUTES }, () => -1),
  current: noFlow(),
  minute: -1,
})

/** Advances exchange time to the next slice. */
export const advanceFlow = (flow: BandFlow, at: Instant): void => {
  const minute = Math.floor(at / MINUTE_MS)
  if (minute <= flow.minute) return
  const slot = minute % MINUTES
  flow.minute = minute
  flow.current = noFlow()
  flow.minutes[slot] = flow.current
  flow.stamps[slot] = minute
}

/** Returns the sums of the last hour. */
export const sumHourFlow = (flow: BandFlow, at: Instant): FlowSums => {
  const now = Math.floor(at / MINUTE_MS)
  const sums = noFlow()
  for (let slot = 0; slot < MINUTES; slot++) {
    const stamp = flow.stamps[slot] as number
    if (stamp > now - MINUTES && stamp <= now && stamp >= 0) addFlow(sums, flow.minutes[slot] as FlowSums)
  }
  return sums
}

/** Returns the share of the last hour's large adds that were withdrawn immediately; null without large adds. */
export const fleetingShare = ({ fleeting, largeAdded }: FlowSums): number | null =>
  largeAdded === 0 ? null : Math.min(1, fleeting / largeAdded)

const addFlow = (sums: FlowSums, added: FlowSums): void => {
  sums.added += added.added
  sums.removed += added.removed
  sums.traded += added.traded
  sums.cancelled += added.cancelled
  sums.largeAdded += added.largeAdded
  sums.fleeting += added.fleeting
  sums.largeAdds += added.largeAdds
  sums.largeVanished += added.largeVanished
}
