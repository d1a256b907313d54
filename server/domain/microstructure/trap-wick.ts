/** Detection of stop hunts: wicks that reach beyond a recent extreme and return. */

import type { Instant } from '../../core/instant.ts'
import type { Candle } from '../market/candle.ts'
import { closeTime } from '../market/candle.ts'
import type { Instrument, Ticks } from '../market/instrument.ts'
import { type Bar, toBar } from '../signal/bar.ts'
import { atr } from '../signal/indicators/atr.ts'
import { type MicroEvent, toPriceBand } from './micro-event.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** Detector of stop-hunt wicks in unbroken five-minute candles. */
export interface TrapWatch {
  readonly bars: Closed[]
  atr: (bar: Bar) => number
  range: number
  sweep: Sweep | undefined
  /** Number of consecutive candles, including the newest. */
  unbroken: number
  /** Number of newest consecutive bars with known open interest. */
  informed: number
}

/** A candle, and its bar in floating-point numbers for the indicator. */
interface Closed {
  readonly candle: Candle
  readonly bar: Bar
}

/** A wick that swept an extreme; it counts as a trap once a close is back inside. */
interface Sweep {
  readonly candle: Candle
  /** 1 when the wick reached below the lows, -1 when it reached above the highs. */
  readonly direction: 1 | -1
  readonly extreme: number
}

/** Decline of open interest since an instant, as a share; null when unknown. */
export type OpenInterestDrop = (sinceMs: Instant) => number | null

export const createTrapWatch = (): TrapWatch => ({
  bars: [],
  atr: atr(MICRO_RULES.trapAtrBars),
  range: Number.NaN,
  sweep: undefined,
  unbroken: 0,
  informed: 0,
})

/** Processes the next closed candle; a gap before or in it restarts the watch. */
export const enterTrapBar = (
  watch: TrapWatch,
  candle: Candle,
  instrument: Instrument,
  drop: OpenInterestDrop,
): MicroEvent | undefined => {
  const last = watch.bars.at(-1)?.candle
  if (last && candle.openMs <= last.openMs) return undefined
  if (candle.missing.length > 0 || (last && candle.openMs !== closeTime(last))) restart(watch)
  if (candle.missing.length > 0) return undefined
  const bar = toBar(candle, instrument)
  const sweep = findSweep(watch, { candle, bar }) ?? watch.sweep
  enter(watch, { candle, bar })
  watch.informed = drop(candle.openMs) === null ? 0 : watch.informed + 1
  if (!sweep) return undefined
  const isBack = (candle.close - sweep.extreme) * sweep.direction > 0
  watch.sweep = sweep.candle === candle && !isBack ? sweep : undefined
  return isBack ? sprungTrap(sweep, candle, drop) : undefined
}

const restart = (watch: TrapWatch): void => {
  watch.bars.length = 0
  watch.atr = atr(MICRO_RULES.trapAtrBars)
  watch.range = Number.NaN
  watch.sweep = undefined
  watch.unbroken = 0
  watch.informed = 0
}

const enter = (watch: TrapWatch, closed: Closed): void => {
  watch.range = watch.atr(closed.bar)
  watch.unbroken++
  watch.bars.push(closed)
  if (watch.bars.length > MICRO_RULES.trapExtremeBars) watch.bars.shift()
}

/** Compares a bar with the previous ones only, because a bar this wide would distort its own average. */
const findSweep = (watch: TrapWatch, { candle, bar }: Closed): Sweep | undefined => {
  const { bars, range: average } = watch
  const range = bar.high - bar.low
  if (bars.length < MICRO_RULES.trapExtremeBars || !(range >= MICRO_RULES.trapRangeAtr * average)) return undefined
  if (range === 0 || !isBusy(bars, bar)) return undefined
  const reach = MICRO_RULES.trapSweepAtr * average
  const lowest = Math.min(...bars.map((before) => before.bar.low))
  const highest = Math.max(...bars.map((before) => before.bar.high))
  const below = (Math.min(bar.open, bar.close) - bar.low) / range
  const above = (bar.high - Math.max(bar.open, bar.close)) / range
  if (below >= MICRO_RULES.trapWickShare && bar.low <= lowest - reach) {
    return { candle, direction: 1, extreme: Math.min(...bars.map((before) => before.candle.low)) }
  }
  if (above >= MICRO_RULES.trapWickShare && bar.high >= highest + reach) {
    return { candle, direction: -1, extreme: Math.max(...bars.map((before) => before.candle.high)) }
  }
  return undefined
}

const isBusy = (bars: readonly Closed[], { volume }: Bar): boolean => {
  const mean = bars.reduce((sum, { bar }) => sum + bar.volume, 0) / bars.length
  const square = bars.reduce((sum, { bar }) => sum + (bar.volume - mean) ** 2, 0) / (bars.length - 1)
  return square > 0 && (volume - mean) / Math.sqrt(square) >= MICRO_RULES.trapVolumeZ
}

/** Triggered stops close positions, so without a drop in open interest it was only a wick. */
const sprungTrap = (sweep: Sweep, candle: Candle, drop: OpenInterestDrop): MicroEvent | undefined => {
  const fallen = drop(sweep.candle.openMs)
  return fallen !== null && fallen >= MICRO_RULES.trapOpenInterestDrop ? trapEvent(sweep, candle) : undefined
}

const trapEvent = ({ candle, direction, extreme }: Sweep, last: Candle): MicroEvent => {
  const tip: Ticks = direction === 1 ? candle.low : candle.high
  return {
    kind: 'CONSISTENT_WITH_STOP_HUNT',
    atMs: closeTime(last),
    beganMs: candle.openMs,
    side: direction === 1 ? 'BID' : 'ASK',
    priceBand: toPriceBand([tip, extreme]),
    size: candle.volume,
    levels: 0,
  }
}
