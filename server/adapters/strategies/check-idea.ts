import type { Bar } from '../../domain/signal/bar.ts'
import type { Direction, Idea } from '../../domain/signal/strategy.ts'
import { StrategyFault } from './check-definition.ts'

/**
 * Returns a validated copy of the idea that a user strategy's rule returned for a bar, null when it returned none;
 * throws a `StrategyFault` when the idea is invalid.
 */
export const checkIdea = (output: unknown, bar: Bar): Idea | null => {
  if (output === null || output === undefined) return null
  if (typeof output !== 'object' || output instanceof Promise) {
    throw new StrategyFault('a rule must return an idea or null immediately, not a promise')
  }
  const { kind, direction: towards, features: figures, ...entry }: Given = { ...output }
  const direction = checkDirection(towards)
  const features = checkFeatures(figures)
  if (kind === 'EXIT') return { kind, direction, features }
  if (kind !== 'ENTER') throw new StrategyFault(`the kind of an idea must be ENTER or EXIT, not ${formatValue(kind)}`)
  const idea: Idea = {
    kind,
    direction,
    score: checkFigure('score', entry.score),
    stopLoss: checkFigure('stopLoss', entry.stopLoss),
    takeProfit: checkFigure('takeProfit', entry.takeProfit),
    features,
  }
  const [below, above] = direction === 'LONG' ? [idea.stopLoss, idea.takeProfit] : [idea.takeProfit, idea.stopLoss]
  if (below > 0 && below < bar.close && bar.close < above) return idea
  throw new StrategyFault(
    `for a ${direction} at ${bar.close} a stop at ${idea.stopLoss} and a target at ${idea.takeProfit} are not on the correct sides`,
  )
}

const FEATURES_MAX = 32
const FEATURE_NAME_MAX = 64

type Given = Readonly<Record<string, unknown>>

const checkDirection = (value: unknown): Direction => {
  if (value === 'LONG' || value === 'SHORT') return value
  throw new StrategyFault(`the direction of an idea must be LONG or SHORT, not ${formatValue(value)}`)
}

const checkFigure = (name: string, value: unknown): number => {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new StrategyFault(`the ${name} of an idea must be a finite number, not ${formatValue(value)}`)
}

const checkFeatures = (value: unknown): Readonly<Record<string, number>> => {
  if (typeof value !== 'object' || value === null) throw new StrategyFault('the features of an idea must be an object')
  const entries: [string, unknown][] = Object.entries(value)
  if (entries.length > FEATURES_MAX) throw new StrategyFault(`an idea can have at most ${FEATURES_MAX} features`)
  return Object.fromEntries(
    entries.map(([name, figure]) => {
      if (name.length > FEATURE_NAME_MAX) throw new StrategyFault('the name of a feature is too long')
      return [name, checkFigure(`feature ${name}`, figure)]
    }),
  )
}

const formatValue = (value: unknown): string => String(value).slice(0, FEATURE_NAME_MAX)
