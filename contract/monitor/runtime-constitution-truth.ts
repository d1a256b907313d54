/** Report of a monitor surface: whether the gates enforce the limits as declared. */

import { type Static, Type } from 'typebox'
import { At, idText, Nullable, Operator, Reading } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { surfaceContract } from './surface.ts'

const Limit = Type.Unsafe<Static<typeof Reading>>({
  ...Reading,
  description: 'Money and quantities as decimal strings; null is not configured and refuses orders',
})
const Comparison = Type.Enum(['EQUAL', 'TIGHTER', 'LOOSER', 'ABSENT'], {
  description: 'Comparison of the effective limit with the declared one; ABSENT when nothing enforces it',
})
const digest = (description: string) =>
  Nullable(Sha256, `SHA-256 of the articles ${description}; null while none was tried`)

const Article = Type.Object({
  id: Type.String({ description: 'Path in the constitution', examples: ['limits.maxOrderNotional'] }),
  title: Type.String(),
  declared: Limit,
  effective: Limit,
  unit: Type.String(),
  operator: Operator,
  comparison: Comparison,
  gateId: Nullable(Type.String(), 'Gate or breaker that enforces it'),
  enforced: Type.Boolean({ description: 'Whether the case just beyond the limit was denied' }),
  probe: Type.Object({
    caseId: Type.String(),
    expected: Type.Literal('DENY'),
    observed: Type.Enum(['DENY', 'ALLOW', 'ERROR']),
    inside: Type.Enum(['PASS', 'REFUSED', 'NONE', 'ERROR'], {
      description: 'Result of the case just inside the limit; NONE when the limit allows nothing',
    }),
    ranAt: At,
  }),
})

export const runtimeConstitutionTruth = surfaceContract({
  surface: 'runtime-constitution-truth',
  label: 'Constitution',
  question: 'whether the declared limits are in effect',
  nextStep: 'Restore the declared constitution and restart: docs/guide/constitution.md.',
  verdicts: {
    DRIFT_LOOSER: 'CRITICAL',
    UNENFORCED_ARTICLE: 'BLOCK',
    INSUFFICIENT_EVIDENCE: 'WARN',
    TIGHTER_THAN_DECLARED: 'INFO',
    CONFORMS: 'OK',
  },
  data: Type.Object({
    constitution: Type.Object({
      source: Nullable(Type.Enum(['BUILT_IN', 'HOST_FILE'])),
      version: Nullable(Type.String(), 'Always null: a constitution is identified by its hash'),
      hash: digest('as declared'),
      signedBy: Nullable(Type.String(), 'Always null: constitutions are not signed yet'),
      signedAt: Nullable(At),
      signatureValid: Nullable(Type.Boolean()),
    }),
    effective: Type.Object({
      hash: digest('as enforced'),
      readFrom: Type.Literal('LIVE_GATE_OBJECTS'),
      observedAt: Nullable(At),
    }),
    configFileHash: Nullable(Sha256, 'Hash of the file on the host; null when only the built-in limits apply'),
    lastLoadedAt: Nullable(At),
    articles: Type.Array(Article),
    drift: Type.Array(
      Type.Object({
        path: Type.String(),
        declared: Reading,
        effective: Reading,
        comparison: Comparison,
        since: Nullable(At, 'As far as observed by this process'),
      }),
    ),
    changes: Type.Array(
      Type.Object({
        at: At,
        by: Type.String(),
        fromHash: Sha256,
        toHash: Sha256,
        runId: Type.String({ description: 'Time of the run that found them' }),
        auditId: Nullable(
          idText('aud'),
          'Always null: the limits of a run are stored with the run, not in the audit log',
        ),
      }),
      { description: 'Constitutions of runs that found a change since the previous run; newest first' },
    ),
  }),
})
