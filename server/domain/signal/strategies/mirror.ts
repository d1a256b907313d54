/** Mirrors bars, market context and ideas, so that a strategy rule written for longs also works for shorts. */

import type { Bar } from '../bar.ts'
import type { BarContext, Direction, Idea, Params, Rule } from '../strategy.ts'

/** Mirrors a bar: prices are negated, buyers and sellers swapped. Mirroring twice returns the original bar. */
export const mirrorBar = (bar: Bar): Bar => ({
  openMs: bar.openMs,
  open: -bar.open,
  high: -bar.low,
  low: -bar.high,
  close: -bar.close,
  volume: bar.volume,
  takerBuyVolume: bar.takerBuyVolume === null ? null : bar.volume - bar.takerBuyVolume,
})

/** Mirrors the context of a bar for a short: a short receives the funding a long pays. */
export const mirrorContext = (context: BarContext): BarContext => ({
  fundingRate: negated(context.fundingRate),
  fundingPercentile: context.fundingPercentile === null ? null : 1 - context.fundingPercentile,
  fundingZ: negated(context.fundingZ),
  basis: negated(context.basis),
  openInterestChange: context.openInterestChange,
})

/** Returns the idea for the opposite direction at negated prices; its features are unchanged. */
export const mirrorIdea = (idea: Idea): Idea =>
  idea.kind === 'EXIT'
    ? { ...idea, direction: OPPOSITE[idea.direction] }
    : { ...idea, direction: OPPOSITE[idea.direction], stopLoss: -idea.stopLoss, takeProfit: -idea.takeProfit }

/**
 * Builds a rule for both directions from a rule for longs: shorts are its ideas on mirrored bars, including their
 * features. When a bar has two ideas, an entry takes precedence over an exit, and two entries cancel out.
 */
export const bothWays =
  <P extends Params>(beginLong: (params: P) => Rule): ((params: P) => Rule) =>
  (params) => {
    const onBars = beginLong(params)
    const onMirrored = beginLong(params)
    // Most bars have the same context as the bar before.
    let [known, mirrored]: BarContext[] = []
    return (bar, context) => {
      const long = onBars(bar, context)
      if (!mirrored || context !== known) {
        known = context
        mirrored = mirrorContext(context)
      }
      const short = onMirrored(mirrorBar(bar), mirrored)
      return chooseIdea(long, short && mirrorIdea(short))
    }
  }

const OPPOSITE: Record<Direction, Direction> = { LONG: 'SHORT', SHORT: 'LONG' }

const negated = (figure: number | null): number | null => (figure === null ? null : -figure)

const chooseIdea = (long: Idea | null, short: Idea | null): Idea | null => {
  if (!long || !short) return long ?? short
  if (long.kind === 'ENTER' && short.kind === 'ENTER') return null
  return short.kind === 'ENTER' ? short : long
}
