/** Feeds market events into the microstructure measurements of one instrument. */

import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Candle } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { MarkPrice } from '../market/market-event.ts'
import type { BookDelta, BookSide, OrderBook } from '../market/order-book.ts'
import type { Trade } from '../market/trade-tape.ts'
import {
  advanceFlow,
  fleetingShare,
  isDepthDue,
  measureDepth,
  midPrice,
  sampleDepth,
  sumHourFlow,
} from './book-depth.ts'
import { countEvent, type EventRate, watchUntil } from './event-rate.ts'
import { enterMark, interestDrop } from './funding.ts'
import { setHour } from './hourly-series.ts'
import { dismissLarge, forgetStanding, isUntraded, type LargeAdd, takenFrom, tradeLarge } from './large-adds.ts'
import { isLayerDue, settleLayers, settleSpoofs, suspectLayer, suspectSpoof } from './layering.ts'
import { anchorBand, computeImbalance, forgetTraded, type LevelWatch, watchDelta, watchTraded } from './level-watch.ts'
import { observeLiquidations } from './liquidations.ts'
import { logEvent, type MicroEvent } from './micro-event.ts'
import { MICRO_RULES } from './micro-rules.ts'
import type { Micro } from './micro-state.ts'
import { dayVolume, enterMinute } from './minutes.ts'
import { breakOrderFlow, countTrade, fillBuckets, followTouch, sizeBuckets, takenPerSecond } from './order-flow.ts'
import { advanceSketch, createQuantileSketch, estimateQuantile, tally } from './quantile-sketch.ts'
import { enterTrapBar } from './trap-wick.ts'

/** A delta and the order book it was applied to. */
export interface BookChange {
  readonly book: OrderBook
  readonly delta: BookDelta
  readonly instrument: Instrument
}

/** The daily quantile changes slowly. */
const LARGE_EVERY_MS = 30 * SECOND_MS
const TRAPS_MAX = 64

/** Measures the effect of a delta on its order book; deltas that were not applied are skipped. */
export const noteBook = (micro: Micro, { book, delta, instrument }: BookChange): void => {
  if (book.state !== 'SYNCED' || book.sequence !== delta.lastSequence) return
  const atMs = delta.exchangeTimeMs
  const follows = micro.sequence === delta.previousSequence && micro.levels.anchor > 0
  micro.sequence = delta.lastSequence
  micro.fromMs ||= atMs
  micro.toMs = Math.max(micro.toMs, atMs)
  micro.bookUpdates++
  if (follows) watchDelta(micro.levels, book, delta, micro.trades)
  else restart(micro, book)
  settleLarge(micro, atMs)
  followTouch(micro.orderFlow, book, atMs)
  keepAnchor(micro, book)
  if (atMs >= micro.dueMs) sampleSecond(micro, book, instrument)
}

export const noteTrade = (micro: Micro, trade: Trade): void => {
  const { levels } = micro
  const direction = takenFrom(trade.takerSide)
  countTrade(micro.trades, trade)
  fillBuckets(micro.vpin, trade)
  advanceFlow(levels.flow, trade.tradedAtMs)
  watchTraded(levels, trade)
  if (levels.large.watched.size > 0) tradeLarge(levels.large, trade.price, direction, trade.quantity)
}

/** Processes a closed candle; only one-minute candles and candles of the trap's interval are used. */
export const noteCandle = (micro: Micro, candle: Candle, instrument: Instrument): void => {
  if (candle.interval === '1m') {
    enterMinute(micro.minutes, candle)
    const volume = dayVolume(micro.minutes, candle.openMs + MINUTE_MS)
    if (volume !== null) sizeBuckets(micro.vpin, volume)
  } else if (candle.interval === MICRO_RULES.trapInterval) enterTrap(micro, candle, instrument)
}

export const noteMark = (micro: Micro, mark: MarkPrice): void => {
  enterMark(micro.funding, mark)
  observeLiquidations(micro.liquidations, mark.exchangeTimeMs)
}

/**
 * Restarts after an order book that does not continue the previous one: pending observations are dropped, baselines
 * remain.
 */
const restart = (micro: Micro, book: OrderBook): void => {
  const { large } = micro.levels
  for (const add of [...large.watched.values()]) dismissLarge(large, add)
  forgetTraded(micro.levels)
  micro.spoofs.suspects.length = 0
  micro.layers.gone.length = 0
  breakOrderFlow(micro.orderFlow)
  micro.levels.anchor = 0
  const mid = midPrice(book)
  if (mid !== undefined) anchorBand(micro.levels, book, mid)
}

const keepAnchor = ({ levels, orderFlow: { bid, ask } }: Micro, book: OrderBook): void => {
  const mid = (bid + ask) / 2
  if (bid === 0 || Math.abs(mid - levels.anchor) * 10_000 <= MICRO_RULES.anchorDriftBps * mid) return
  anchorBand(levels, book, mid)
}

/** Takes the periodic measurements. */
const sampleSecond = (micro: Micro, book: OrderBook, instrument: Instrument): void => {
  const atMs = micro.toMs
  micro.dueMs = atMs + SECOND_MS
  watchUntil(micro.spoofRate, atMs)
  watchUntil(micro.layerRate, atMs)
  forgetStanding(micro.levels.large, atMs)
  if (isDepthDue(micro.depth, atMs)) sampleMinute(micro, book, instrument)
  if (atMs < micro.largeDueMs) return
  micro.largeDueMs = atMs + LARGE_EVERY_MS
  updateLargeThreshold(micro.levels)
}

const sampleMinute = (micro: Micro, book: OrderBook, instrument: Instrument): void => {
  const depth = measureDepth(book, instrument)
  if (depth) sampleDepth(micro.depth, depth, micro.toMs)
  measureLevels(micro.levels, book)
  const share = fleetingShare(sumHourFlow(micro.levels.flow, micro.toMs))
  if (share !== null) setHour(micro.fleeting, micro.toMs, share)
}

const enterTrap = (micro: Micro, candle: Candle, instrument: Instrument): void => {
  const event = enterTrapBar(micro.trap, candle, instrument, (sinceMs) => interestDrop(micro.funding, sinceMs))
  if (!event) return
  micro.traps.push(event.atMs)
  if (micro.traps.length > TRAPS_MAX) micro.traps.shift()
  logEvent(micro.events, event)
}

/** Settles the large adds after an order book change, and counts the settled findings. */
const settleLarge = (micro: Micro, atMs: Instant): void => {
  const { levels, spoofs, layers } = micro
  const { large } = levels
  const imbalance = computeImbalance(levels)
  for (const add of large.fresh) add.imbalanceAfter = imbalance
  large.fresh.length = 0
  for (const add of large.vanished) {
    suspectSpoof(spoofs, add)
    suspectLayer(layers, add)
  }
  large.vanished.length = 0
  if (spoofs.suspects.length > 0) {
    for (const event of settleSpoofs(spoofs, imbalance, atMs)) find(micro, micro.spoofRate, event)
  }
  if (isLayerDue(layers, atMs)) settleGone(micro, atMs)
}

const settleGone = (micro: Micro, atMs: Instant): void => {
  const baseline = (direction: LargeAdd['direction']) => takenPerSecond(micro.trades, direction, atMs)
  const { settled, events } = settleLayers(micro.layers, atMs, baseline)
  for (const add of settled) {
    enterGone(micro, add)
    dismissLarge(micro.levels.large, add)
  }
  for (const event of events) find(micro, micro.layerRate, event)
}

const enterGone = ({ levels }: Micro, add: LargeAdd): void => {
  if (!isUntraded(add)) return
  levels.flow.current.largeVanished++
  if (add.goneMs - add.addedMs <= MICRO_RULES.fleetingMs) levels.flow.current.fleeting += add.size
}

const find = (micro: Micro, rate: EventRate, event: MicroEvent): void => {
  countEvent(rate, event.atMs)
  logEvent(micro.events, event)
}

/** Maximum number of measured levels per side, starting at the touch. */
const LEVELS_MAX = 400

const SIZES = { from: 1, octaves: 40, slices: 1, sliceMs: HOUR_MS }

/** Measures the levels in the band. */
const measureLevels = (watch: LevelWatch, book: OrderBook): void => {
  watch.medianSize = medianSize(watch, book) ?? 0
}

/** Updates the minimum size of a large add from the current levels and the day's adds. */
const updateLargeThreshold = (watch: LevelWatch): void => {
  const { largeMedians, largeQuantile, largeAddsMin, vanishedShare } = MICRO_RULES
  const adds = estimateQuantile(watch.addSizes, largeQuantile)
  const isKnown = watch.medianSize > 0 && adds !== undefined && adds.n >= largeAddsMin
  watch.largeMin = isKnown ? Math.max(largeMedians * watch.medianSize, adds.value) : Number.POSITIVE_INFINITY
  let smallest = Number.POSITIVE_INFINITY
  for (const { size } of watch.large.watched.values()) smallest = Math.min(smallest, size)
  watch.large.watchFrom = smallest * vanishedShare
}

const medianSize = ({ lowBid, highAsk }: LevelWatch, book: OrderBook): number | undefined => {
  const sizes = createQuantileSketch(SIZES)
  advanceSketch(sizes, 0)
  const tallyWithin = (side: BookSide, isWithin: (price: number) => boolean): void => {
    for (const { price, quantity } of side.top(LEVELS_MAX)) {
      if (!isWithin(price)) return
      tally(sizes, quantity)
    }
  }
  tallyWithin(book.bids, (price) => price >= lowBid)
  tallyWithin(book.asks, (price) => price <= highAsk)
  return estimateQuantile(sizes, 0.5)?.value
}
