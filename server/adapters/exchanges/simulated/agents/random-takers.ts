/** Liquidity-taking agents of the simulated market: a crowd of random traders, and a trend follower. */

import { DAY_MS } from '../../../../core/instant.ts'
import { lots, type Ticks, ticks } from '../../../../domain/market/instrument.ts'
import type { Side } from '../book/half-book.ts'
import type { NewOrder } from '../book/matching-book.ts'
import type { InstrumentSpec } from '../instrument-specs.ts'
import { ordersPerSecond, typicalLots } from '../order-flow.ts'
import { heavyTailed, poisson } from './draws.ts'
import { computeMid, TICK_MS, type TickView } from './tick-view.ts'

/**
 * Creates the crowd: orders arrive at random (a Poisson process whose rate follows volatility) with heavy-tailed sizes,
 * and are more often buys when the market is below its fair price.
 */
export const createRandomTakers = (spec: InstrumentSpec): ((view: TickView) => void) => {
  const meanLots = typicalLots(spec)
  return (view) => {
    const { random, fair, heat } = view
    const arrivals = poisson(random, (ordersPerSecond(spec, heat) * TICK_MS) / 1_000)
    for (let arrival = 0; arrival < arrivals; arrival++) {
      const offsetMs = Math.floor(((arrival + random()) / arrivals) * LAST_OFFSET_MS)
      const lean = LEAN_MAX * Math.tanh((fair - computeMid(view)) / (2 * spec.spreadTicks))
      const side = random() < 0.5 + lean ? 'BUY' : 'SELL'
      view.send(impatientOrder(side, meanLots * heavyTailed(random), view), offsetMs)
    }
  }
}

/** Maximum distance of a trade from the fair price, as a fraction of it. */
const COLLAR = 0.0005

/** Maximum shift of the probability of buying from one half, when the market is clearly underpriced. */
const LEAN_MAX = 0.42

/** Latest time within a tick at which the crowd sends an order. */
const LAST_OFFSET_MS = 90

/** Returns the worst price that an order accepts. */
const computeCollar = (side: Side, fair: number): Ticks =>
  side === 'BUY' ? ticks(Math.floor(fair * (1 + COLLAR))) : ticks(Math.ceil(fair * (1 - COLLAR)))

/** Creates an order that takes liquidity immediately, up to the collar. */
const impatientOrder = (side: Side, quantity: number, { fair }: Pick<TickView, 'fair'>): NewOrder => ({
  side,
  price: computeCollar(side, fair),
  quantity: lots(Math.max(1, Math.round(quantity))),
  timeInForce: 'IOC',
})

const FAST_TICKS = 50
const SLOW_TICKS = 600

/**
 * Required lead of the fast average over the slow one, as a multiple of the usual move over the length of the slow
 * average.
 */
const THRESHOLD = 0.7

/** Chance of joining a trend in a tick. */
const EAGERNESS = 0.05

const SIZE = 2

const OFFSET_MS = 92

/**
 * Creates the trend follower, which buys after rises and sells after falls, by two moving averages of the mid price.
 */
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
