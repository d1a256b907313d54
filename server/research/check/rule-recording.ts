/**
 * Records the inputs and outputs of a strategy's rules, replays them, and compares their ideas, for the lookahead and
 * recursion checks.
 */

import type { Bar } from '../../domain/signal/bar.ts'
import type { BarContext, Idea, StrategyDefinition } from '../../domain/signal/strategy.ts'

/** Inputs of one rule from its start, and the ideas it returned. */
export interface RuleRecording {
  readonly steps: Step[]
  readonly ideas: (Idea | null)[]
}

/** A bar as received by a rule. */
export interface Step {
  readonly bar: Bar
  readonly context: BarContext
}

/** A changed value of an idea; null if there was no idea. */
export interface Difference {
  /** `idea`, `score`, `stopLoss`, `takeProfit`, or a feature, such as `features.rsi`. */
  readonly figure: string
  readonly before: string | number | null
  readonly now: string | number | null
}

/** Returns the same strategy with rules that record all their inputs and outputs in `recordings`. */
export const recordRules = (
  definition: StrategyDefinition,
): { definition: StrategyDefinition; recordings: RuleRecording[] } => {
  const recordings: RuleRecording[] = []
  const begin: StrategyDefinition['begin'] = (params) => {
    const rule = definition.begin(params)
    const recording: RuleRecording = { steps: [], ideas: [] }
    recordings.push(recording)
    return (bar, context) => {
      const idea = copyIdea(rule(bar, context))
      recording.steps.push({ bar, context })
      recording.ideas.push(idea)
      return idea
    }
  }
  return { definition: { ...definition, begin }, recordings }
}

/** Starts a rule and returns its idea on each step; the rule cannot change its inputs. */
export const replay = ({ begin, params }: StrategyDefinition, steps: readonly Step[]): readonly (Idea | null)[] => {
  const rule = begin(params)
  return steps.map(({ bar, context }) => copyIdea(rule(Object.freeze({ ...bar }), Object.freeze({ ...context }))))
}

/** Copies an idea, because rules in a file may return nothing, or change an idea later. */
const copyIdea = (idea: Idea | null | undefined): Idea | null =>
  idea ? { ...idea, features: { ...idea.features } } : null

/** Returns the values in which two ideas on the same bar differ. */
export const compareIdeas = (before: Idea | null, now: Idea | null): readonly Difference[] => {
  const [was, is] = [nameIdea(before), nameIdea(now)]
  if (was !== is) return [{ figure: 'idea', before: was, now: is }]
  const [old, fresh] = [listFigures(before), listFigures(now)]
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)])
  return [...names].flatMap((figure) =>
    Object.is(old[figure], fresh[figure]) ? [] : [{ figure, before: old[figure] ?? null, now: fresh[figure] ?? null }],
  )
}

/** Returns a short name of an idea, such as `ENTER LONG`; null for none. */
export const nameIdea = (idea: Idea | null): string | null => idea && `${idea.kind} ${idea.direction}`

/** Returns the values of an idea by name. */
export const listFigures = (idea: Idea | null): Readonly<Record<string, number>> => {
  if (!idea) return {}
  const features = Object.fromEntries(Object.entries(idea.features).map(([name, value]) => [`features.${name}`, value]))
  if (idea.kind === 'EXIT') return features
  const { score, stopLoss, takeProfit } = idea
  return { score, stopLoss, takeProfit, ...features }
}

/** Returns at most `count` entries of a list, evenly spaced. */
export const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  list.length <= count
    ? list
    : list.filter((_, row) => Math.floor((row * count) / list.length) !== Math.floor(((row - 1) * count) / list.length))
