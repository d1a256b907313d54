import { type Static, Type } from 'typebox'
import { At, DecimalText, Exploratory, idText, Ms, Nullable, SymbolText } from '../common.ts'
import { SignalDirection, Timeframe } from '../signals.ts'
import { surfaceContract } from './surface.ts'

export const GRADES = ['A', 'B', 'C', 'REJECT'] as const

const Grade = Type.Enum([...GRADES], {
  description:
    'A earns its costs again even where luck was good so far, B something, C only on average or while nothing is calibrated, REJECT nothing',
})
const Method = Type.Enum(['PRIOR_ONLY', 'SHRUNK', 'PLATT', 'ISOTONIC'])
const Interval = Type.Tuple([Type.Number(), Type.Number()])
const figure = (description: string) => Type.Number({ description })
const bps = (description: string) => figure(`${description}, in hundredths of a percent of the notional`)
const scored = (description: string) => Nullable(Type.Number(), `${description}; null while there is nothing to score`)

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
  pTargetCi: Interval,
  breakEvenP: figure('The probability of the target from which it pays'),
  W: figure('Way from the touch it was appraised at to the target, as a fraction of it'),
  L: figure('Way from there to the stop, as a fraction of it'),
  expectedHoldMs: Type.Unsafe<number>({ ...Ms, description: 'Time to its horizon, used for its costs' }),
  cost: Type.Object({
    fees: bps('Of both ways'),
    spread: bps('Crossing it'),
    impact: bps('What the order itself moves'),
    funding: bps('Inside the hold; below zero is received'),
    adverse: bps('How much worse the market is right after an entry that rested'),
    totalBps: bps('All of these'),
  }),
  grossEdgeBps: bps('Expected before costs'),
  netEdgeBps: bps('Expected after costs'),
  netEdgeLcbBps: bps('Expected after costs at the low end of the probability'),
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
  effectiveN: figure('Independent outcomes they amount to'),
  baseRate: scored('Share of targets'),
  brier: scored('Mean squared distance of probability and outcome'),
  brierSkill: scored('Relative to always predicting the base rate'),
  reliability: scored("Murphy's first term, less is better"),
  resolution: scored("Murphy's second term, more is better"),
  uncertainty: scored("Murphy's third term"),
  ece10: scored('Mean distance of predicted and observed over ten bins of equal weight'),
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
    'Mean: of those that were traded their R, as in the scorecard; of those that were followed only the netR of their signal, in distances from entry to stop',
  ),
  ciR: Nullable(Interval, '90 %, by the stationary bootstrap; null below two'),
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
    calibration: Nullable(Type.Array(StrategyCalibration), 'Null while it has not been read'),
    costModel: Type.Object({
      feeTier: Nullable(Type.String(), 'Not queried from any exchange'),
      takerFeeRate: Type.Unsafe<string>({ ...DecimalText, description: 'Assumed for entry and exit' }),
      impactY: figure('Y of the square-root law; 1 until it is fitted'),
      impactFitN: Type.Integer({ description: 'Number of own fills it was fitted on' }),
      impactFitR2: Nullable(Type.Number(), 'Null while it is not fitted'),
      realisedVsModelBps: Type.Object(
        { median: scored('Median'), p90: scored('Of ten, nine are not above it'), n: Type.Integer() },
        {
          description:
            'For filled entries: distance of the fill from the mid of the order book at the decision, plus fees, less the model estimate for this side (half of fees and spread, all of impact)',
        },
      ),
    }),
    history: Type.Object({
      window: Nullable(Type.Object({ from: At, to: At }), 'Considered within it; null while nothing has been read'),
      byGrade: Type.Array(GradeRecord),
    }),
  }),
})
