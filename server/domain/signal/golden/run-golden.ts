import { computeDigest } from '../../../core/digest.ts'
import type { Bar } from '../bar.ts'
import { PATTERNS } from '../patterns/patterns.ts'
import { strategiesFor } from '../strategies/index.ts'
import { mirrorBar, mirrorContext, mirrorIdea } from '../strategies/mirrored.ts'
import type { StrategyDefinition } from '../strategy.ts'
import { type Row, signAfterCalm } from './calm-bars.ts'
import { GOLDEN_IDEAS } from './golden-ideas.ts'
import { type Contexts, makeBars, NOTHING_KNOWN, repeat, withBar } from './made-bars.ts'
import { PATTERN_VECTORS } from './pattern-vectors.ts'
import { type GoldenIdea, replayStrategy, rounded } from './replay-strategy.ts'

/** Number of vectors of a definition that hold on this build. */
export interface GoldenRun {
  readonly id: string
  readonly passed: number
  readonly total: number
}

/** Runs one vector after the other on demand, so that the caller may pause between them. */
export function* runGolden(): Generator<GoldenRun> {
  for (const definition of strategiesFor('15m')) {
    const series = GOLDEN_SERIES[definition.id]
    const ideas: readonly GoldenIdea[] | undefined = IDEAS[definition.id]
    if (!series || !ideas) continue
    yield {
      id: definition.id,
      passed: [asRecorded, asMirrored].filter((as) => as(definition, series, ideas)).length,
      total: 2,
    }
  }
  for (const definition of PATTERNS) {
    const vectors = PATTERN_VECTORS.filter(({ id }) => id === definition.id)
    const holds = (rows: readonly Row[], sign: number): boolean => signAfterCalm(definition, rows) === sign
    const passed = vectors.filter(({ rows, sign }) => holds(rows, sign)).length
    yield { id: definition.id, passed, total: vectors.length }
  }
}

type GoldenCheck = (definition: StrategyDefinition, series: GoldenSeries, ideas: readonly GoldenIdea[]) => boolean

/** Checks that the ideas equal the recorded ones. */
const asRecorded: GoldenCheck = (definition, { bars, context }, ideas) =>
  isSame(rounded(replayStrategy(definition, bars, { context })), ideas)

/** Checks that mirrored bars give mirrored ideas. */
const asMirrored: GoldenCheck = (definition, { bars, context }, ideas) => {
  const mirroredIdeas = replayStrategy(definition, bars.map(mirrorBar), {
    context: (index) => mirrorContext(context(index)),
  })
  return isSame(rounded(mirroredIdeas.map(({ at, idea }) => ({ at, idea: mirrorIdea(idea) }))), ideas)
}

const IDEAS: Readonly<Record<string, readonly GoldenIdea[]>> = GOLDEN_IDEAS

/** Both are of JSON, with members in the same order or not. */
const isSame = (one: unknown, other: unknown): boolean => computeDigest(one) === computeDigest(other)

/** Short synthetic market in which one strategy produces one result. */
interface GoldenSeries {
  readonly bars: readonly Bar[]
  readonly context: Contexts
}

const alone = (bars: readonly Bar[]): GoldenSeries => ({ bars, context: () => NOTHING_KNOWN })

/** A wild stretch, a climb whose wicks lie above its closes, and one close above the wicks. */
export const donchianSeries = alone(makeBars(1_000, [...repeat(20, 8, -8), ...repeat(235, 3, -2), 12, -12], { up: 6 }))

/** A climb, four bars down to the short average and back up. */
export const pullbackSeries = alone(makeBars(1_000, [...repeat(130, 3, -1), ...repeat(4, -3), 5, 3, -3]))

/** A climb, a fall that turns Supertrend and not the long average, and a rally. */
export const flipSeries = alone(makeBars(1_000, [...repeat(125, 3, -1), ...repeat(5, -8), ...repeat(4, 9)]))

/** A week sideways, a few bars up, and a bar that makes the last day's return unusual. */
export const momentumSeries = alone(
  makeBars(1_000, [...repeat(336, 2, -2), ...repeat(10, 2, -1), ...repeat(10, 2, -2), 20, -30]),
)

/** A climb, a rest of four bars, and on. */
export const macdSeries = alone(makeBars(1_000, [...repeat(60, 2, -1), ...repeat(4, -1), ...repeat(8, 1)]))

/** Sideways, a close below the band and one back inside. */
export const bandSeries = alone(makeBars(1_000, [...repeat(50, 1, -1), -4, 2, 4], { up: 3, down: 3 }))

/** Sideways, to and fro, and one bar far below. */
export const zscoreSeries: GoldenSeries = {
  bars: makeBars(1_000, [...repeat(260, 1, -1), -6, 6]),
  context: () => ({ ...NOTHING_KNOWN, fundingZ: 1 }),
}

/** A climb, four bars down and back up. */
export const dipSeries = alone(makeBars(1_000, [...repeat(125, 3, -1), -3, -3, -3, 2, 4, 2, 2]))

/** Hardly moving closes between long wicks, then a run. */
export const squeezeSeries = alone(makeBars(1_000, [...repeat(30, 0.5, -0.5), 12, 8, 8, 8], { up: 2, down: 2 }))

/** Bars of eight, one of seven, and a close above that one. */
export const narrowSeries = alone(makeBars(1_000, [...repeat(20, 2, -2), 1, 6, -3], { up: 3, down: 3 }))

/** Sideways with one low of the day at bar 100; open interest grows at bars 115 and 116 only. */
export const fundingSeries: GoldenSeries = {
  bars: withBar(makeBars(1_000, repeat(60, 2, -2)), 100, { low: 995 }),
  context: (index) => ({
    ...NOTHING_KNOWN,
    fundingPercentile: 1 / 64,
    openInterestChange: index === 115 || index === 116 ? 0.01 : 0,
  }),
}

/** Sideways; the basis falls far at bar 110 and comes back a little at bar 111. */
export const basisSeries: GoldenSeries = {
  bars: makeBars(1_000, repeat(60, 2, -2)),
  context: (index) => ({ ...NOTHING_KNOWN, basis: BASIS_MOVES[index] ?? (index % 2) / 10_000 }),
}

const BASIS_MOVES: Readonly<Record<number, number>> = { 110: -0.002, 111: -0.0018 }

/** By the id of the strategy. */
export const GOLDEN_SERIES: Readonly<Record<string, GoldenSeries>> = {
  S01: donchianSeries,
  S02: pullbackSeries,
  S03: flipSeries,
  S04: momentumSeries,
  S05: macdSeries,
  S06: bandSeries,
  S07: zscoreSeries,
  S08: dipSeries,
  S09: squeezeSeries,
  S10: narrowSeries,
  S11: fundingSeries,
  S12: basisSeries,
}
