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
import { problemAnswers } from './problem-answers.ts'
import { REFRESH_COOKIE, REFRESH_COOKIE_PATH } from './refresh-cookie.ts'

const PROBLEMS = problemAnswers(400, 401, 429, 503)
const tags = ['Sessions']
const open = { effect: 'SESSION', access: 'ANONYMOUS' } as const

/** Log in and refresh: the two ways to an access token over the network. Users are made on the host only. */
export const authRoutes =
  (identity: Identity): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(cookie)
    app.post(
      '/login',
      {
        config: open,
        schema: {
          tags,
          operationId: 'login',
          summary: 'Log in',
          security: [],
          body: LoginRequest,
          response: { 200: SignedIn, ...PROBLEMS, ...problemAnswers(403) },
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
        config: open,
        schema: {
          tags,
          operationId: 'refreshTokens',
          summary: 'Exchange a refresh token for a new access token and refresh token',
          security: [],
          body: RefreshRequest,
          response: { 200: SignedIn, ...PROBLEMS },
        },
      },
      async (request, reply) => {
        const fromCookie = request.cookies[REFRESH_COOKIE]
        const token = request.body.refreshToken ?? fromCookie
        if (token === undefined) {
          return sendProblem(reply, 'unauthenticated', {
            detail: 'Send `refreshToken` in the body, or its cookie.',
          })
        }
        const result = await identity.refresh(token)
        if (!result.ok) return refuseRefresh(request, reply, result.error)
        return sendSignedIn(reply, result.value, request.body.refreshToken === undefined)
      },
    )
  }

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
        detail: 'Too many logins failed in a row for this user or address.',
        retryAfterSec: Math.ceil(refusal.retryAfterMs / SECOND_MS),
      })
    case 'locked':
      return sendProblem(reply, 'login-locked', { detail: `${refusal.failures} logins failed in a row.` })
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
