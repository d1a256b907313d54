/** Report of a monitor surface: the notification channels, and the source of each sentence of the digest. */

import { Type } from 'typebox'
import { At, idText, Ms, Nullable } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { surfaceContract } from './surface.ts'

const Digest = Type.Object({
  digestId: idText('dig'),
  composedAt: At,
  windowFrom: Nullable(At, 'Time of the previous digest; null when it is the first of this run'),
  windowTo: At,
  contentHash: Type.Unsafe<string>({ ...Sha256, description: 'SHA-256 of all composed lines' }),
  templateVersion: Type.String(),
  lineCount: Type.Integer(),
})

const Line = Type.Object({
  key: Type.String(),
  text: Type.String(),
  provenance: Type.Enum(['LIVE_STATE', 'CACHED', 'STATIC_TEMPLATE', 'ADVISORY_TEXT'], {
    description: 'CACHED: some evidence of the surface was missing or too old when the line was composed',
  }),
  sourceSurface: Nullable(Type.String(), 'Null for a line that never changes'),
  pointer: Nullable(Type.String(), 'JSON pointer (RFC 6901) into the report of that surface'),
  snapshotId: idText('snp'),
  valueDigest: Nullable(Sha256, 'SHA-256 of the canonical JSON the pointer refers to'),
  observedAt: At,
  ageMs: Ms,
  recheck: Type.Enum(['MATCH', 'CHANGED', 'SOURCE_GONE'], {
    description: 'Whether the recorded snapshot still gives the same result when recomputed',
  }),
})

const Channel = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['TELEGRAM', 'EMAIL', 'WEBHOOK']),
  enabled: Type.Boolean(),
  lastAttemptAt: Nullable(At),
  lastDeliveredAt: Nullable(At),
  lastErrorCategory: Nullable(
    Type.Enum(['TIMEOUT', 'UNREACHABLE', 'REFUSED', 'RATE_LIMITED', 'AUTHENTICATION', 'REMOTE_FAULT', 'CONFIGURATION']),
    'Fault of the last attempt, or CONFIGURATION when the configuration is unusable. Null when it succeeded or there was none',
  ),
  queued: Type.Integer(),
  dropped: Type.Integer({ description: 'Messages dropped in this run' }),
})

const Share = Type.Number({ minimum: 0, maximum: 1 })

/**
 * Contract of the messenger surface. `DIGEST_STALE`: no digest was composed for two periods, or no enabled channel can
 * send it (`CHANNELS_DOWN`).
 */
export const messengerDynamicTruth = surfaceContract({
  surface: 'messenger-dynamic-truth',
  label: 'Digest',
  question: 'the sources of the sentences in the digest',
  nextStep: 'Trust the surfaces, not the digest, until the next one is composed: plimsoll digest.',
  verdicts: {
    DIGEST_MISLEADING: 'BLOCK',
    INSUFFICIENT_EVIDENCE: 'WARN',
    DIGEST_STALE: 'WARN',
    DIGEST_STATIC: 'WARN',
    DIGEST_DISABLED: 'INFO',
    DIGEST_LIVE: 'OK',
  },
  data: Type.Object({
    digest: Nullable(Digest, 'Last composed digest'),
    lines: Type.Array(Line),
    provenanceShare: Nullable(
      Type.Object({ LIVE_STATE: Share, CACHED: Share, STATIC_TEMPLATE: Share, ADVISORY_TEXT: Share }),
      'Share of the lines; null without a digest',
    ),
    channels: Type.Array(Channel),
    nextDueAt: Nullable(At, 'Time at which the next digest is composed, and sent if a channel is enabled'),
  }),
})
