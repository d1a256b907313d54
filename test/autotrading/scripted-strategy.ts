import type { Instant } from '../../server/core/instant.ts'
import type { Interval } from '../../server/domain/market/interval.ts'
import type { Idea, StrategyDefinition } from '../../server/domain/signal/strategy.ts'
import type { Rules } from '../../server/engine/state/turn.ts'
import { RULES } from '../support/engine-state.ts'

/** Strategy that returns scripted ideas by bar. */
export interface ScriptedStrategy {
  readonly definition: StrategyDefinition
  /** Schedules an idea for the close of the bar that opens at this instant. */
  setIdea(openMs: Instant, idea: Idea): void
}

/** Horizon of an idea, in bars. */
const HORIZON_BARS = 3

/** Creates a scripted strategy, which has no idea until one is scheduled. */
export const aScriptedStrategy = (id = 'T01', changes: Partial<StrategyDefinition> = {}): ScriptedStrategy => {
  const ideas = new Map<Instant, Idea>()
  return {
    definition: {
      id,
      name: 'SCRIPTED',
      family: 'PATTERN',
      version: 1,
      params: {},
      warmupBars: 0,
      horizonBars: HORIZON_BARS,
      needs: [],
      begin:
        () =>
        ({ openMs }) =>
          ideas.get(openMs) ?? null,
      ...changes,
    },
    setIdea: (openMs, idea) => void ideas.set(openMs, idea),
  }
}

/** Creates an entry idea with stop and target at these prices. */
export const enter = (direction: 'LONG' | 'SHORT', stopLoss: number, takeProfit: number): Idea => ({
  kind: 'ENTER',
  direction,
  score: 1,
  stopLoss,
  takeProfit,
  features: {},
})

/** Creates an exit idea for the open position in this direction. */
export const exit = (direction: 'LONG' | 'SHORT'): Idea => ({ kind: 'EXIT', direction, features: {} })

/** Returns rules with one armed trading scope of these strategies on one-minute bars. */
export const createRules = (strategies: readonly ScriptedStrategy[], changes: Partial<Rules> = {}): Rules => {
  const definitions = strategies.map(({ definition }) => definition)
  const intervals: readonly Interval[] = ['1m']
  const ids = definitions.map(({ id }) => id)
  return {
    ...RULES,
    books: [
      { bookId: 'main', mode: 'PAPER', symbols: null, intervals, strategies: ids, explores: true, manualSymbols: [] },
    ],
    strategiesFor: () => definitions,
    ...changes,
  }
}
