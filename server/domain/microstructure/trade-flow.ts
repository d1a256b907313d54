import { type Instant, SECOND_MS } from '../../core/instant.ts'
import type { Trade } from '../market/trade.ts'
import { addValue, createMoments, type Moments, type MomentsReading, readMoments } from './moments.ts'

/** Taker volume in lots: counted since the beginning, and by the second over the last hour. */
export interface TradeFlow {
  bought: number
  sold: number
  trades: number
  /** The second that is not over. */
  second: number
  secondBought: number
  secondSold: number
  readonly buys: Moments
  readonly sells: Moments
}

/** A longer silence may be a stream that broke, not a market that rests. */
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

/** Cumulative volume delta: what takers bought less what they sold. */
export const computeCvd = ({ bought, sold }: TradeFlow): number => bought - sold

/** Returns the taker volume per second on the side that a bid (1) or an ask (-1) is taken from. */
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
