import { type Static, Type } from 'typebox'
import { At, Nullable } from './common.ts'

const Role = Type.Enum(['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN'])
const Tier = Type.Enum(['STANDARD', 'PRO'])

/** `COOKIE` keeps the refresh token in an HttpOnly cookie, out of reach of scripts: for browsers. */
const Delivery = Type.Enum(['BODY', 'COOKIE'], { default: 'BODY' })

export const LoginRequest = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
    refreshTokenIn: Type.Optional(Delivery),
  },
  { additionalProperties: false, examples: [{ username: 'admin', password: 'qm4t-7hxa-p2ve-k9wd-3rzn' }] },
)
export type LoginRequest = Static<typeof LoginRequest>

export const RefreshRequest = Type.Object(
  {
    refreshToken: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'Absent when it is in the cookie' }),
    ),
    purpose: Type.Optional(
      Type.Enum(['EMERGENCY_STOP'], {
        description: 'Counts against a reserve that other refreshes cannot use up; the answer is the same',
      }),
    ),
  },
  { additionalProperties: false },
)
export type RefreshRequest = Static<typeof RefreshRequest>

export const SignedIn = Type.Object({
  accessToken: Type.String({ description: 'A JWT for `Authorization: Bearer …`' }),
  tokenType: Type.Literal('Bearer'),
  expiresInSec: Type.Integer(),
  refreshToken: Nullable(Type.String(), 'Good for one use at POST /api/auth/refresh; null when it is in the cookie'),
  user: Type.Object({ username: Type.String(), roles: Type.Array(Role), tier: Tier }),
})
export type SignedIn = Static<typeof SignedIn>

const Session = Type.Object({
  sessionId: Type.String(),
  kind: Type.Enum(['LOGIN', 'HOST_TOKEN']),
  createdAt: At,
  lastUsedAt: At,
  expiresAt: At,
  address: Nullable(Type.String(), 'Where it was opened from'),
  current: Type.Boolean({ description: 'Whether this request was made with it' }),
})

export const Sessions = Type.Object({ items: Type.Array(Session), nextCursor: Nullable(Type.String()), asOf: At })
export type Sessions = Static<typeof Sessions>
