import type { Bar } from '../bar.ts'
import type { GoldenIdea, Params, StrategyDefinition } from '../strategy.ts'
import { type Contexts, NOTHING_KNOWN } from './made-bars.ts'

/** Returns the ideas of a strategy on a series, with the bars they came from. */
export const replayStrategy = <P extends Params>(
  definition: StrategyDefinition<P>,
  bars: readonly Bar[],
  { context = () => NOTHING_KNOWN, params = {} }: { context?: Contexts; params?: Partial<P> } = {},
): readonly GoldenIdea[] => {
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
