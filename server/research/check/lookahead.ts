import { DAY_MS, type Instant } from '../../core/instant.ts'
import { createRandom } from '../../core/random.ts'
import type { Idea, StrategyDefinition } from '../../domain/signal/strategy.ts'
import { watchAmbientInputs } from './ambient-inputs.ts'
import {
  compareIdeas,
  type Difference,
  nameIdea,
  type RuleRecording,
  replay,
  type Step,
  spread,
} from './rule-recording.ts'

/**
 * Checks a strategy for lookahead: compares its recorded ideas with its ideas when the data it must not use are
 * changed.
 */
export const checkLookahead = (definition: StrategyDefinition, recorded: readonly RuleRecording[]): LookaheadResult => {
  const recordings = recorded.filter(({ steps }) => steps.length > 1)
  const byTest = new Map<LookaheadTest, LookaheadFinding>()
  const note = (test: LookaheadTest, recording: RuleRecording, now: Ideas, before: Ideas = recording.ideas): void => {
    const finding = findDifference(test, recording, { before, now })
    if (finding) byTest.set(test, mergeFindings(byTest.get(test), finding))
  }
  for (const recording of recordings) {
    const { value: again, used } = watchAmbientInputs(() => replay(definition, recording.steps))
    if (used.length > 0) byTest.set('OUTSIDE', outsideFinding(used))
    note('REPEAT', recording, again)
    if (isSteady(definition, recording, again))
      note('DATE', recording, knowing(definition, recording.steps.map(dateLater)), again)
  }
  for (const { recording, cut } of chooseCuts(recordings)) {
    const [own, other] = [recording.steps, withOtherFuture(recording.steps, cut)]
    const known = knowing(definition, own)
    if (!isSteady(definition, recording, known)) continue
    note('FUTURE', recording, knowing(definition, other).slice(0, cut + 1), known.slice(0, cut + 1))
  }
  return { bars: countBars(recordings), ideas: countIdeas(recordings), findings: [...byTest.values()] }
}

export interface LookaheadResult {
  readonly bars: number
  readonly ideas: number
  readonly findings: readonly LookaheadFinding[]
}

type Ideas = readonly (Idea | null)[]

/**
 * Data that an idea must not depend on: `FUTURE`, the bars after it; `REPEAT`, earlier runs over the same bars; `DATE`,
 * the year of the bars; `OUTSIDE`, anything not passed to the rule.
 */
export type LookaheadTest = 'FUTURE' | 'REPEAT' | 'DATE' | 'OUTSIDE'

/** The first bar on which a test failed. */
export interface LookaheadFinding {
  readonly test: LookaheadTest
  /** Opening time of the bar; null if the fault does not belong to a bar. */
  readonly barOpenMs: Instant | null
  /** The idea on that bar, such as `ENTER LONG`; null for none. */
  readonly signal: string | null
  readonly differences: readonly Difference[]
  /** Number of bars on which the test failed. */
  readonly bars: number
  /** Ambient inputs used by the rule, such as a clock. */
  readonly used: readonly string[]
}

/** Returns the ideas on the steps of a strategy that has already processed all of them once. */
const knowing = (definition: StrategyDefinition, steps: readonly Step[]): Ideas => {
  replay(definition, steps)
  return replay(definition, steps)
}

/** Returns whether another run gives the same result; otherwise, the cause of a difference cannot be determined. */
const isSteady = (definition: StrategyDefinition, recording: RuleRecording, ideas: Ideas): boolean =>
  findDifference('REPEAT', recording, { before: ideas, now: replay(definition, recording.steps) }) === undefined

const findDifference = (
  test: LookaheadTest,
  { steps }: RuleRecording,
  { before, now }: { readonly before: Ideas; readonly now: Ideas },
): LookaheadFinding | undefined => {
  const differing = now.flatMap((idea, row) => {
    const differences = compareIdeas(before[row] ?? null, idea)
    return differences.length === 0 ? [] : [{ row, differences }]
  })
  const [first] = differing
  if (!first) return undefined
  const { row, differences } = first
  return {
    test,
    barOpenMs: steps[row]?.bar.openMs ?? null,
    signal: nameIdea(before[row] ?? null) ?? nameIdea(now[row] ?? null),
    differences,
    bars: differing.length,
    used: [],
  }
}

const mergeFindings = (earlier: LookaheadFinding | undefined, finding: LookaheadFinding): LookaheadFinding => {
  if (!earlier) return finding
  const first = (earlier.barOpenMs ?? 0) <= (finding.barOpenMs ?? 0) ? earlier : finding
  return { ...first, bars: earlier.bars + finding.bars }
}

/** Returns the finding for ambient inputs used by a strategy. */
export const outsideFinding = (used: readonly string[]): LookaheadFinding => ({
  test: 'OUTSIDE',
  barOpenMs: null,
  signal: null,
  differences: [],
  bars: 0,
  used,
})

/** Number of days after which the calendar repeats, including weekdays and leap years. */
const CALENDAR_DAYS = 146_097

const dateLater = ({ bar, context }: Step): Step => ({
  bar: { ...bar, openMs: bar.openMs + CALENDAR_DAYS * DAY_MS },
  context,
})

const CUTS_MAX = 24

/** Returns the positions at which the future is replaced: right after bars with an idea, if any, and in between. */
const chooseCuts = (
  recordings: readonly RuleRecording[],
): readonly { readonly recording: RuleRecording; readonly cut: number }[] => {
  const spoken = recordings.flatMap((recording) =>
    recording.ideas.flatMap((idea, cut) => (idea ? [{ recording, cut }] : [])),
  )
  const between = recordings.map((recording) => ({ recording, cut: recording.steps.length >> 1 }))
  const inside = ({ recording, cut }: { readonly recording: RuleRecording; readonly cut: number }): boolean =>
    cut < recording.steps.length - 1
  return [...spread(spoken.filter(inside), CUTS_MAX), ...spread(between, CUTS_MAX / 4)]
}

/** Returns the steps with the bars after `cut` replaced by a random walk, and the subsequent contexts reversed. */
const withOtherFuture = (steps: readonly Step[], cut: number): readonly Step[] => {
  const random = createRandom(cut + 1)
  let close = steps[cut]?.bar.close ?? 1
  return steps.map((step, row) => {
    if (row <= cut) return step
    const open = close
    close = open * (1 + (random() - 0.5) * 0.02)
    const [high, low] = [Math.max(open, close) * (1 + random() * 0.005), Math.min(open, close) * (1 - random() * 0.005)]
    const volume = step.bar.volume * (0.2 + 2 * random())
    const takerBuyVolume = step.bar.takerBuyVolume === null ? null : volume * random()
    const context = steps[steps.length + cut - row]?.context ?? step.context
    return { bar: { openMs: step.bar.openMs, open, high, low, close, volume, takerBuyVolume }, context }
  })
}

/** Counts the bars of overlapping recordings, each bar once. */
const countBars = (recordings: readonly RuleRecording[]): number =>
  new Set(recordings.flatMap(({ steps }) => steps.map(({ bar }) => bar.openMs))).size

const countIdeas = (recordings: readonly RuleRecording[]): number =>
  new Set(
    recordings.flatMap(({ steps, ideas }) => ideas.flatMap((idea, row) => (idea ? [steps[row]?.bar.openMs] : []))),
  ).size
