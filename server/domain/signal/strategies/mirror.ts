/** Mirrors bars, market context and ideas, so that a strategy rule written for longs also works for shorts. */

import type { Bar } from '../bar.ts'
import type { BarContext, Direction, Idea, Params, Rule, RuleStages, StrategyDefinition } from '../strategy.ts'

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
    const find = findBothWays(() => beginLong(params), NOTHING_SHARED.begin(params), NOTHING_SHARED.mirror)
    return (bar, context) => {
      const sides = find(bar, context)
      return sides && chooseIdea(sides.long, sides.short && mirrorIdea(sides.short))
    }
  }

/** A rule for longs in two stages; only `place` can read the parameters named by `placing`. */
interface LongStages<P extends Params, Placing extends keyof P & string, Setup, Figures = undefined> {
  readonly params: P
  readonly placing: readonly Placing[]
  readonly begin: (params: Omit<P, Placing>) => Find<Setup, Figures>
  readonly place: (setup: Setup, params: P) => Idea | null
}

/** A rule for longs in two stages, with indicators that are evaluated once per bar for both directions. */
interface SharingStages<P extends Params, Placing extends keyof P & string, Setup, Figures>
  extends LongStages<P, Placing, Setup, Figures> {
  readonly shared: Shared<Omit<P, Placing>, Figures>
}

/** Indicators evaluated once per bar for both directions. */
export interface Shared<P, Figures> {
  begin(params: P): (bar: Bar, context: BarContext) => Figures
  /** Returns what the same indicators would be on mirrored bars and contexts. */
  mirror(figures: Figures): Figures
}

/** For a rule whose indicators differ between the directions. */
const NOTHING_SHARED: Shared<unknown, undefined> = { begin: () => () => undefined, mirror: () => undefined }

/** Builds a rule for both directions, like `bothWays`, from a rule for longs in two stages. */
export const stagedBothWays = <P extends Params, Placing extends keyof P & string, Setup>(
  long: LongStages<P, Placing, Setup>,
): StagedRule<P> => sharingBothWays({ ...long, shared: NOTHING_SHARED })

/** Builds a rule like `stagedBothWays`, with indicators that both directions share. */
export const sharingBothWays = <P extends Params, Placing extends keyof P & string, Setup, Figures>(
  long: SharingStages<P, Placing, Setup, Figures>,
): StagedRule<P> => {
  const stages: RuleStages<P, BothSides<Setup>> = {
    placing: long.placing,
    begin: (params) => findBothWays(() => long.begin(params), long.shared.begin(params), long.shared.mirror),
    place(sides, params) {
      const short = sides.short && long.place(sides.short, params)
      return chooseIdea(sides.long && long.place(sides.long, params), short && mirrorIdea(short))
    },
  }
  return {
    params: long.params,
    stages,
    begin(params) {
      const find = stages.begin(params)
      return (bar, context) => {
        const sides = find(bar, context)
        return sides && stages.place(sides, params)
      }
    },
  }
}

type StagedRule<P extends Params> = Pick<Required<StrategyDefinition<P>>, 'params' | 'begin' | 'stages'>

/** What a rule for longs found on a bar, and on the mirrored bar. */
interface BothSides<T> {
  readonly long: T | null
  readonly short: T | null
}

/** Called once with each closed bar, like a rule, and with its shared indicators; returns what it found on the bar. */
export type Find<T, Figures = undefined> = (bar: Bar, context: BarContext, figures: Figures) => T | null

const findBothWays = <T, Figures>(
  begin: () => Find<T, Figures>,
  measure: (bar: Bar, context: BarContext) => Figures,
  mirrorFigures: (figures: Figures) => Figures,
): ((bar: Bar, context: BarContext) => BothSides<T> | null) => {
  const [onBars, onMirrored] = [begin(), begin()]
  // Most bars have the same context as the bar before.
  let [known, mirrored]: BarContext[] = []
  return (bar, context) => {
    const figures = measure(bar, context)
    const long = onBars(bar, context, figures)
    if (!mirrored || context !== known) {
      known = context
      mirrored = mirrorContext(context)
    }
    const short = onMirrored(mirrorBar(bar), mirrored, mirrorFigures(figures))
    return long === null && short === null ? null : { long, short }
  }
}

const OPPOSITE: Record<Direction, Direction> = { LONG: 'SHORT', SHORT: 'LONG' }

const negated = (figure: number | null): number | null => (figure === null ? null : -figure)

const chooseIdea = (long: Idea | null, short: Idea | null): Idea | null => {
  if (!long || !short) return long ?? short
  if (long.kind === 'ENTER' && short.kind === 'ENTER') return null
  return short.kind === 'ENTER' ? short : long
}
