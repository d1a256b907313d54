/** Wire types of logins, sessions, passwords, two-factor authentication and the user's own account. */

import { type Static, Type } from 'typebox'
import { At, Nullable } from './common.ts'
import { ROLES, TIERS } from './roles.ts'

/** Role of a user. */
export const Role = Type.Enum([...ROLES])
const Tier = Type.Enum([...TIERS])

/** `COOKIE` keeps the refresh token in an HttpOnly cookie, out of reach of scripts: for browsers. */
const Delivery = Type.Enum(['BODY', 'COOKIE'], { default: 'BODY' })

/** Code of the second factor. */
export const TwoFactorCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Six-digit code of the authenticator app, or a recovery code; each is valid once',
})

export const LoginRequest = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
    refreshTokenIn: Type.Optional(Delivery),
    code: Type.Optional(TwoFactorCode),
  },
  { additionalProperties: false, examples: [{ username: 'admin', password: 'qm4t-7hxa-p2ve-k9wd-3rzn' }] },
)
export type LoginRequest = Static<typeof LoginRequest>

export const RefreshRequest = Type.Object(
  {
    refreshToken: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'Omit if it is sent as a cookie' }),
    ),
    purpose: Type.Optional(
      Type.Enum(['EMERGENCY_STOP'], {
        description: 'Counts against a reserve that other refreshes cannot exhaust; the response is the same',
      }),
    ),
  },
  { additionalProperties: false },
)
export type RefreshRequest = Static<typeof RefreshRequest>

export const SignedIn = Type.Object({
  accessToken: Type.String({ description: 'JWT for `Authorization: Bearer …`' }),
  tokenType: Type.Literal('Bearer'),
  expiresInSec: Type.Integer(),
  refreshToken: Nullable(
    Type.String(),
    'Valid for one use at POST /api/auth/refresh; null when it is sent as a cookie',
  ),
  user: Type.Object({
    username: Type.String(),
    roles: Type.Array(Role),
    tier: Tier,
    mustChangePassword: Type.Boolean({
      description:
        'True when the password was generated; until it is changed, sessions opened with it cannot place orders after one day, and logins are refused after 7 days',
    }),
  }),
  inFleet: Type.Boolean({
    description: 'Whether the server is part of a fleet: GET /api/fleet returns its accounts and the roles on each',
  }),
  hostCommand: Type.String({ description: 'How `plimsoll` is typed on the host', examples: ['npx --no plimsoll'] }),
})
export type SignedIn = Static<typeof SignedIn>

const Session = Type.Object({
  sessionId: Type.String(),
  kind: Type.Enum(['LOGIN', 'HOST_TOKEN']),
  createdAt: At,
  lastUsedAt: At,
  expiresAt: At,
  address: Nullable(Type.String(), 'Address it was opened from'),
  secondFactor: Type.Boolean({ description: 'Whether the session was opened with a two-factor code' }),
  current: Type.Boolean({ description: 'Whether it is the session of this request' }),
})

export const Sessions = Type.Object({ items: Type.Array(Session), nextCursor: Nullable(Type.String()), asOf: At })
export type Sessions = Static<typeof Sessions>

const Restriction = Type.Enum(['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_REQUIRED'])

export const Account = Type.Object({
  username: Type.String(),
  roles: Type.Array(Role),
  tier: Tier,
  mustChangePassword: Type.Boolean(),
  generatedPasswordEndsAt: Nullable(
    At,
    'Time from which sessions opened with the generated password cannot place orders',
  ),
  passwordMin: Type.Integer({ description: 'Minimum length of a new password' }),
  secondFactor: Nullable(Type.Object({ enabledAt: At, recoveryCodesLeft: Type.Integer() }), 'Null when there is none'),
  secondFactorRequired: Type.Boolean({ description: 'Whether the host requires it for a role of this user' }),
  restriction: Nullable(Restriction, 'Why this session cannot place orders; it can still read, pause and stop'),
  sessionIdleSec: Type.Integer({ description: 'A session ends after this period without use' }),
  sessionAbsoluteSec: Type.Integer(),
  sessionsMax: Type.Integer({ description: 'One more login ends the least recently used session' }),
})
export type Account = Static<typeof Account>

const CurrentPassword = Type.String({ minLength: 1, maxLength: 256 })

export const PasswordChange = Type.Object(
  {
    currentPassword: CurrentPassword,
    newPassword: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        '8 to 128 characters, on a server beyond loopback at least 15; common, breached and easily guessed passwords are refused',
    }),
  },
  { additionalProperties: false },
)
export type PasswordChange = Static<typeof PasswordChange>

export const SessionsEnd = Type.Object(
  {
    currentPassword: CurrentPassword,
    sessionId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'If omitted, all other sessions; host tokens remain valid',
      }),
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
  secret: Type.String({ description: 'Base32, for manual entry in the app' }),
  uri: Type.String({ description: 'The secret as `otpauth:` URI, for a QR code' }),
  expiresAt: At,
})
export type SecondFactorSecret = Static<typeof SecondFactorSecret>

export const SecondFactorCode = Type.Object({ code: TwoFactorCode }, { additionalProperties: false })
export type SecondFactorCode = Static<typeof SecondFactorCode>

export const SecondFactorEnabled = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Shown only once; each replaces a code of the app for one login',
  }),
  endedSessions: Type.Integer(),
})
export type SecondFactorEnabled = Static<typeof SecondFactorEnabled>

export const SecondFactorEnd = Type.Object(
  { currentPassword: CurrentPassword, code: TwoFactorCode },
  { additionalProperties: false },
)
export type SecondFactorEnd = Static<typeof SecondFactorEnd>
