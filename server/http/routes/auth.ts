import cookie from '@fastify/cookie'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LoginRequest, RefreshRequest, SignedIn } from '../../../contract/auth.ts'
import { SECOND_MS } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'
import type { Identity } from '../../identity/identity.ts'
import type { SignedIn as Issued } from '../../identity/issue.ts'
import type { RefreshRefusal } from '../../identity/refresh.ts'
import type { LoggedIn, LoginRefusal } from '../../identity/sign-in.ts'
import { sendProblem } from '../answers/problems.ts'
import { problemAnswers } from '../openapi/components.ts'
import { type AccessRecord, accessBy } from '../security/access-record.ts'
import { type Limiters, quotaExceeded, setQuotaHeaders } from '../security/quotas.ts'
import { readRefreshCookie, setRefreshCookie } from '../security/refresh-cookie.ts'
import type { Allowance } from '../security/window-limiter.ts'

/**
 * Routes of login and token refresh, the only ways to obtain an access token over the network. Users are created only
 * on the host.
 */
export const authRoutes =
  ({ identity, limiters, record, inFleet, hostCommand }: AuthParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(cookie)
    /** Counts a refresh against the quota of its session; an unknown token counts against the address. */
    const checkAllowance = ({ refreshToken, purpose, address }: Presented): Allowance => {
      const session = identity.sessionOfRefresh(refreshToken)
      if (!session.ok) return limiters.anonymous(address)
      return (purpose === 'EMERGENCY_STOP' ? limiters.refreshToStop : limiters.refresh)(session.value)
    }
    app.post(
      '/login',
      {
        config: { ...open, quota: 'FAILURES' },
        schema: {
          tags,
          operationId: 'login',
          summary: 'Log in',
          security: [],
          body: LoginRequest,
          response: { 200: SignedIn, ...PROBLEMS },
        },
      },
      async (request, reply) => {
        const { username, password, code, refreshTokenIn } = request.body
        const result = await identity.login({ username, password, code, address: request.ip })
        await recordLogin(record, { request, name: identity.findUsername(username), result })
        if (!result.ok) return refuseLogin(reply, result.error)
        return sendSignedIn(reply, result.value, { inCookie: refreshTokenIn === 'COOKIE', inFleet, hostCommand })
      },
    )

    app.post(
      '/refresh',
      {
        config: { ...open, quota: 'SESSION' },
        schema: {
          tags,
          operationId: 'refreshTokens',
          summary: 'Exchange a refresh token for a new access token and refresh token',
          description:
            'Each token can be used once. For 10 s after its use, the same address receives the same successor again; reusing a spent token later ends the session. Rate-limited per session, independently of every other quota.',
          security: [],
          body: RefreshRequest,
          response: { 200: SignedIn, ...PROBLEMS },
        },
      },
      async (request, reply) => {
        const { purpose, refreshToken = readRefreshCookie(request) } = request.body
        if (refreshToken === undefined) return refuseWithoutToken(reply)
        const allowance = checkAllowance({ refreshToken, purpose, address: request.ip })
        setQuotaHeaders(reply, allowance)
        if (!allowance.allowed) return sendProblem(reply, 'quota-exceeded', quotaExceeded(allowance))
        const result = await identity.refresh({ refreshToken, address: request.ip })
        if (!result.ok) return refuseRefresh({ request, reply, record }, result.error)
        return sendSignedIn(reply, result.value, {
          inCookie: request.body.refreshToken === undefined,
          inFleet,
          hostCommand,
        })
      },
    )
  }

const PROBLEMS = problemAnswers(400, 401, 429, 503)
const tags = ['Sessions']
const open = { effect: 'SESSION', access: 'ANONYMOUS' } as const

export interface AuthParts {
  readonly identity: Pick<Identity, 'login' | 'refresh' | 'sessionOfRefresh' | 'findUsername'>
  readonly limiters: Pick<Limiters, 'refresh' | 'refreshToStop' | 'anonymous'>
  readonly record: Pick<AccessRecord, 'noteAccount' | 'noteChange' | 'written'>
  readonly inFleet: boolean
  /** How `plimsoll` is typed on the host. */
  readonly hostCommand: string
}

interface Presented {
  readonly refreshToken: string
  readonly purpose: RefreshRequest['purpose']
  readonly address: string
}

const refuseWithoutToken = (reply: FastifyReply): void =>
  sendProblem(reply, 'unauthenticated', { detail: 'Send `refreshToken` in the body, or its cookie.' })

interface TriedLogin {
  readonly request: FastifyRequest
  /** Null when no user has the given name: it may be a password in the wrong field. */
  readonly name: string | null
  readonly result: Result<LoggedIn, LoginRefusal>
}

const LOGIN_REFUSALS: Readonly<Record<LoginRefusal['kind'], readonly [action: string, status: number] | null>> = {
  badCredentials: ['LOGIN_REFUSED', 401],
  passwordExpired: ['LOGIN_REFUSED', 401],
  secondFactorMissing: null,
  secondFactorWrong: ['SECOND_FACTOR_REFUSED', 401],
  throttled: ['LOGIN_THROTTLED', 429],
  notStored: ['LOGIN_REFUSED', 503],
  busy: null,
  noUsers: null,
}

const recordLogin = async (record: AuthParts['record'], { request, name, result }: TriedLogin): Promise<void> => {
  const target = name ?? 'no user of this name'
  if (result.ok) {
    const by = accessBy(request, { sub: result.value.user.id, sid: result.value.sessionId })
    if (result.value.usedRecoveryCode)
      record.noteChange({ ...by, action: 'RECOVERY_CODE_USED', target, outcome: 'DONE' })
    record.noteAccount({ ...by, action: 'LOGIN', target, outcome: 'DONE' })
    return record.written()
  }
  const [action, status] = LOGIN_REFUSALS[result.error.kind] ?? []
  if (action) record.noteAccount({ ...accessBy(request), action, target, outcome: `REFUSED_${status}` })
}

interface SignedInOptions extends Pick<AuthParts, 'inFleet' | 'hostCommand'> {
  readonly inCookie: boolean
}

const sendSignedIn = (reply: FastifyReply, issued: Issued, { inCookie, ...server }: SignedInOptions): SignedIn => {
  const { accessToken, expiresInSec, refreshToken, user } = issued
  reply.header('cache-control', 'no-store')
  if (inCookie) setRefreshCookie(reply, refreshToken)
  return {
    accessToken,
    tokenType: 'Bearer',
    expiresInSec,
    refreshToken: inCookie ? null : refreshToken,
    user: {
      username: user.username,
      roles: [...user.roles],
      tier: user.tier,
      mustChangePassword: user.mustChangePassword,
    },
    ...server,
  }
}

const refuseLogin = (reply: FastifyReply, refusal: LoginRefusal): void => {
  switch (refusal.kind) {
    case 'badCredentials':
      return sendProblem(reply, 'invalid-credentials', { detail: 'No user has this name and password.' })
    case 'passwordExpired':
      return sendProblem(reply, 'password-expired', { detail: 'The generated password is older than 7 days.' })
    case 'secondFactorMissing':
      return sendProblem(reply, 'second-factor-required', { detail: 'This user logs in with a two-factor code.' })
    case 'secondFactorWrong':
      return sendProblem(reply, 'invalid-second-factor', { detail: 'The code is wrong or was used before.' })
    case 'throttled':
      return sendProblem(reply, 'login-throttled', {
        detail: 'Too many failed logins for this name or from this address.',
        retryAfterSec: Math.ceil(refusal.retryAfterMs / SECOND_MS),
      })
    case 'noUsers':
      return sendProblem(reply, 'not-ready', {
        detail: 'The server is starting: its first user is being created.',
        retryAfterSec: 1,
      })
    case 'notStored':
      return sendProblem(reply, 'not-ready', {
        detail: 'The session cannot be stored: the disk is full or failing.',
        retryAfterSec: 5,
      })
    default:
      return sendProblem(reply, 'not-ready', {
        detail: 'Too many passwords are being checked.',
        retryAfterSec: 1,
      })
  }
}

interface RefusedRefresh {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly record: AuthParts['record']
}

const refuseRefresh = ({ request, reply, record }: RefusedRefresh, refusal: RefreshRefusal): void => {
  if (refusal.kind === 'refreshReused') {
    const { username, sessionId } = refusal
    record.noteAccount({
      ...accessBy(request, { sid: sessionId }),
      action: 'SESSION_ENDED',
      target: username,
      outcome: 'REFUSED_401',
      reason: 'A spent refresh token was used again.',
    })
  }
  const slug = refusal.kind === 'invalidToken' ? 'invalid-token' : 'session-revoked'
  sendProblem(reply, slug, { detail: 'The refresh token is no longer valid. Log in again.' })
}
