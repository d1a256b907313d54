/** Contract of a monitor surface, and the schemas of its report: envelope, reasons, evidence and missing evidence. */

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { At, idText, Ms, Nullable } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { ExecutionMode } from '../trading.ts'

/** Severities of a verdict, the least severe first. */
export const SEVERITIES = ['OK', 'INFO', 'WARN', 'BLOCK', 'CRITICAL'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Verdict of a surface without enough evidence. Verdicts listed after it are better. */
export const INSUFFICIENT = 'INSUFFICIENT_EVIDENCE'

/** Contract of a surface: its name, question, verdicts and data. */
export interface SurfaceContract<V extends string = string, D extends TSchema = TSchema> {
  /** Last part of its URL. */
  readonly surface: string
  /** Name in headings, lists and messages. */
  readonly label: string
  /** Question it answers, as the object of a sentence. */
  readonly question: string
  /** Recommended action, in one or two sentences, for an alert about it. */
  readonly nextStep?: string
  /** JSON pointer (RFC 6901) into the report to the recommended action, for a surface that computes it. */
  readonly nextStepAt?: string
  /** True when its verdict assesses progress: a low one raises no alert, a falling one does. */
  readonly isAssessment?: boolean
  /** True when its verdict changes with every bar: alerts begin at BLOCK. */
  readonly isMomentary?: boolean
  /** Every verdict from the worst to the best, each with its severity. */
  readonly verdicts: Readonly<Record<V, Severity>>
  readonly data: D
}

/** Returns the contract unchanged, typed by its verdicts and data. */
export const surfaceContract = <const V extends string, D extends TSchema>(
  contract: SurfaceContract<V, D>,
): SurfaceContract<V, D> => contract

const Reading = Type.Union([Type.Number(), Type.String()])
const evidenceId = idText('evd')

export const Reason = Type.Object({
  code: Type.String(),
  severity: Type.Enum([...SEVERITIES]),
  message: Type.String(),
  value: Type.Optional(Reading),
  threshold: Type.Optional(Reading),
  unit: Type.Optional(Type.String()),
  remedy: Type.Optional(Type.String({ description: 'What to do, or what to wait for' })),
  evidenceIds: Type.Array(evidenceId, { description: 'IDs of the entries in `evidence` it is based on' }),
})
export type Reason = Static<typeof Reason>

export const MissingEvidence = Type.Object({
  code: Type.String(),
  description: Type.String(),
  have: Nullable(Reading, 'Null when there is nothing'),
  need: Reading,
  unit: Type.Optional(Type.String()),
  producedBy: Type.String(),
  remedy: Type.Optional(Type.String()),
  earliestAt: Nullable(At, 'Estimated time at the current rate; null when it cannot be estimated'),
})
export type MissingEvidence = Static<typeof MissingEvidence>

export const Evidence = Type.Object({
  id: evidenceId,
  kind: Type.String(),
  source: Type.String(),
  observedAt: At,
  ageMs: Ms,
  maxAgeMs: Ms,
  fresh: Type.Boolean(),
  sampleSize: Type.Optional(Type.Integer()),
  digest: Type.Optional(Sha256),
})
export type Evidence = Static<typeof Evidence>

/** The part of a report that callers without a token receive as well. */
const OUTLINE = {
  schemaVersion: Type.Literal('1.0.0'),
  mutationAuthority: Type.Literal('NONE', { description: 'Always true: surfaces are read-only' }),
  generatedAt: At,
  severity: Type.Enum([...SEVERITIES], { description: 'Follows from the verdict' }),
  summary: Type.String({ description: 'One sentence with the decisive numbers' }),
  reasons: Type.Array(Reason),
}

export const ReportOutline = Type.Object(OUTLINE)

/** The part of a report that all surfaces have in common. */
const ENVELOPE = {
  ...OUTLINE,
  asOf: Type.Unsafe<string>({ ...At, description: 'Time of the oldest observation used' }),
  snapshotId: idText('snp'),
  constitutionHash: Sha256,
  configHash: Sha256,
  buildDigest: Sha256,
  executionMode: ExecutionMode,
  missingEvidence: Type.Array(MissingEvidence, { description: 'Not empty when there was insufficient evidence' }),
  evidence: Type.Array(Evidence),
  freshness: Type.Object({
    status: Type.Enum(['FRESH', 'PARTIAL', 'STALE']),
    oldestAgeMs: Ms,
    staleInputs: Type.Array(Type.String()),
  }),
}

/** Returns the schema of a surface's response. */
export const reportSchema = <V extends string, D extends TSchema>({ surface, verdicts, data }: SurfaceContract<V, D>) =>
  Type.Object({
    surface: Type.Literal(surface),
    verdict: Type.Enum(Object.keys(verdicts) as [string, ...string[]]),
    ...ENVELOPE,
    data: Nullable(data),
  })

export const ReportEnvelope = Type.Object(ENVELOPE, {
  description: 'Verdicts are listed from worst to best; `data` is null when it could not be computed',
})

/** A report of any surface. */
export interface Report<V extends string = string, D = unknown> extends Static<typeof ReportEnvelope> {
  readonly surface: string
  readonly verdict: V
  readonly data: D | null
}

/** Schema of `public-status-truth` for a caller without a token. */
export const PublicReport = (contract: SurfaceContract): TObject => {
  const { surface, verdict } = reportSchema(contract).properties
  return Type.Object({ surface, verdict, ...OUTLINE })
}
