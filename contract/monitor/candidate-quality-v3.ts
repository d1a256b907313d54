/** Report of a monitor surface: the grades of autotrading candidates, and the results of earlier ones. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, Exploratory, idText, Ms, Nullable, NumberRange, SymbolText } from '../common.ts'
import { Grade } from '../decisions.ts'
import { SignalDirection, Timeframe } from '../signals.ts'
import { surfaceContract } from './surface.ts'

export const GRADES = ['A', 'B', 'C', 'REJECT'] as const

const Method = Type.Enum(['PRIOR_ONLY', 'SHRUNK', 'PLATT', 'ISOTONIC'])
const figure = (description: string) => Type.Number({ description })
const bps = (description: string) => figure(`${description}, bps of the notional`)
const scored = (description: string) => Nullable(Type.Number(), `${description}; null without outcomes`)

/** Candidate exactly as stored, with its current state. */
export const GradedCandidate = Type.Object({
  candidateId: idText('cnd'),
  signalId: idText('sig'),
  symbol: SymbolText,
  direction: SignalDirection,
  strategyId: Type.String({ description: 'Leading strategy' }),
  timeframe: Timeframe,
  consideredAt: At,
  exploratory: Exploratory,
  grade: Grade,
  method: Method,
  pTarget: figure('Probability of reaching the target'),
  pTargetCi: NumberRange,
  breakEvenP: figure('Break-even probability of the target'),
  W: figure('Distance from the reference touch to the target, as a fraction of the touch'),
  L: figure('Distance from the touch to the stop, as a fraction of the touch'),
  expectedHoldMs: Type.Unsafe<number>({ ...Ms, description: 'Time to its horizon, used for its costs' }),
  cost: Type.Object({
    fees: bps('Fees of entry and exit'),
    spread: bps('Cost of crossing the spread'),
    impact: bps('Price impact of the order'),
    funding: bps('Funding during the holding period; negative is received'),
    adverse: bps('Adverse selection after a resting entry'),
    totalBps: bps('Total'),
  }),
  grossEdgeBps: bps('Expected return before costs'),
  netEdgeBps: bps('Expected after costs'),
  netEdgeLcbBps: bps('Expected return after costs at the lower bound of the probability'),
  kellyFraction: figure('Informational, never used for a size'),
  vetoes: Type.Array(Type.String(), { description: 'Gates that refused it' }),
  state: Type.Enum(['REFUSED', 'WORKING', 'OPEN', 'ENDED'], {
    description: 'Refused; order working; position open; or both ended while the signal is still valid',
  }),
})
export type GradedCandidate = Static<typeof GradedCandidate>

/** Measured value of one strategy's scores on bars of one length in one regime. */
export const StrategyCalibration = Type.Object({
  strategyId: Type.String(),
  definitionDigest: Type.String(),
  timeframe: Timeframe,
  regime: Type.String({ description: 'Outcomes are counted separately per regime' }),
  outcomes: Type.Integer({ description: 'Outcomes known now' }),
  calibratedAt: Nullable(At, 'Null until its outcomes are first used to calibrate a new signal'),
  method: Nullable(Method, 'Null until then'),
  reverted: Type.Boolean({
    description: 'True when the curve was no better than the base rate, which is used instead',
  }),
  n: Type.Integer({ description: 'Outcomes used by the calibration' }),
  effectiveN: figure('Effective number of independent outcomes'),
  baseRate: scored('Share of outcomes that reached the target'),
  brier: scored('Mean squared difference between probability and outcome'),
  brierSkill: scored('Compared with always predicting the base rate'),
  reliability: scored("Murphy's first term, lower is better"),
  resolution: scored("Murphy's second term, higher is better"),
  uncertainty: scored("Murphy's third term"),
  ece10: scored('Mean difference between predicted and observed over ten bins of equal weight'),
  logLoss: scored('In nats'),
  curve: Type.Array(Type.Object({ score: Type.Number(), p: Type.Number() }), { maxItems: 21 }),
})
export type StrategyCalibration = Static<typeof StrategyCalibration>

/** Results of the candidates of one grade, net of costs. */
export const GradeRecord = Type.Object({
  grade: Grade,
  n: Type.Integer({ description: 'Candidates that have ended' }),
  traded: Type.Integer({ description: 'Number of these that became a position; the others were only followed' }),
  exploratory: Type.Integer({ description: 'Number traded without an expected edge' }),
  meanNetR: scored(
    'Mean R of traded candidates, as in the scorecard; for those only followed, the netR of their signal, in units of the distance from entry to stop',
  ),
  ciR: Nullable(NumberRange, '90%, by the stationary bootstrap; null below two'),
})
export type GradeRecord = Static<typeof GradeRecord>

export const candidateQualityV3 = surfaceContract({
  surface: 'candidate-quality-v3',
  label: 'Candidates',
  question: 'the quality of the current candidates',
  nextStep: 'Review costs and calibration before trading more: docs/guide/strategies.md.',
  isAssessment: true,
  isMomentary: true,
  verdicts: {
    NO_EDGE: 'WARN',
    INSUFFICIENT_EVIDENCE: 'WARN',
    MARGINAL: 'INFO',
    GOOD: 'OK',
  },
  data: Type.Object({
    asOf: Nullable(At, "On the market's clock; null while the candidates have not been read"),
    counts: Type.Object({
      byGrade: Type.Object(
        { A: Type.Integer(), B: Type.Integer(), C: Type.Integer(), REJECT: Type.Integer() },
        { description: 'Grades of the current candidates; one based only on a prior counts as C at most' },
      ),
      exploratory: Type.Integer({
        description: 'Current candidates without an expected edge after costs that are traded (--explore)',
      }),
      leftOff: Type.Integer({ description: 'Number considered within the same period but no longer read' }),
    }),
    candidates: Type.Array(GradedCandidate, {
      description: 'Candidates with a valid signal, working order or open position; newest first',
    }),
    calibration: Nullable(Type.Array(StrategyCalibration), 'Null until it has been read'),
    costModel: Type.Object({
      feeTier: Nullable(Type.String(), 'Not queried from any exchange'),
      takerFeeRate: Type.Unsafe<string>({ ...DecimalText, description: 'Assumed for entry and exit' }),
      impactY: figure('Y of the square-root law; 1 until it is fitted'),
      impactFitN: Type.Integer({ description: 'Number of own fills it was fitted on' }),
      impactFitR2: Nullable(Type.Number(), 'Null while it is not fitted'),
      realisedVsModelBps: Type.Object(
        { median: scored('Median'), p90: scored('90th percentile'), n: Type.Integer() },
        {
          description:
            'For filled entries: distance of the fill from the mid price at the decision, plus fees, less the model estimate for this side (half of fees and spread, all of impact)',
        },
      ),
    }),
    history: Type.Object({
      window: Nullable(Type.Object({ from: At, to: At }), 'Number considered within the period; null until read'),
      byGrade: Type.Array(GradeRecord),
    }),
  }),
})
