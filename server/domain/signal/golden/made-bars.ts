import { MINUTE_MS } from '../../../core/instant.ts'
import type { Bar } from '../bar.ts'
import type { BarContext } from '../strategy.ts'

const BAR_MS = 15 * MINUTE_MS

/** The same moves one after the other, `times` over. */
export const repeat = (times: number, ...moves: readonly number[]): readonly number[] =>
  Array.from({ length: times }, () => moves).flat()

export interface Wicks {
  readonly up?: number
  readonly down?: number
}

/** Bars from the moves of the close, the first from `start`: each opens where the one before closed. */
export const makeBars = (start: number, moves: readonly number[], { up = 1, down = 1 }: Wicks = {}): readonly Bar[] => {
  let before = start
  return moves.map((move, index) => {
    const open = before
    const close = open + move
    before = close
    return {
      openMs: index * BAR_MS,
      open,
      high: Math.max(open, close) + up,
      low: Math.min(open, close) - down,
      close,
      volume: 8,
      takerBuyVolume: 5,
    }
  })
}

/** The bars with some figures of one of them replaced. */
export const withBar = (bars: readonly Bar[], place: number, figures: Partial<Bar>): readonly Bar[] =>
  bars.map((bar, index) => (index === place ? { ...bar, ...figures } : bar))

export const NOTHING_KNOWN: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

export type Contexts = (index: number) => BarContext
