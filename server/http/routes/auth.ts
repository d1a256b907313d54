import cookie from '@fastify/cookie'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LoginRequest, RefreshRequest, SignedIn } from '../../../contract/auth.ts'
import { SECOND_MS } from '../../core/instant.ts'
import type { Identity } from '../../identity/identity.ts'
import type { SignedIn as Issued } from '../../identity/issue.ts'
import type { RefreshRefusal } from '../../identity/refresh.ts'
import type { LoginRefusal } from '../../identity/sign-in.ts'
import { sendProblem } from '../problems.ts'
import { quotaExceeded, setQuotaHeaders } from '../quota-answer.ts'
import type { Limiters } from '../quotas.ts'
import type { Allowance } from '../window-limiter.ts'
import { problemAnswers } from './problem-answers.ts'
import { REFRESH_COOKIE, REFRESH_COOKIE_PATH } from './refresh-cookie.ts'

const PROBLEMS = problemAnswers(400, 401, 429, 503)
const tags = ['Sessions']
const open = { effect: 'SESSION', access: 'ANONYMOUS' } as const

export interface AuthParts {
  readonly identity: Pick<Identity, 'login' | 'refresh' | 'sessionOfRefresh'>
  readonly limiters: Pick<Limiters, 'refresh' | 'refreshToStop' | 'anonymous'>
}

interface Presented {
  readonly refreshToken: string
  readonly purpose: RefreshRequest['purpose']
  readonly address: string
}

/** Log in and refresh: the two ways to an access token over the network. Users are made on the host only. */
export const authRoutes =
  ({ identity, limiters }: AuthParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(cookie)
    /** A token nobody issued counts against the address. */
    const allowanceOf = ({ refreshToken, purpose, address }: Presented): Allowance => {
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
        const { username, password, refreshTokenIn } = request.body
        const result = await identity.login({ username, password, address: request.ip })
        if (!result.ok) return refuseLogin(reply, result.error)
        return sendSignedIn(reply, result.value, refreshTokenIn === 'COOKIE')
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
            'Each token is good for one use. For 10 s after it was used, the same address gets the same successor again; a spent token that comes back later ends the session. Limited by session, apart from every other quota.',
          security: [],
          body: RefreshRequest,
          response: { 200: SignedIn, ...PROBLEMS },
        },
      },
      async (request, reply) => {
        const { purpose, refreshToken = request.cookies[REFRESH_COOKIE] } = request.body
        if (refreshToken === undefined) return refuseWithoutToken(reply)
        const allowance = allowanceOf({ refreshToken, purpose, address: request.ip })
        setQuotaHeaders(reply, allowance)
        if (!allowance.allowed) return sendProblem(reply, 'quota-exceeded', quotaExceeded(allowance))
        const result = await identity.refresh({ refreshToken, address: request.ip })
        if (!result.ok) return refuseRefresh(request, reply, result.error)
        return sendSignedIn(reply, result.value, request.body.refreshToken === undefined)
      },
    )
  }

const refuseWithoutToken = (reply: FastifyReply): void =>
  sendProblem(reply, 'unauthenticated', { detail: 'Send `refreshToken` in the body, or its cookie.' })

const sendSignedIn = (reply: FastifyReply, issued: Issued, inCookie: boolean): SignedIn => {
  const { accessToken, expiresInSec, refreshToken, user } = issued
  reply.header('cache-control', 'no-store')
  if (inCookie) {
    const secure = reply.server.publicBase.startsWith('https:')
    reply.setCookie(REFRESH_COOKIE, refreshToken, {
      path: REFRESH_COOKIE_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure,
    })
  }
  return {
    accessToken,
    tokenType: 'Bearer',
    expiresInSec,
    refreshToken: inCookie ? null : refreshToken,
    user: { username: user.username, roles: [...user.roles], tier: user.tier },
  }
}

const refuseLogin = (reply: FastifyReply, refusal: LoginRefusal): void => {
  switch (refusal.kind) {
    case 'badCredentials':
      return sendProblem(reply, 'invalid-credentials', { detail: 'No user has this name and password.' })
    case 'throttled':
      return sendProblem(reply, 'login-throttled', {
        detail: 'Too many log-ins failed in a row for this name or from this address.',
        retryAfterSec: Math.ceil(refusal.retryAfterMs / SECOND_MS),
      })
    case 'noUsers':
      return sendProblem(reply, 'not-ready', {
        detail: 'The server is starting: its first user is being created.',
        retryAfterSec: 1,
      })
    case 'notStored':
      return sendProblem(reply, 'not-ready', {
        detail: 'The login cannot be stored: the disk is full or failing.',
        retryAfterSec: 5,
      })
    default:
      return sendProblem(reply, 'not-ready', {
        detail: 'Too many passwords are being checked.',
        retryAfterSec: 1,
      })
  }
}

const refuseRefresh = (request: FastifyRequest, reply: FastifyReply, refusal: RefreshRefusal): void => {
  if (refusal.kind === 'refreshReused') {
    const { username, sessionId } = refusal
    request.log.warn({ username, sessionId }, 'a spent refresh token came back: its session has been ended')
  }
  const slug = refusal.kind === 'invalidToken' ? 'invalid-token' : 'session-revoked'
  sendProblem(reply, slug, { detail: 'The refresh token is not valid any more. Log in again.' })
}
