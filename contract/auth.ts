import { type Static, Type } from 'typebox'
import { At, Nullable } from './common.ts'
import { ROLES, TIERS } from './roles.ts'

export const Role = Type.Enum([...ROLES])
const Tier = Type.Enum([...TIERS])

/** `COOKIE` keeps the refresh token in an HttpOnly cookie, out of reach of scripts: for browsers. */
const Delivery = Type.Enum(['BODY', 'COOKIE'], { default: 'BODY' })

const Code = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Six digits of the authenticator app, or a recovery code; each is good once',
})

export const LoginRequest = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
    refreshTokenIn: Type.Optional(Delivery),
    code: Type.Optional(Code),
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
  user: Type.Object({
    username: Type.String(),
    roles: Type.Array(Role),
    tier: Tier,
    mustChangePassword: Type.Boolean({
      description: 'The password was generated; a day after that, log-ins with it send no orders until it is changed',
    }),
  }),
})
export type SignedIn = Static<typeof SignedIn>

const Session = Type.Object({
  sessionId: Type.String(),
  kind: Type.Enum(['LOGIN', 'HOST_TOKEN']),
  createdAt: At,
  lastUsedAt: At,
  expiresAt: At,
  address: Nullable(Type.String(), 'Where it was opened from'),
  secondFactor: Type.Boolean({ description: 'Whether it was opened with a two-factor code' }),
  current: Type.Boolean({ description: 'Whether this request was made with it' }),
})

export const Sessions = Type.Object({ items: Type.Array(Session), nextCursor: Nullable(Type.String()), asOf: At })
export type Sessions = Static<typeof Sessions>

const Restriction = Type.Enum(['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_REQUIRED'])

export const Account = Type.Object({
  username: Type.String(),
  roles: Type.Array(Role),
  tier: Tier,
  mustChangePassword: Type.Boolean(),
  generatedPasswordEndsAt: Nullable(At, 'From then on, log-ins with the generated password send no orders'),
  secondFactor: Nullable(Type.Object({ enabledAt: At, recoveryCodesLeft: Type.Integer() }), 'Null while there is none'),
  secondFactorRequired: Type.Boolean({ description: 'Whether the host requires one for a role of this user' }),
  restriction: Nullable(Restriction, 'What keeps this session from sending orders; it may read, pause and stop'),
  sessionIdleSec: Type.Integer({ description: 'A log-in ends when it is not used for this long' }),
  sessionAbsoluteSec: Type.Integer({ description: 'A log-in ends this long after it was opened' }),
  sessionsMax: Type.Integer({ description: 'One more log-in ends the one used longest ago' }),
})
export type Account = Static<typeof Account>

const CurrentPassword = Type.String({ minLength: 1, maxLength: 256, description: 'The password as it is now' })

export const PasswordChange = Type.Object(
  {
    currentPassword: CurrentPassword,
    newPassword: Type.String({
      minLength: 1,
      maxLength: 256,
      description: '8 to 128 characters, not a common or breached password, nor a pattern that is guessed first',
    }),
  },
  { additionalProperties: false },
)
export type PasswordChange = Static<typeof PasswordChange>

export const SessionsEnd = Type.Object(
  {
    currentPassword: CurrentPassword,
    sessionId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Absent: every other log-in; host tokens stay' }),
    ),
  },
  { additionalProperties: false },
)
export type SessionsEnd = Static<typeof SessionsEnd>

export const SessionsEnded = Type.Object({ endedSessions: Type.Integer() })
export type SessionsEnded = Static<typeof SessionsEnded>

export const SecondFactorStart = Type.Object({ currentPassword: CurrentPassword }, { additionalProperties: false })
export type SecondFactorStart = Static<typeof SecondFactorStart>

export const SecondFactorSecret = Type.Object({
  secret: Type.String({ description: 'Base32, to be typed into the app' }),
  uri: Type.String({ description: 'The same as `otpauth:` URI, for a QR code' }),
  expiresAt: At,
})
export type SecondFactorSecret = Static<typeof SecondFactorSecret>

export const SecondFactorCode = Type.Object({ code: Code }, { additionalProperties: false })
export type SecondFactorCode = Static<typeof SecondFactorCode>

export const SecondFactorEnabled = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once; each replaces the app for one log-in' }),
  endedSessions: Type.Integer(),
})
export type SecondFactorEnabled = Static<typeof SecondFactorEnabled>

export const SecondFactorEnd = Type.Object(
  { currentPassword: CurrentPassword, code: Code },
  { additionalProperties: false },
)
export type SecondFactorEnd = Static<typeof SecondFactorEnd>
