/**
 * Computes the cumulative depth of the order book on both sides of the mid price, and its outline for the depth
 * chart.
 */

import type { BookView } from '@plimsoll/client'

/** Cumulative quantity up to a price. */
export interface DepthPoint {
  readonly price: number
  readonly sum: number
}

export interface Depth {
  /** Prices at the edges, at the same distance from the middle. */
  readonly low: number
  readonly high: number
  /** Largest cumulative quantity on either side. */
  readonly most: number
  /** From the best price outwards. */
  readonly bids: readonly DepthPoint[]
  readonly asks: readonly DepthPoint[]
}

type Sides = Pick<BookView, 'bids' | 'asks'>

/** Returns the depth within the distance that both sides cover; undefined without both sides. */
export const buildDepth = ({ bids, asks }: Sides): Depth | undefined => {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  if (bid === undefined || ask === undefined) return undefined
  const middle = (Number(bid) + Number(ask)) / 2
  const reach = Math.min(middle - Number(bids.at(-1)?.[0]), Number(asks.at(-1)?.[0]) - middle)
  const [low, high] = [middle - reach, middle + reach]
  const curves = [accumulate(bids), accumulate(asks)].map((curve) =>
    curve.filter(({ price }) => price >= low && price <= high),
  )
  const [bidCurve = [], askCurve = []] = curves
  const most = Math.max(bidCurve.at(-1)?.sum ?? 0, askCurve.at(-1)?.sum ?? 0)
  return { low, high, most, bids: bidCurve, asks: askCurve }
}

const accumulate = (levels: Sides['bids']): readonly DepthPoint[] => {
  let sum = 0
  return levels.map(([price, qty]) => {
    sum += Number(qty)
    return { price: Number(price), sum }
  })
}

/** Returns the area under a side as a path in a box of 100 by 100: steps from the best price to the edge. */
export const depthPath = ({ low, high, most }: Depth, curve: readonly DepthPoint[], edge: number): string => {
  const [best] = curve
  if (!best || high === low || most === 0) return ''
  const x = (price: number): string => (((price - low) / (high - low)) * 100).toFixed(2)
  const y = (sum: number): string => (100 - (sum / most) * 100).toFixed(2)
  const steps = curve.map(({ price, sum }) => `H${x(price)}V${y(sum)}`).join('')
  return `M${x(best.price)} 100${steps}H${x(edge)}V100Z`
}
