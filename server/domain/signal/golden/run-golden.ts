/** Runs the golden test vectors of the built-in strategies and candlestick patterns on this build. */

import { computeDigest } from '../../../core/digest.ts'
import type { Bar } from '../bar.ts'
import { PATTERNS } from '../patterns/patterns.ts'
import { strategiesFor } from '../strategies/index.ts'
import { mirrorBar, mirrorContext, mirrorIdea } from '../strategies/mirror.ts'
import type { BuiltInStrategy, GoldenIdea, Params, StrategyDefinition } from '../strategy.ts'
import { type Contexts, NOTHING_KNOWN, type Row, signAfterCalm } from './made-bars.ts'
import { PATTERN_VECTORS } from './pattern-vectors.ts'

/** Yields the results of the strategies and patterns one by one, so that the caller can pause in between. */
export function* runGolden(): Generator<GoldenRun> {
  for (const definition of strategiesFor('15m')) {
    yield { id: definition.id, passed: [asRecorded, asMirrored].filter((holds) => holds(definition)).length, total: 2 }
  }
  for (const definition of PATTERNS) {
    const vectors = PATTERN_VECTORS.filter(({ id }) => id === definition.id)
    const holds = (rows: readonly Row[], sign: number): boolean => signAfterCalm(definition, rows) === sign
    const passed = vectors.filter(({ rows, sign }) => holds(rows, sign)).length
    yield { id: definition.id, passed, total: vectors.length }
  }
}

/** Number of vectors of a definition that pass on this build. */
export interface GoldenRun {
  readonly id: string
  readonly passed: number
  readonly total: number
}

type GoldenCheck = (strategy: BuiltInStrategy) => boolean

/** Checks that the ideas equal the recorded ones. */
const asRecorded: GoldenCheck = (strategy) => {
  const { bars, context, ideas } = strategy.golden
  return isSame(rounded(replayStrategy(strategy, bars, { context })), ideas)
}

/** Checks that mirrored bars give mirrored ideas. */
const asMirrored: GoldenCheck = (strategy) => {
  const { bars, context, ideas } = strategy.golden
  const mirroredIdeas = replayStrategy(strategy, bars.map(mirrorBar), {
    context: (index) => mirrorContext(context(index)),
  })
  return isSame(rounded(mirroredIdeas.map(({ at, idea }) => ({ at, idea: mirrorIdea(idea) }))), ideas)
}

/** Compares JSON values regardless of the order of their members. */
const isSame = (one: unknown, other: unknown): boolean => computeDigest(one) === computeDigest(other)

/** Returns the ideas of a strategy on a series, with their bars. */
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

/** Rounds every number in a JSON value to ten digits, like recorded ideas. */
export const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(10)) : part,
  )
