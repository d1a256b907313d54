/** Rules of the surface `candidate-quality-v3`: the expected value of the current autotrading candidates. */

import {
  candidateQualityV3 as contract,
  GRADES,
  type GradedCandidate,
  type GradeRecord,
} from '../../../../contract/monitor/candidate-quality-v3.ts'
import { counted } from '../../frame/missing-evidence.ts'
import { type Cause, defineSurface, type Finding, type Frame, type MissingItem } from '../../frame/surface.ts'
import type { CandidateRecord, CandidatesTruth } from '../../inputs/autotrading.ts'

/**
 * Expected value of the current autotrading candidates, after all costs.
 *
 * `NO_EDGE`: every candidate is graded REJECT. `INSUFFICIENT_EVIDENCE`: there are none, or the results of earlier
 * candidates have not been read. `MARGINAL`: the best is a C, or the results contradict the order of the grades
 * (`GRADE_ORDER_VIOLATED`: the 90% interval of a better grade among A, B and C is entirely below that of a worse one).
 * `GOOD`: at least one is an A or a B, which is positive at the lower bound of its probability. A probability based
 * only on a prior yields at most a C.
 */
export const candidateQualityV3 = defineSurface({
  contract,
  needs: ['candidates', 'candidateRecord'],
  optional: ['calibrations'],
  fault: ({ candidates }) => (candidates ? noEdge(candidates) : null),
  judge: ({ candidates, candidateRecord }, frame) =>
    candidates.candidates.length === 0
      ? { missing: [NO_CANDIDATE, ...UNFITTED], summary: nothingNow(candidateRecord) }
      : judgeCandidates(candidates, candidateRecord, frame),
  remarks: ({ candidates }) => exploring(candidates),
  data: ({ candidates, candidateRecord, calibrations }, { constitution }) => ({
    asOf: candidates?.marketNow ?? null,
    counts: {
      byGrade: countByGrade(candidates?.candidates ?? []),
      exploratory: exploratoryIn(candidates).length,
      leftOff: candidates?.leftOff ?? 0,
    },
    candidates: [...(candidates?.candidates ?? [])],
    calibration: calibrations ? [...calibrations] : null,
    costModel: {
      feeTier: null,
      takerFeeRate: constitution.execution.takerFeeRate,
      ...IMPACT,
      realisedVsModelBps: candidateRecord?.modelError ?? { median: null, p90: null, n: 0 },
    },
    history: { window: candidateRecord?.window ?? null, byGrade: [...(candidateRecord?.byGrade ?? [])] },
  }),
})

type Verdict = keyof typeof contract.verdicts
type Grade = GradedCandidate['grade']
type Graded = Pick<GradedCandidate, 'grade' | 'method'>

const exploratoryIn = (candidates: CandidatesTruth | undefined): readonly GradedCandidate[] =>
  (candidates?.candidates ?? []).filter(({ exploratory }) => exploratory)

/** Returns a cause for candidates that are entered without an expected edge. */
const exploring = (candidates: CandidatesTruth | undefined): Cause[] => {
  const exploratory = exploratoryIn(candidates).length
  if (!candidates || exploratory === 0) return []
  return [
    {
      code: 'EXPLORATORY_CANDIDATES',
      message: `${exploratory} of ${counted(candidates.candidates.length, 'current candidate')} without an expected edge ${exploratory === 1 ? 'is' : 'are'} traded because the server runs with --explore.`,
      value: exploratory,
      threshold: 0,
      unit: 'candidates',
      severity: 'INFO',
      of: ['candidates'],
    },
  ]
}

/** Parameters of the square-root law used in appraisals; not fitted yet. */
const IMPACT = { impactY: 1, impactFitN: 0, impactFitR2: null }
const IMPACT_FIT_FROM = 50

/** Returns the grade; without outcomes as evidence at most a C, whatever was stored. */
const effectiveGrade = ({ grade, method }: Graded): Grade =>
  method === 'PRIOR_ONLY' && (grade === 'A' || grade === 'B') ? 'C' : grade

const countByGrade = (candidates: readonly Graded[]): Record<Grade, number> => {
  const counts = { A: 0, B: 0, C: 0, REJECT: 0 }
  for (const candidate of candidates) counts[effectiveGrade(candidate)] += 1
  return counts
}

const noEdge = ({ candidates }: CandidatesTruth): Finding<Verdict> | null => {
  const rejected = countByGrade(candidates).REJECT
  if (candidates.length === 0 || rejected < candidates.length) return null
  const bestBps = maximum(candidates.map(({ netEdgeBps }) => netEdgeBps))
  return {
    verdict: 'NO_EDGE',
    summary:
      candidates.length === 1
        ? `The only current candidate is not expected to cover its costs: its expected net edge is ${bps(bestBps)}.`
        : `None of the ${candidates.length} current candidates is expected to cover its costs: the best expected net edge is ${bps(bestBps)}.`,
    reasons: [
      {
        code: 'ALL_REJECTED',
        message: `${rejected} of ${counted(candidates.length, 'candidate')} ${rejected === 1 ? 'is' : 'are'} graded REJECT.`,
        value: bestBps,
        threshold: 0,
        unit: 'bps',
        of: ['candidates'],
      },
    ],
    missing: UNFITTED,
  }
}

const NO_CANDIDATE: MissingItem = {
  code: 'PRESENT_CANDIDATES',
  description: 'A candidate with a valid signal, a working order or an open position',
  have: 0,
  need: 1,
  unit: 'candidates',
  producedBy: 'autotrading',
  earliestAtMs: null,
}

const nothingNow = ({ byGrade }: CandidateRecord): string => {
  const ended = byGrade.reduce((sum, { n }) => sum + n, 0)
  if (ended === 0) return 'No candidates yet.'
  return `No candidates now; ${counted(ended, 'earlier one')} ${ended === 1 ? 'has' : 'have'} ended.`
}

const judgeCandidates = (
  { candidates }: CandidatesTruth,
  record: CandidateRecord,
  { constitution }: Frame,
): Finding<Verdict> => {
  const counts = countByGrade(candidates)
  const paying = counts.A + counts.B
  const bestBps = maximum(
    candidates.filter((one) => effectiveGrade(one) !== 'REJECT').map(({ netEdgeLcbBps }) => netEdgeLcbBps),
  )
  const violations = findViolations(record.byGrade)
  const verdict: Verdict = paying > 0 && violations.length === 0 ? 'GOOD' : 'MARGINAL'
  const order = violations.length > 0 ? ', and the results of the grades contradict their order' : ''
  return {
    verdict,
    summary: `${paying} of ${counted(candidates.length, 'current candidate')} ${paying === 1 ? 'pays at the lower bound of its' : 'pay at the lower bound of their'} probability (A ${counts.A}, B ${counts.B}, C ${counts.C}, REJECT ${counts.REJECT}), the best ${bps(bestBps)}${order}.`,
    reasons: [
      {
        code: paying > 0 ? 'PAYS_AT_LOW_END' : 'ONLY_ON_AVERAGE',
        message: `The best candidate nets ${bps(bestBps)} at the lower bound of its probability.`,
        value: bestBps,
        threshold: 0,
        unit: 'bps',
        of: ['candidates'],
      },
      ...violations,
    ],
    missing: [...thinGrades(record.byGrade, constitution.monitor.scoredOutcomes), ...UNFITTED],
  }
}

const maximum = (figures: readonly number[]): number => figures.reduce((best, figure) => Math.max(best, figure))

const bps = (figure: number): string => `${figure.toFixed(2)} bps`

/** Returns the better grade of each pair whose interval is entirely below the worse one's. */
const findViolations = (byGrade: readonly GradeRecord[]): Cause[] => {
  const ordered = GRADES.filter((grade) => grade !== 'REJECT').flatMap((name) => {
    const record = byGrade.find(({ grade }) => grade === name)
    return record?.ciR ? [{ grade: record.grade, ci: record.ciR }] : []
  })
  return ordered.flatMap((better, index) =>
    ordered.slice(index + 1).flatMap((worse): Cause[] =>
      better.ci[1] < worse.ci[0]
        ? [
            {
              code: 'GRADE_ORDER_VIOLATED',
              message: `${better.grade} earned at most ${better.ci[1].toFixed(3)} R with 90% confidence, ${worse.grade} at least ${worse.ci[0].toFixed(3)} R.`,
              value: better.ci[1],
              threshold: worse.ci[0],
              unit: 'R',
              severity: 'WARN',
              of: ['candidateRecord'],
            },
          ]
        : [],
    ),
  )
}

/** Lists the grades with too few finished candidates for a result. */
const thinGrades = (byGrade: readonly GradeRecord[], need: number): MissingItem[] =>
  byGrade.flatMap(({ grade, n }) =>
    grade === 'REJECT' || n >= need
      ? []
      : [
          {
            code: `GRADED_OUTCOMES_${grade}`,
            description: `Outcomes of candidates graded ${grade}`,
            have: n,
            need,
            unit: 'outcomes',
            producedBy: 'autotrading outcomes',
            earliestAtMs: null,
          },
        ],
  )

const UNFITTED: readonly MissingItem[] = [
  {
    code: 'IMPACT_FIT',
    description: 'Market impact fitted to own fills; a square-root factor of 1 is assumed',
    have: IMPACT.impactFitN,
    need: IMPACT_FIT_FROM,
    unit: 'fills',
    producedBy: 'not available yet',
    earliestAtMs: null,
  },
  {
    code: 'FEE_TIER',
    description: 'Fee tier of the account at the exchange; the configured rate is used',
    have: null,
    need: 'as published by the exchange',
    producedBy: 'not available yet',
    earliestAtMs: null,
  },
]
