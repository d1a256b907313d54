/** Wire types of the audit log. */

import { type Static, Type } from 'typebox'
import { At, idText, listText, Nullable, PAGE_QUERY } from './common.ts'

const ACTOR_TYPES = ['USER', 'HOST', 'ENGINE'] as const

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256' })

/** Audit entry: the actor, the action, its object, and its position in the hash chain of the log. */
export const AuditEntry = Type.Object({
  seq: Type.Integer({ description: 'Starts at 1, without gaps' }),
  auditId: idText('aud'),
  at: At,
  epoch: Nullable(Type.Integer(), 'Run of the engine'),
  actor: Type.Object({
    type: Type.Enum(ACTOR_TYPES),
    sub: Nullable(Type.String()),
    username: Type.Optional(
      Type.String({
        description: 'Current name of the user; the log stores only the ID, as names can be reassigned',
      }),
    ),
    sid: Nullable(Type.String()),
    ip: Nullable(Type.String()),
  }),
  action: Type.String(),
  target: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  outcome: Type.String(),
  reason: Nullable(Type.String()),
  requestId: Nullable(Type.String()),
  prevHash: Type.Unsafe<string>({ ...Sha256, description: 'Hash of the previous entry' }),
  hash: Type.Unsafe<string>({ ...Sha256, description: 'SHA-256 of a zero byte and the line in the log' }),
})
export type AuditEntry = Static<typeof AuditEntry>

const named = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const AuditQuery = Type.Object(
  {
    actorType: Type.Optional(
      listText(ACTOR_TYPES.join('|'), ACTOR_TYPES.length, `Of ${ACTOR_TYPES.join(', ')}; comma-separated`),
    ),
    actor: named("The actor's `sub`"),
    action: named('As recorded in the entry'),
    outcome: named('As recorded in the entry'),
    target: named('As recorded in the entry'),
    requestId: named('ID of the request that caused it'),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
)
export type AuditQuery = Static<typeof AuditQuery>

/** Entries as recorded, newest first. A page may contain few or none while `nextCursor` leads on. */
export const AuditEntries = Type.Object({
  items: Type.Array(AuditEntry),
  nextCursor: Nullable(Type.String()),
  asOf: At,
})
export type AuditEntries = Static<typeof AuditEntries>
