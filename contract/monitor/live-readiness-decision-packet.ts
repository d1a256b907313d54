import { type Static, Type } from 'typebox'
import { At, DecimalText, idText, Ms, Nullable, SymbolText } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { ExecutionMode } from '../trading.ts'
import { surfaceContract } from './surface.ts'

const Reading = Type.Union([Type.Number(), Type.String()])

const GateStatus = Type.Enum(['PASS', 'FAIL', 'MISSING'])

const Gate = Type.Object({
  id: Type.String({ examples: ['LR07'] }),
  title: Type.String(),
  mandatory: Type.Literal(true),
  status: GateStatus,
  waived: Type.Boolean({ description: 'It passes because the host has waived what nothing measures' }),
  what: Type.String({ description: 'What decided' }),
  measured: Nullable(Reading),
  threshold: Reading,
  unit: Nullable(Type.String()),
  windowDays: Nullable(Type.Integer(), 'Null where it is about now'),
  waivable: Type.Boolean({ description: 'Part of it is measured by nothing in this build' }),
  producedBy: Type.String(),
  remedy: Type.String({ description: 'What to do or to wait for' }),
  evidenceIds: Type.Array(idText('evd'), {
    description:
      'Of the evidence of the report that was made of the snapshot `mintedOn`; what the present report rests on is in its own `reasons` and `evidence`',
  }),
  evidenceObservedAt: Nullable(At),
  validForMs: Ms,
})

const Waiver = Type.Object({
  gateId: Type.String(),
  by: Type.String(),
  reason: Type.String(),
  madeAt: At,
  expiresAt: At,
  signatureKeyId: Type.Null({ description: 'Waivers are not signed yet; the audit has who made them' }),
})

const Drill = Type.Object({
  drillId: Type.String({ description: 'Of the stop, or of the run that came after the kill' }),
  kind: Type.Enum(['EMERGENCY_STOP', 'KILL']),
  executionMode: ExecutionMode,
  startedAt: Type.Unsafe<string>({ ...At, description: 'When the stop was called, or the process started again' }),
  completedAt: Nullable(At, 'When everything was proven; null while it is not'),
  durationMs: Nullable(Ms),
  outcome: Type.Enum(['PENDING', 'COMPLETE', 'UNSAFE', 'CUT_OFF'], {
    description: 'Only COMPLETE counts: every step was proven. CUT_OFF: released, or ended again, before that',
  }),
  by: Nullable(Type.String(), 'Who called the stop; null for a kill'),
  heldWithinMs: Nullable(Ms, 'From the call of the stop until the engine acted on it; null for a kill'),
})

export const Decision = Type.Enum(['NO_GO', 'INSUFFICIENT_EVIDENCE', 'GO'])

/** Number of gates by status. */
export const GateCounts = Type.Object({
  pass: Type.Integer({ description: 'Those that are waived among them' }),
  waived: Type.Integer({ description: 'Of those that pass: not measured, and waived by the host' }),
  fail: Type.Integer(),
  missing: Type.Integer(),
})

/** Basis of a person's decision, as minted: a gate that changes produces another packet. */
export const DecisionPacket = Type.Object({
  packetId: idText('pkt'),
  packetHash: Type.Unsafe<string>({
    ...Sha256,
    description: 'SHA-256 of all of this but `packetId` and `packetHash`, as JSON with sorted keys',
  }),
  mintedAt: At,
  mintedOn: Type.Unsafe<string>({ ...idText('snp'), description: 'The snapshot its gates were judged on' }),
  validUntil: Type.Unsafe<string>({
    ...At,
    description: 'After this it is minted anew, whether a gate has changed or not',
  }),
  decision: Decision,
  grantsAuthority: Type.Literal(false),
  constitutionHash: Sha256,
  buildDigest: Sha256,
  scope: Type.Object({
    kind: Type.Enum(['AUTOTRADING', 'MANUAL'], {
      description: 'MANUAL: no trading book is armed, and gates about autotrading are left out',
    }),
    bookId: Nullable(Type.String()),
    symbols: Type.Array(SymbolText),
    maxNotional: Nullable(DecimalText, 'USDT, of all symbols together; null is not configured'),
  }),
  gates: Type.Array(Gate),
  counts: GateCounts,
  waivers: Type.Array(Waiver, { description: 'Made on the host alone; those that have run out are left off' }),
  drills: Type.Array(Drill, {
    description: 'Emergency stops and survived kills within the days that gates evaluate, newest first',
  }),
  residualRisks: Type.Array(Type.String()),
  previous: Nullable(Type.Object({ packetId: idText('pkt'), decision: Decision, at: At }), 'The packet before it'),
})
export type DecisionPacket = Static<typeof DecisionPacket>

export const liveReadinessDecisionPacket = surfaceContract({
  surface: 'live-readiness-decision-packet',
  label: 'Go-live decision',
  question: 'whether real money can be traded',
  isAssessment: true,
  verdicts: {
    NO_GO: 'BLOCK',
    INSUFFICIENT_EVIDENCE: 'WARN',
    GO: 'OK',
  },
  data: DecisionPacket,
})
