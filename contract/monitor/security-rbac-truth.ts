/** Report of a monitor surface: access to every route by role, and the security of the host. */

import { Type } from 'typebox'
import { Role } from '../auth.ts'
import { At, Nullable } from '../common.ts'
import { byRole } from '../roles.ts'
import { Sha256 } from '../signals.ts'
import { surfaceContract } from './surface.ts'

const Decision = Type.Enum(['ALLOW', 'DENY'])

const MatrixRow = Type.Object({
  method: Type.String(),
  path: Type.String({ description: 'Route as registered' }),
  effect: Nullable(Type.Enum(['READ', 'SESSION', 'ORDER_INSTRUCTION', 'CONTROL_RESTRICT', 'RESEARCH'])),
  authRequired: Type.Boolean(),
  rolesAnyOf: Type.Array(Role, {
    description: 'Roles with access, for callers with a token; empty when no token is required',
  }),
  scopes: Type.Array(Type.String(), { description: 'True when the guard checks only roles' }),
  audited: Type.Boolean({ description: 'Whether every instruction carries the ID of its audit entry' }),
  idempotency: Type.Enum(['HONOURED', 'BY_NATURE', 'NONE']),
  rateLimitPolicy: Nullable(Type.String(), 'Always null: it is exempt from all limits'),
  decisions: Type.Object(
    {
      anonymous: Type.Enum(['401', 'OPEN']),
      ...byRole(() => Decision),
    },
    { description: 'Responses of the guard to each of them, without reaching a handler' },
  ),
  probe: Type.Object({
    agrees: Type.Boolean({ description: 'Comparison with the declared table of effects and roles' }),
    ranAt: At,
  }),
  observed24h: Type.Object(
    { allowed: Type.Integer(), denied401: Type.Integer(), denied403: Type.Integer() },
    { description: 'By the hour; earlier runs are included until a day after they were last saved' },
  ),
})

const Invariant = Type.Object({
  id: Type.String(),
  text: Type.String(),
  holds: Nullable(Type.Boolean(), 'Null when it cannot be estimated'),
  evidenceIds: Type.Array(Type.String(), { description: 'IDs of the entries in `evidence` it is based on' }),
})

export const securityRbacTruth = surfaceContract({
  surface: 'security-rbac-truth',
  label: 'Security',
  question: 'who may do what',
  nextStep: 'To see who did what: plimsoll audit list. If in doubt: plimsoll stop.',
  verdicts: { VIOLATION: 'CRITICAL', INSUFFICIENT_EVIDENCE: 'WARN', WEAKENED: 'WARN', ENFORCED: 'OK' },
  data: Type.Object({
    router: Nullable(
      Type.Object({
        digest: Sha256,
        routes: Type.Integer({ description: 'Counted by method and path; a HEAD guarded like its GET is part of it' }),
        withoutEffect: Type.Integer(),
        withoutRoles: Type.Integer(),
      }),
    ),
    matrix: Type.Array(MatrixRow),
    invariants: Type.Array(Invariant),
    tokens: Nullable(
      Type.Object({
        alg: Type.String(),
        typ: Type.String(),
        accessTtlSec: Type.Integer(),
        refreshIdleSec: Type.Integer(),
        refreshAbsoluteSec: Type.Integer(),
        activeKeys: Type.Array(Type.Object({ kid: Type.String(), createdAt: At, rotateDueAt: At })),
        revokedSessions24h: Type.Integer({
          description: 'Earlier runs are included until a day after they were last saved',
        }),
        refreshReuse24h: Type.Integer({
          description: 'Earlier runs are included until a day after they were last saved',
        }),
      }),
    ),
    passwords: Nullable(
      Type.Object({
        scheme: Type.String(),
        parameters: Type.String(),
        belowCurrentParameters: Type.Integer({ description: 'Replaced at the next login' }),
      }),
    ),
    mfa: Type.Object({
      required: Type.Boolean({ description: 'Required for ADMIN and TRADER by the host, or with real money' }),
      enrolledPct: Nullable(
        Type.Number(),
        'Share of ADMIN and TRADER users with two-factor authentication; null without such users',
      ),
    }),
    logins: Nullable(
      Type.Object(
        { success24h: Type.Integer(), failed24h: Type.Integer(), throttled24h: Type.Integer() },
        { description: 'Earlier runs are included until a day after they were last saved' },
      ),
    ),
    transport: Nullable(
      Type.Object({
        tls: Type.Boolean({ description: 'TLS is terminated by a proxy, declared by an https address' }),
        loopback: Type.Boolean({ description: 'Reachable only from this machine' }),
        hsts: Nullable(Type.String(), 'Set by the proxy that terminates TLS'),
        originAllowList: Type.Integer({ description: 'Other allowed browser origins' }),
      }),
    ),
    secretsAtRest: Nullable(
      Type.Object({
        method: Type.String(),
        fileModeOk: Nullable(Type.Boolean(), 'Null when the system has no such permissions'),
        lastRotatedAt: Nullable(At, 'Time the newest exchange key was stored; null when there is none'),
      }),
    ),
    exchangeKey: Nullable(
      Type.Object({
        trade: Nullable(Type.Boolean()),
        withdraw: Nullable(Type.Boolean()),
        transfer: Nullable(Type.Boolean()),
        ipBound: Nullable(Type.Boolean()),
        expiresAt: Nullable(At),
        checkedAt: At,
      }),
      'As reported by the exchange; null when no key is stored, as in paper mode',
    ),
    audit: Nullable(
      Type.Object({
        size: Type.Integer(),
        rootHash: Type.String(),
        lastCheckpointAt: Nullable(At),
        anchoredAt: Nullable(At, 'No copy is stored off this host yet'),
        verifiedTo: Nullable(
          Type.Integer(),
          'Number of entries verified at the start; null when that failed. Earlier entries are verified on the host with `plimsoll audit verify`',
        ),
        spooled: Type.Boolean(),
      }),
    ),
    supplyChain: Type.Object({
      sbomDigest: Nullable(Sha256),
      lockfileDigest: Nullable(Sha256),
      lastAuditAt: Nullable(At),
      critical: Nullable(Type.Integer()),
      high: Nullable(Type.Integer()),
    }),
    canaryScan: Nullable(
      Type.Object({ ranAt: At, responsesScanned: Type.Integer(), leaks: Type.Integer() }),
      'The search for planted secrets runs in tests, not at run time',
    ),
  }),
})
