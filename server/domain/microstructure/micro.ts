import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Candle } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { MarkPrice } from '../market/market-event.ts'
import type { BookDelta, OrderBook } from '../market/order-book.ts'
import type { Trade } from '../market/trade.ts'
import { fleetingShare, sumHourFlow, turnFlow } from './band-flow.ts'
import { isDepthDue, measureDepth, midPrice, sampleDepth } from './book-depth.ts'
import { watchUntil } from './event-rate.ts'
import { enterMark, interestDrop } from './funding.ts'
import { setHour } from './hourly-series.ts'
import { dismissLarge, forgetStanding, takenFrom, tradeLarge } from './large-adds.ts'
import { anchorBand, forgetTraded, watchDelta, watchTraded } from './level-watch.ts'
import { logEvent } from './micro-event.ts'
import { MICRO_RULES } from './micro-rules.ts'
import type { Micro } from './micro-state.ts'
import { dayVolume, enterMinute } from './minutes.ts'
import { breakOrderFlow, followTouch } from './order-flow.ts'
import { settleLarge } from './settle-large.ts'
import { measureLevels, updateLargeThreshold } from './sizes.ts'
import { countTrade } from './trade-flow.ts'
import { enterTrapBar } from './trap-wick.ts'
import { fillBuckets, sizeBuckets } from './vpin.ts'

/** A delta and the order book it was applied to. */
export interface BookChange {
  readonly book: OrderBook
  readonly delta: BookDelta
  readonly instrument: Instrument
}

/** The quantile of the day changes slowly. */
const LARGE_EVERY_MS = 30 * SECOND_MS
const TRAPS_MAX = 64

/** Measures the effect of a delta on its order book; one that was not applied is skipped. */
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
  turnFlow(levels.flow, trade.tradedAtMs)
  watchTraded(levels, trade)
  if (levels.large.watched.size > 0) tradeLarge(levels.large, trade.price, direction, trade.quantity)
}

/** Takes every closed candle and uses those of a minute and of the trap's interval. */
export const noteCandle = (micro: Micro, candle: Candle, instrument: Instrument): void => {
  if (candle.interval === '1m') {
    enterMinute(micro.minutes, candle)
    const volume = dayVolume(micro.minutes, candle.openMs + MINUTE_MS)
    if (volume !== null) sizeBuckets(micro.vpin, volume)
  } else if (candle.interval === MICRO_RULES.trapInterval) enterTrap(micro, candle, instrument)
}

export const noteMark = (micro: Micro, mark: MarkPrice): void => enterMark(micro.funding, mark)

/** A book that does not follow the one before: what was on its way is forgotten, the baselines stay. */
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

/** Takes the measurements that are not needed at every change. */
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
