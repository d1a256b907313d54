/**
 * Rules of the surface `full-strategy-pattern-coverage`: which strategies and patterns are implemented, evaluated and
 * scored.
 */

import {
  fullStrategyPatternCoverage as contract,
  type StrategyPatternCoverage,
} from '../../../../contract/monitor/full-strategy-pattern-coverage.ts'
import type { InputName, TruthInputs } from '../../frame/inputs.ts'
import { counted } from '../../frame/missing-evidence.ts'
import {
  type Available,
  type Cause,
  defineSurface,
  type Finding,
  type Frame,
  type Insufficient,
  type MissingItem,
} from '../../frame/surface.ts'
import {
  type CoverageEvidence,
  computeRatios,
  countTotals,
  evaluationRatio,
  failingIn,
  gridBodies,
  itemBodies,
  rareIn,
  type Totals,
} from './data.ts'

/**
 * Reports rare patterns that are only declared: they need no implementation for that status but are counted separately.
 */
const rareDeclaredOnly = (evidence: CoverageEvidence): Cause[] => {
  const { all, declaredOnly } = rareIn(evidence)
  if (declaredOnly === 0) return []
  return [
    {
      code: 'RARE_NOT_IMPLEMENTED',
      message: `${declaredOnly} of ${counted(all, 'structurally rare pattern')} ${declaredOnly === 1 ? 'is' : 'are'} not available yet`,
      value: declaredOnly,
      threshold: 0,
      unit: 'definitions',
      severity: 'INFO',
      of: ['coverage'],
    },
  ]
}

type Verdict = keyof typeof contract.verdicts
type Needed = 'coverage' | 'goldenVectors'

interface Measured {
  readonly evidence: CoverageEvidence
  readonly totals: Totals
  readonly ratios: StrategyPatternCoverage['ratios']
}

const measure = (coverage: TruthInputs['coverage'], inputs: Available<Needed>, frame: Frame): Measured => {
  const evidence: CoverageEvidence = {
    coverage,
    runs: inputs.goldenVectors,
    ranAtMs: frame.observedAtMs('goldenVectors'),
    scoredOutcomes: frame.constitution.monitor.scoredOutcomes,
  }
  const totals = countTotals(evidence)
  return { evidence, totals, ratios: computeRatios(evidence, totals) }
}

const notCovered = (inputs: Available<Needed>, frame: Frame): Finding<Verdict> | null => {
  const { minCoverage } = frame.constitution.monitor
  const failing = failingIn(inputs.goldenVectors)
  const evaluation = inputs.coverage ? evaluationRatio(inputs.coverage) : null
  const reasons = [
    ...failing.map(
      ({ id, passed, total }): Cause => ({
        code: 'FAILING_VECTORS',
        message: `${id} does not reproduce its golden results`,
        value: passed,
        threshold: total,
        unit: 'vectors',
        of: ['goldenVectors'],
      }),
    ),
    ...implementationBelow(inputs, frame),
    ...(evaluation !== null && evaluation < minCoverage
      ? [ofShare('EVALUATION', 'The strategies processed too few of the closed bars', evaluation, minCoverage)]
      : []),
  ]
  const [first] = reasons
  if (!first) return null
  const rare = inputs.coverage ? rareDeclaredOnly(measure(inputs.coverage, inputs, frame).evidence) : []
  return { verdict: 'NOT_COVERED', summary: `${sentence(first)}.`, reasons: [...reasons, ...rare] }
}

/** Reports a low implementation count. Without the golden vectors it is unknown, which is not a fault. */
const implementationBelow = (inputs: Available<Needed>, frame: Frame): Cause[] => {
  const { coverage, goldenVectors } = inputs
  if (!coverage || !goldenVectors) return []
  const { minCoverage } = frame.constitution.monitor
  const { ratios } = measure(coverage, inputs, frame)
  if (ratios.implementation === null || ratios.implementation >= minCoverage) return []
  return [
    ofShare('IMPLEMENTATION', 'Too few of the declared items are implemented', ratios.implementation, minCoverage),
  ]
}

const ofShare = (code: string, message: string, value: number, threshold: number): Cause => ({
  code,
  message,
  value,
  threshold,
  unit: 'share',
  of: code === 'EVALUATION' ? ['coverage'] : (['coverage', 'goldenVectors'] satisfies InputName[]),
})

const sentence = ({ message, value, threshold, unit }: Cause): string =>
  unit === 'share'
    ? `${message}: ${percent(Number(value))}, at least ${percent(Number(threshold))}`
    : `${message}: ${value} of ${threshold} ${unit}`

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`

const judge = (
  inputs: { readonly [Name in Needed]: TruthInputs[Name] },
  frame: Frame,
): Finding<Verdict> | Insufficient => {
  const { fullCoverage } = frame.constitution.monitor
  const { totals, ratios, evidence } = measure(inputs.coverage, inputs, frame)
  const { implementation, evaluation } = ratios
  if (evaluation === null || implementation === null) return { missing: [NO_BARS] }
  const full = implementation === 1 && evaluation >= fullCoverage
  return {
    verdict: full ? 'COVERED' : 'PARTIAL',
    summary: `${totals.implemented} of ${totals.declared} declared strategies and patterns run and pass all their golden vectors; they evaluated ${percent(evaluation)} of the expected bars of the last 24 hours.`,
    reasons: full ? [] : [...findShortfalls(totals, evaluation, fullCoverage), ...rareDeclaredOnly(evidence)],
    missing: missingIn(evidence),
  }
}

const findShortfalls = ({ implemented, declared }: Totals, evaluation: number, fullCoverage: number): Cause[] => [
  ...(implemented !== null && implemented < declared
    ? [
        {
          code: 'IMPLEMENTATION',
          message: 'Declared strategies on order flow, chart patterns and candlestick patterns are not available yet',
          value: implemented,
          threshold: declared,
          unit: 'definitions',
          of: ['coverage', 'goldenVectors'] as const,
        },
      ]
    : []),
  ...(evaluation < fullCoverage
    ? [ofShare('EVALUATION', 'The strategies did not process all closed bars', evaluation, fullCoverage)]
    : []),
]

const NO_BARS: MissingItem = {
  code: 'CLOSED_BARS',
  description: 'Closed bars on a timeframe of a trading scope',
  have: 0,
  need: 1,
  unit: 'bars',
  producedBy: 'market source and trading scopes',
  earliestAtMs: null,
}

const missingIn = ({ coverage }: CoverageEvidence): MissingItem[] => {
  const uncounted = coverage.items.filter(({ implemented, evaluations }) => implemented && evaluations === null).length
  return [
    {
      code: 'PATTERN_OUTCOMES',
      description: 'Outcomes of patterns; patterns are features of signals and are not tracked themselves',
      have: null,
      need: 'outcomes of each pattern',
      producedBy: 'not recorded',
      earliestAtMs: null,
    },
    ...(uncounted > 0
      ? [
          {
            code: 'PLUG_IN_EVALUATIONS',
            description: 'Bars evaluated by strategies in their own threads',
            have: null,
            need: `a count for each of ${uncounted}`,
            producedBy: 'not recorded',
            earliestAtMs: null,
          },
        ]
      : []),
  ]
}

const coverageBody = (inputs: Available<Needed>, frame: Frame): StrategyPatternCoverage => {
  if (!inputs.coverage) return NOTHING_COUNTED
  const { evidence, totals, ratios } = measure(inputs.coverage, inputs, frame)
  return { totals, ratios, items: itemBodies(evidence), grid: gridBodies(evidence.coverage.grid) }
}

const NOTHING_COUNTED: StrategyPatternCoverage = {
  totals: null,
  ratios: { implementation: null, evaluation: null, firing: null, outcome: null },
  items: [],
  grid: [],
}

/** Coverage of the declared strategies and patterns: run, evaluated and scored. */
export const fullStrategyPatternCoverage = defineSurface({
  contract,
  needs: ['coverage', 'goldenVectors'],
  fault: notCovered,
  judge,
  data: coverageBody,
})
