/** Report of a monitor surface: everything an operator needs to decide on trading with real money. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, idText, Ms, Nullable, SymbolText } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { ExecutionMode } from '../trading.ts'
import { surfaceContract } from './surface.ts'

/** Number of gates by status. */
export const GateCounts = Type.Object({
  pass: Type.Integer({ description: 'Including the waived ones' }),
  waived: Type.Integer({ description: 'Passing gates that are not measured but waived by the host' }),
  fail: Type.Integer(),
  missing: Type.Integer(),
})

const Reading = Type.Union([Type.Number(), Type.String()])

const GateStatus = Type.Enum(['PASS', 'FAIL', 'MISSING'])

const Gate = Type.Object({
  id: Type.String({ examples: ['LR07'] }),
  title: Type.String(),
  mandatory: Type.Literal(true),
  status: GateStatus,
  waived: Type.Boolean({ description: 'True when it passes because the host has waived what cannot be measured' }),
  what: Type.String({ description: 'Reason for the verdict' }),
  measured: Nullable(Reading),
  threshold: Reading,
  unit: Nullable(Type.String()),
  windowDays: Nullable(Type.Integer(), 'Null when it is about the present'),
  waivable: Type.Boolean({ description: 'True when this build cannot measure part of it' }),
  producedBy: Type.String(),
  remedy: Type.String({ description: 'What to do, or what to wait for' }),
  evidenceIds: Type.Array(idText('evd'), {
    description:
      'Evidence of the report on the snapshot `mintedOn`; that of the current report is in its own `reasons` and `evidence`',
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
  signatureKeyId: Nullable(Type.String(), 'Always null: the audit log records who created a waiver'),
})

const Drill = Type.Object({
  drillId: Type.String({ description: 'Audit ID of the stop, or of the run after the kill' }),
  kind: Type.Enum(['EMERGENCY_STOP', 'KILL']),
  executionMode: ExecutionMode,
  startedAt: Type.Unsafe<string>({ ...At, description: 'Time of the stop, or of the restart' }),
  completedAt: Nullable(At, 'Time when everything was proven; null until then'),
  durationMs: Nullable(Ms),
  outcome: Type.Enum(['PENDING', 'COMPLETE', 'UNSAFE', 'CUT_OFF'], {
    description: 'Only COMPLETE counts: every step was proven. CUT_OFF: cleared or ended before that',
  }),
  by: Nullable(Type.String(), 'User who engaged the stop; null for a kill'),
  heldWithinMs: Nullable(Ms, 'From the request to stop until the engine acted on it; null for a kill'),
})

export const Decision = Type.Enum(['NO_GO', 'INSUFFICIENT_EVIDENCE', 'GO'])

/** Basis of an operator's decision, immutable once minted: a changed gate produces a new packet. */
export const DecisionPacket = Type.Object({
  packetId: idText('pkt'),
  packetHash: Type.Unsafe<string>({
    ...Sha256,
    description: 'SHA-256 of everything except `packetId` and `packetHash`, as JSON with sorted keys',
  }),
  mintedAt: At,
  mintedOn: Type.Unsafe<string>({ ...idText('snp'), description: 'Snapshot that its gates were evaluated on' }),
  validUntil: Type.Unsafe<string>({
    ...At,
    description: 'Time after which it is re-created, even if no gate has changed',
  }),
  decision: Decision,
  grantsAuthority: Type.Literal(false),
  constitutionHash: Sha256,
  buildDigest: Sha256,
  scope: Type.Object({
    kind: Type.Enum(['AUTOTRADING', 'MANUAL'], {
      description: 'MANUAL: no trading scope is armed, and gates about autotrading are omitted',
    }),
    bookId: Nullable(Type.String()),
    symbols: Type.Array(SymbolText),
    maxNotional: Nullable(DecimalText, 'USDT, of all symbols together; null is not configured'),
  }),
  gates: Type.Array(Gate),
  counts: GateCounts,
  waivers: Type.Array(Waiver, { description: 'Created only on the host; expired ones are omitted' }),
  drills: Type.Array(Drill, {
    description: 'Emergency stops and survived kills within the days that gates evaluate, newest first',
  }),
  residualRisks: Type.Array(Type.String()),
  previous: Nullable(Type.Object({ packetId: idText('pkt'), decision: Decision, at: At })),
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
