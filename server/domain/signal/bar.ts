/**
 * Closed candles as bars of floating-point numbers for indicators, and the conversion of prices between ticks and
 * doubles.
 */

import type { Instant } from '../../core/instant.ts'
import type { Candle } from '../market/candle.ts'
import { type Instrument, type Ticks, ticks } from '../market/instrument.ts'

/** Closed candle in floating-point numbers, for indicators only; a computed price is converted to ticks before use. */
export interface Bar {
  readonly openMs: Instant
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Volume in base currency. */
  readonly volume: number
  /** Taker buy volume; null when the source does not provide it. */
  readonly takerBuyVolume: number | null
}

/**
 * Converts a candle to a bar. Each value is the double nearest to its decimal, so that the same candle always gives the
 * same bar.
 */
export const toBar = (candle: BarSource, instrument: Instrument): Bar => barConverter(instrument)(candle)

/** Candle fields used for a bar. */
type BarSource = Pick<Candle, 'openMs' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'takerBuyVolume'>

/** Returns a function that converts candles of an instrument to bars, like `toBar`. */
export const barConverter = (instrument: Instrument): ((candle: BarSource) => Bar) => {
  const { toPrice, toSize } = createConversions(instrument)
  return (candle) => ({
    openMs: candle.openMs,
    open: toPrice(candle.open),
    high: toPrice(candle.high),
    low: toPrice(candle.low),
    close: toPrice(candle.close),
    volume: toSize(candle.volume),
    takerBuyVolume: candle.takerBuyVolume === null ? null : toSize(candle.takerBuyVolume),
  })
}

/** Returns the conversions of ticks and lots of an instrument to doubles. */
export const createConversions = ({ price, quantity }: Instrument) => ({
  toPrice: toDouble(price.step),
  toSize: toDouble(quantity.step),
})

/** Converts ticks to a price as a double. */
export const toPriceNumber = ({ price: { step } }: Instrument, at: Ticks): number =>
  (at * Number(step.units)) / 10 ** step.scale

/**
 * Converts a price to ticks, rounded up or down; a price that differs from a whole tick only by rounding error is that
 * tick.
 */
export const toTicks = ({ price: { step } }: Instrument, at: number, to: 'UP' | 'DOWN'): Ticks => {
  const steps = (at * 10 ** step.scale) / Number(step.units)
  return ticks(to === 'UP' ? Math.ceil(steps - ROUNDING) : Math.floor(steps + ROUNDING))
}

/** Tolerance for rounding errors, in ticks. */
const ROUNDING = 1e-6

/** Divides two whole numbers below 2^53, which gives the nearest double. */
const toDouble = ({ units, scale }: Instrument['price']['step']): ((steps: number) => number) => {
  const perStep = Number(units)
  const divisor = 10 ** scale
  return (steps) => (steps * perStep) / divisor
}
