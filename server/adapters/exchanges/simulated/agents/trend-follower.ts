import { DAY_MS } from '../../../../core/instant.ts'
import type { InstrumentSpec } from '../instrument-specs.ts'
import { typicalLots } from '../order-flow.ts'
import { impatientOrder } from './crowd.ts'
import { computeMid, TICK_MS, type TickView } from './tick-view.ts'

const FAST_TICKS = 50
const SLOW_TICKS = 600

/** Required lead of the fast average over the slow one, in ordinary moves of the slow average's length. */
const THRESHOLD = 0.7

/** Chance of joining a trend in a tick. */
const EAGERNESS = 0.05

const SIZE = 2

const OFFSET_MS = 92

/** Buys after rises and sells after falls, by two moving averages of the mid price. */
export const createTrendFollower = (spec: InstrumentSpec): ((view: TickView) => void) => {
  const ordinaryMove = spec.dailyVolatility * Math.sqrt((SLOW_TICKS * TICK_MS) / DAY_MS)
  const quantity = typicalLots(spec) * SIZE
  let fast = Number.NaN
  let slow = Number.NaN
  return (view) => {
    const mid = computeMid(view)
    fast = Number.isNaN(fast) ? mid : fast + (mid - fast) / FAST_TICKS
    slow = Number.isNaN(slow) ? mid : slow + (mid - slow) / SLOW_TICKS
    const trend = (fast - slow) / (mid * ordinaryMove)
    if (Math.abs(trend) < THRESHOLD || view.random() > EAGERNESS) return
    view.send(impatientOrder(trend > 0 ? 'BUY' : 'SELL', quantity, view), OFFSET_MS)
  }
}
