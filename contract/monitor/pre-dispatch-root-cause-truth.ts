/** Report of a monitor surface: why candidates were not ordered, gate by gate. */

import { type Static, Type } from 'typebox'
import { At, GateKind, idText, Nullable, NumberRange, Reading } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Count = Type.Integer()

const Dominant = Type.Object({
  gateId: Type.String(),
  label: Type.String(),
  kind: GateKind,
  share: Type.Number(),
  shareCi: NumberRange,
  soleBlocker: Count,
  since: Type.Unsafe<string>({
    ...At,
    description: 'Start of the current block, if any; otherwise the first candidate it blocked in the window',
  }),
  removable: Type.Boolean({ description: 'False for a safety gate: it passes once the condition is healthy again' }),
  remedy: Type.Object({ text: Type.String(), where: Type.Enum(['API', 'HOST_CLI', 'EXCHANGE', 'NONE']) }),
})

const Gate = Type.Object({
  gateId: Type.String(),
  label: Type.String(),
  kind: GateKind,
  order: Type.Integer({ description: 'Order of the list; all gates are evaluated for every candidate' }),
  evaluated: Count,
  firstFail: Type.Integer({ description: 'Candidates for which it was the first failed gate' }),
  anyFail: Type.Integer({ description: 'Candidates for which it failed' }),
  soleBlocker: Type.Integer({
    description: 'Candidates for which it was the only failed gate; they would have passed without it',
  }),
  shapley: Type.Number({
    description:
      'Each candidate is shared equally among the gates that failed (Shapley value); the shares add up to `blocked`',
  }),
  share: Nullable(Type.Number(), 'Share of `blocked`; null when nothing was blocked'),
  shareCi: Nullable(NumberRange, 'Wilson, 95%'),
  lostEdgeR: Nullable(
    Type.Object({ value: Type.Number(), ci: NumberRange, n: Count }),
    'Hypothetical result of its share of the blocked candidates, by the netR of their signals; negative means it saved money. `n` of them have ended; the interval counts overlapping ones once',
  ),
  currentObserved: Reading,
  limit: Reading,
  unit: Nullable(Type.String()),
  observedAt: Nullable(At, 'Time of `currentObserved`: now while it blocks, otherwise at the last candidate'),
})

export const preDispatchRootCauseTruth = surfaceContract({
  surface: 'pre-dispatch-root-cause-truth',
  label: 'Entry blockers',
  question: 'why candidates do not become orders',
  nextStep: 'For the blocking gates and their causes: plimsoll status.',
  isMomentary: true,
  verdicts: {
    INSUFFICIENT_EVIDENCE: 'WARN',
    BLOCKED_BY_SAFETY: 'BLOCK',
    BLOCKED_BY_DATA: 'WARN',
    BLOCKED_BY_CONFIG: 'INFO',
    BLOCKED_BY_POSITION: 'INFO',
    BLOCKED_BY_BUDGET: 'WARN',
    BLOCKED_BY_QUALITY: 'INFO',
    NO_CANDIDATES: 'INFO',
    FLOWING: 'OK',
  },
  data: Type.Object({
    window: Nullable(
      Type.Object({ from: At, to: At, whole: Type.Boolean() }),
      'By time of decision, `from` included, `to` excluded; `whole` is true if it covers 24 hours',
    ),
    candidates: Nullable(Count),
    passed: Nullable(Count, 'Became orders'),
    exploratory: Nullable(
      Type.Object({ candidates: Count, passed: Count }),
      'Number of these without an expected edge (--explore)',
    ),
    blocked: Nullable(Count, 'Refused by one or more gates'),
    dominant: Nullable(Dominant, 'Gate with the largest share; of equal ones, the lower number'),
    gates: Type.Array(Gate),
    pairs: Type.Array(Type.Object({ a: Type.String(), b: Type.String(), count: Count }), {
      description: 'Candidates for which exactly these two failed; the five most frequent pairs',
    }),
    standing: Type.Array(
      Type.Object({ gateId: Type.String(), code: Type.String(), since: At, message: Type.String() }),
      {
        description: 'What would block any candidate now: state, breakers, gates',
      },
    ),
    upstream: Type.Object({
      signals: Nullable(Count, "Signals of bars closed in the last 24 hours, by the market's clock"),
    }),
    sampleDecisionIds: Type.Array(idText('dec'), {
      description: 'Most recent candidates blocked by the dominant gate, at most ten',
    }),
  }),
})
export type PreDispatchRootCause = Static<typeof preDispatchRootCauseTruth.data>
