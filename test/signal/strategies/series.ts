import { MINUTE_MS } from '../../../server/core/instant.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import type { BarContext, Idea, Params, StrategyDefinition } from '../../../server/domain/signal/strategy.ts'

const BAR_MS = 15 * MINUTE_MS

/** The same moves one after the other, `times` over. */
export const repeat = (times: number, ...moves: readonly number[]): readonly number[] =>
  Array.from({ length: times }, () => moves).flat()

export interface Wicks {
  readonly up?: number
  readonly down?: number
}

/** Bars from the moves of the close, the first from `start`: each opens where the one before closed. */
export const barsOf = (start: number, moves: readonly number[], { up = 1, down = 1 }: Wicks = {}): readonly Bar[] => {
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

/** The bars as they would be with every price as far below `level` as it is above. */
export const reflected = (bars: readonly Bar[], level: number): readonly Bar[] =>
  bars.map((bar) => ({
    ...bar,
    open: 2 * level - bar.open,
    high: 2 * level - bar.low,
    low: 2 * level - bar.high,
    close: 2 * level - bar.close,
    takerBuyVolume: bar.takerBuyVolume === null ? null : bar.volume - bar.takerBuyVolume,
  }))

export const NOTHING_KNOWN: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

export type Contexts = (index: number) => BarContext

export interface Heard {
  readonly at: number
  readonly idea: Idea
}

/** What a strategy said of a series, and at which bars. */
export const heard = <P extends Params>(
  definition: StrategyDefinition<P>,
  bars: readonly Bar[],
  { context = () => NOTHING_KNOWN, params = {} }: { context?: Contexts; params?: Partial<P> } = {},
): readonly Heard[] => {
  const rule = definition.begin({ ...definition.params, ...params })
  return bars.flatMap((bar, at) => {
    const idea = rule(bar, context(at))
    return idea ? [{ at, idea }] : []
  })
}

/** The same with every figure to ten digits, for comparing with what is written in a test. */
export const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(10)) : part,
  )
