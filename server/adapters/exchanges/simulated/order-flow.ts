/** Rate and mean size of the incoming orders in a simulated instrument. */

import { type InstrumentSpec, lotSize } from './instrument-specs.ts'

/** Returns the rate of takers' orders per second: proportional to volatility, within fixed bounds. */
export const ordersPerSecond = (spec: InstrumentSpec, heat: number): number =>
  (spec.ordersPerMinute / 60) * Math.min(HEAT_MAX, Math.max(HEAT_MIN, heat))

const HEAT_MIN = 0.5
const HEAT_MAX = 6

/** Returns the mean size of an incoming order in lots, not rounded. */
export const typicalLots = (spec: InstrumentSpec): number => spec.typicalSize / lotSize(spec)
