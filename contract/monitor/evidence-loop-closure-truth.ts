/** Report of a monitor surface: how completely signals, orders, fills and results are linked to each other. */

import { type Static, Type } from 'typebox'
import { At, Ms, Nullable } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Count = Type.Integer()
const percent = (description: string) => Nullable(Type.Number(), `${description}; null while there are none`)

const Stage = Type.Object({
  stage: Type.Enum(['SIGNAL', 'CANDIDATE', 'DECISION', 'INTENT', 'ORDER', 'FILL', 'POSITION', 'OUTCOME']),
  total: Count,
  pending: Type.Integer({ description: 'Not yet due: too recent, working, or open' }),
  eligible: Count,
  closedForward: Type.Integer({ description: 'Eligible items that continued' }),
  terminalWithReason: Type.Integer({ description: 'Eligible items that ended with a stated reason' }),
  linkedBack: Type.Integer({
    description:
      'Items that name an existing parent with the matching digest, if stored, or that begin a chain, as signals and user orders do',
  }),
  orphansForward: Type.Integer({ description: 'Eligible items with neither' }),
  orphansBackward: Type.Integer({ description: 'All items that are ours and not linked' }),
  closureRate: Nullable(Type.Number(), 'Share of eligible items that are not orphans; null without eligible items'),
  maxLagMs: Nullable(
    Ms,
    'Time after which items become eligible; null when it depends on the item: its end, or its horizon plus one bar',
  ),
  p50LagMs: Nullable(Type.Number(), 'Time until the item continued; null where not measured'),
  p99LagMs: Nullable(Type.Number()),
  sampleOrphanIds: Type.Array(Type.String(), { maxItems: 10 }),
})

export const evidenceLoopClosureTruth = surfaceContract({
  surface: 'evidence-loop-closure-truth',
  label: 'Decision trail',
  question: 'whether every decision can be traced from its signal to its outcome',
  nextStep: 'List what is not linked: GET /api/monitor/evidence-loop-closure-truth. Then: plimsoll audit verify.',
  verdicts: {
    LOOP_BROKEN: 'CRITICAL',
    INSUFFICIENT_EVIDENCE: 'WARN',
    LOOP_LEAKING: 'WARN',
    LOOP_CLOSED: 'OK',
  },
  data: Type.Object({
    window: Nullable(
      Type.Object({ from: At, to: At }),
      "Signals and outcomes by the market's clock, everything else by ours",
    ),
    stages: Type.Array(Stage, {
      description: 'Stages in order; the chain of a user order begins at INTENT',
    }),
    endToEnd: Type.Object({
      signalsWithOutcomePct: percent('Share of the ended signals that were followed to target, stop or time limit'),
      fillsWithSignalPct: percent('Share of the fills of autotrading entries'),
      decisionsWithGateEvidencePct: percent('Share of the decisions on candidates and our orders'),
      hashLinkedPct: percent('Share of the links with a digest whose parent, hashed again, matches it'),
    }),
    brokenLinks: Type.Array(
      Type.Object({ fromId: Type.String(), toId: Nullable(Type.String()), kind: Type.String() }),
      { maxItems: 20 },
    ),
  }),
})
export type EvidenceLoopClosure = Static<typeof evidenceLoopClosureTruth.data>
