import type { Instant } from '../../core/instant.ts'
import { computeMean } from '../../core/statistics/moments.ts'
import type { Bar } from '../../domain/signal/bar.ts'
import type { Idea, StrategyDefinition } from '../../domain/signal/strategy.ts'
import {
  compareIdeas,
  type Difference,
  listFigures,
  nameIdea,
  type RuleRecording,
  replay,
  type Step,
  spread,
} from './rule-recording.ts'

/**
 * Checks a strategy for recursion: compares the ideas of its rules when they start one, two and four warm-ups before
 * the same bars.
 */
export const checkRecursion = (
  definition: StrategyDefinition,
  recordings: readonly RuleRecording[],
  intervalMs: number,
): RecursionResult => {
  const warmupBars = Math.max(1, definition.warmupBars)
  const barsNeeded = 4 * warmupBars + COMPARED
  const runs = joinRecordings(recordings, intervalMs)
  const points = runs.flatMap((steps) => choosePoints(steps, barsNeeded).map((point) => ({ steps, point })))
  const compared = spread(points, POINTS_MAX).flatMap((place) => compareAt(definition, warmupBars, place))
  const names = new Set(
    compared.flatMap(({ one, two, full }) =>
      [...compareIdeas(full, one), ...compareIdeas(full, two)].map(({ figure }) => figure),
    ),
  )
  return {
    warmupBars,
    barsNeeded,
    bars: Math.max(0, ...runs.map(({ length }) => length)),
    ideas: compared.length,
    figures: [...names]
      .map((figure) => describeFigure(figure, compared))
      .toSorted((a, b) => b.change - a.change || b.changeAtTwice - a.changeAtTwice),
  }
}

export interface RecursionResult {
  readonly warmupBars: number
  /** Required and available number of consecutive bars. */
  readonly barsNeeded: number
  readonly bars: number
  /** Number of compared bars with an idea. */
  readonly ideas: number
  /** Values of the ideas, largest change first. */
  readonly figures: readonly RecursionFigure[]
}

/** Dependence of a value on the start of its rule; the bar is the one with the largest change. */
interface RecursionFigure extends Difference {
  /** Change relative to four warm-ups, in mean sizes of the value; 1 when an idea is missing. */
  readonly change: number
  /** Change with two warm-ups relative to four. */
  readonly changeAtTwice: number
  readonly barOpenMs: Instant
  readonly signal: string | null
}

/** Maximum change of a value that counts as settled. */
export const SETTLED_WITHIN = 0.05

const POINTS_MAX = 48
/** Number of bars compared after each point. */
const COMPARED = 128

/** Ideas on one bar by rules that started one, two and four warm-ups before. */
interface Compared {
  readonly one: Idea | null
  readonly two: Idea | null
  readonly full: Idea | null
  readonly bar: Bar
}

const compareAt = (
  definition: StrategyDefinition,
  warmupBars: number,
  { steps, point }: { readonly steps: readonly Step[]; readonly point: number },
): readonly Compared[] => {
  const [once = [], twice = [], fully = []] = [1, 2, 4].map((times) =>
    replay(definition, steps.slice(point - times * warmupBars, point + COMPARED)).slice(times * warmupBars),
  )
  return steps.slice(point, point + COMPARED).flatMap(({ bar }, row) => {
    const [one = null, two = null, full = null] = [once[row], twice[row], fully[row]]
    return one || two || full ? [{ one, two, full, bar }] : []
  })
}

/** Returns the distinct bars of all recordings, in unbroken sequences. */
const joinRecordings = (recordings: readonly RuleRecording[], intervalMs: number): readonly (readonly Step[])[] => {
  const byTime = new Map(recordings.flatMap(({ steps }) => steps.map((step) => [step.bar.openMs, step] as const)))
  const runs: Step[][] = []
  for (const [openMs, step] of [...byTime].toSorted(([a], [b]) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1)?.bar.openMs === openMs - intervalMs) run.push(step)
    else runs.push([step])
  }
  return runs
}

const choosePoints = ({ length }: readonly Step[], barsNeeded: number): readonly number[] => {
  const points: number[] = []
  for (let point = barsNeeded - COMPARED; point + COMPARED <= length; point += COMPARED) points.push(point)
  return points
}

/** Returns the largest changes of a value over all bars. */
const describeFigure = (figure: string, compared: readonly Compared[]): RecursionFigure => {
  const size = typicalSize(figure, compared)
  const changes = compared.map(({ one, two, full, bar }) => ({
    change: computeChange(figure, full, one) / size,
    changeAtTwice: computeChange(figure, full, two) / size,
    before: getFigure(figure, full),
    now: getFigure(figure, one),
    barOpenMs: bar.openMs,
    signal: nameIdea(full) ?? nameIdea(one),
  }))
  const largest = changes.reduce((most, entry) => (entry.change > most.change ? entry : most))
  return { ...largest, figure, changeAtTwice: Math.max(...changes.map(({ changeAtTwice }) => changeAtTwice)) }
}

/** Returns the mean size of a value; the size of a price is its distance to the close, the size of an idea is one. */
const typicalSize = (figure: string, compared: readonly Compared[]): number => {
  if (figure === 'idea') return 1
  const sizes = compared.flatMap(({ full, bar }) => {
    const value = listFigures(full)[figure]
    if (value === undefined) return []
    return Math.abs(figure === 'stopLoss' || figure === 'takeProfit' ? value - bar.close : value)
  })
  return computeMean(sizes) || 1
}

const getFigure = (figure: string, idea: Idea | null): string | number | null =>
  figure === 'idea' ? nameIdea(idea) : (listFigures(idea)[figure] ?? null)

/**
 * Computes the change of a value; values of different ideas are not compared, because a different idea is itself a
 * change.
 */
const computeChange = (figure: string, full: Idea | null, part: Idea | null): number => {
  const isSame = nameIdea(full) === nameIdea(part)
  if (figure === 'idea') return isSame ? 0 : 1
  const [was, is] = [listFigures(full)[figure], listFigures(part)[figure]]
  return isSame && was !== undefined && is !== undefined ? Math.abs(is - was) : 0
}
