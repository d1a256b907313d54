import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  Account,
  PasswordChange,
  SecondFactorCode,
  SecondFactorEnabled,
  SecondFactorEnd,
  SecondFactorSecret,
  SecondFactorStart,
  SessionsEnd,
  SessionsEnded,
} from '../../../contract/auth.ts'
import type { ProblemSlug } from '../../../contract/problem.ts'
import { assert } from '../../core/assert.ts'
import { SECOND_MS, toRfc3339, toRfc3339OrNull } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'
import { rolesAnywhere } from '../../identity/grants.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Proof, ProofRefusal } from '../../identity/own-account.ts'
import type { PasswordRefusal } from '../../identity/password-policy.ts'
import type { Principal, SessionId } from '../../identity/session.ts'
import { type ProblemDetails, sendProblem } from '../answers/problems.ts'
import { NoQuery } from '../input/schemas.ts'
import { problemAnswers } from '../openapi/components.ts'
import { type AccessRecord, accessBy } from '../security/access-record.ts'
import { forbidStoring } from '../security/headers.ts'
import { ANY_ROLE, readableBy } from '../security/route-access.ts'

/**
 * Routes by which signed-in users manage their own account: password, sessions and two-factor authentication. None
 * grants additional rights.
 */
export const ownAccountRoutes =
  (parts: OwnAccountParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    forbidStoring(app)
    await app.register(readRoute(parts))
    await app.register(passwordRoute(parts))
    await app.register(endRoute(parts))
    await app.register(enrolRoutes(parts))
    await app.register(disableRoute(parts))
  }

export interface OwnAccountParts {
  readonly identity: Pick<
    Identity,
    | 'account'
    | 'changePassword'
    | 'endOwnSessions'
    | 'beginSecondFactor'
    | 'confirmSecondFactor'
    | 'disableSecondFactor'
  >
  readonly record: Pick<AccessRecord, 'noteAccount' | 'noteChange' | 'written'>
}

const tags = ['Sessions']
const READ = { ...readableBy(ANY_ROLE), ofServer: true }
const CHANGE = { effect: 'SESSION', access: ANY_ROLE, ofServer: true } as const
const PROBLEMS = problemAnswers(400, 401, 403, 413, 415, 429, 503)

const readRoute =
  ({ identity }: OwnAccountParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/account',
      {
        config: READ,
        schema: {
          tags,
          operationId: 'getAccount',
          summary: "Get the caller's account: password, two-factor authentication and session limits",
          querystring: NoQuery,
          response: { 200: Account, ...problemAnswers(400, 401, 429) },
        },
      },
      async (request): Promise<Account> => {
        const principal = requirePrincipal(request)
        const { sessionId, username, tier } = principal
        const account = identity.account(sessionId)
        assert(account, 'the session of a request must be active')
        const { generatedPasswordEndsAt: endsAt, secondFactor, sessionIdleMs, sessionAbsoluteMs, ...rest } = account
        return {
          ...rest,
          username,
          roles: [...rolesAnywhere(principal)],
          tier,
          generatedPasswordEndsAt: toRfc3339OrNull(endsAt),
          secondFactor: secondFactor && { ...secondFactor, enabledAt: toRfc3339(secondFactor.enabledAt) },
          sessionIdleSec: sessionIdleMs / SECOND_MS,
          sessionAbsoluteSec: sessionAbsoluteMs / SECOND_MS,
        }
      },
    )
  }

const passwordRoute =
  ({ identity, record }: OwnAccountParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/password',
      {
        config: CHANGE,
        schema: {
          tags,
          operationId: 'changePassword',
          summary: 'Change your password',
          description: 'Ends all other sessions of the user; this session and host tokens stay valid.',
          body: PasswordChange,
          response: { 200: SessionsEnded, ...PROBLEMS, ...problemAnswers(422) },
        },
      },
      async (request, reply) => {
        const { currentPassword, newPassword } = request.body
        const changed = await identity.changePassword(toProof(request, currentPassword), newPassword)
        await note(record, { request, action: 'PASSWORD_CHANGED', result: changed })
        return changed.ok ? { endedSessions: changed.value.ended } : refuse(reply, changed.error)
      },
    )
  }

const endRoute =
  ({ identity, record }: OwnAccountParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/sessions/end',
      {
        config: CHANGE,
        schema: {
          tags,
          operationId: 'endSessions',
          summary: 'End one of your sessions, or all other sessions',
          body: SessionsEnd,
          response: { 200: SessionsEnded, ...PROBLEMS, ...problemAnswers(404) },
        },
      },
      async (request, reply) => {
        const { currentPassword, sessionId } = request.body
        const only = sessionId as SessionId | undefined
        const ended = await identity.endOwnSessions(toProof(request, currentPassword), only)
        await note(record, { request, action: 'SESSION_ENDED', result: ended })
        return ended.ok ? { endedSessions: ended.value.ended } : refuse(reply, ended.error)
      },
    )
  }

const enrolRoutes =
  ({ identity, record }: OwnAccountParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/second-factor',
      {
        config: CHANGE,
        schema: {
          tags,
          operationId: 'beginSecondFactor',
          summary: 'Start enabling two-factor authentication',
          description:
            'Returns a secret for an authenticator app (TOTP, RFC 6238). It takes effect once its first code is confirmed.',
          body: SecondFactorStart,
          response: { 200: SecondFactorSecret, ...PROBLEMS, ...problemAnswers(409) },
        },
      },
      async (request, reply) => {
        const begun = await identity.beginSecondFactor(toProof(request, request.body.currentPassword))
        if (!begun.ok) await note(record, { request, action: 'SECOND_FACTOR_ENABLED', result: begun })
        if (!begun.ok) return refuse(reply, begun.error)
        const { secret, uri, expiresAt } = begun.value
        return { secret, uri, expiresAt: toRfc3339(expiresAt) }
      },
    )

    app.post(
      '/second-factor/confirm',
      {
        config: CHANGE,
        schema: {
          tags,
          operationId: 'confirmSecondFactor',
          summary: 'Confirm two-factor authentication with a code from the app',
          description: 'Returns recovery codes, once only, and ends all other sessions of the user.',
          body: SecondFactorCode,
          response: { 200: SecondFactorEnabled, ...PROBLEMS, ...problemAnswers(409) },
        },
      },
      async (request, reply) => {
        const confirmed = identity.confirmSecondFactor(requirePrincipal(request).sessionId, request.body.code)
        await note(record, { request, action: 'SECOND_FACTOR_ENABLED', result: confirmed })
        if (!confirmed.ok) return refuse(reply, confirmed.error)
        const { recoveryCodes, ended } = confirmed.value
        return { recoveryCodes: [...recoveryCodes], endedSessions: ended }
      },
    )
  }

const disableRoute =
  ({ identity, record }: OwnAccountParts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/second-factor/disable',
      {
        config: CHANGE,
        schema: {
          tags,
          operationId: 'disableSecondFactor',
          summary: 'Disable two-factor authentication',
          body: SecondFactorEnd,
          response: { 200: SessionsEnded, ...PROBLEMS, ...problemAnswers(409) },
        },
      },
      async (request, reply) => {
        const { currentPassword, code } = request.body
        const disabled = await identity.disableSecondFactor(toProof(request, currentPassword), code)
        await note(record, { request, action: 'SECOND_FACTOR_DISABLED', result: disabled })
        return disabled.ok ? { endedSessions: 0 } : refuse(reply, disabled.error)
      },
    )
  }

const requirePrincipal = ({ principal }: FastifyRequest): Principal => {
  assert(principal, 'only a signed-in user may reach the account')
  return principal
}

const toProof = (request: FastifyRequest, password: string): Proof => ({
  sessionId: requirePrincipal(request).sessionId,
  password,
  address: request.ip,
})

type Refusal = ProofRefusal | PasswordRefusal | { readonly kind: 'sessionUnknown' }

interface Tried {
  readonly request: FastifyRequest
  readonly action: string
  readonly result: Result<unknown, Refusal>
}

const note = async (record: OwnAccountParts['record'], { request, action, result }: Tried): Promise<void> => {
  const target = requirePrincipal(request).username
  const by = accessBy(request)
  if (result.ok) {
    record.noteChange({ ...by, action, target, outcome: 'DONE' })
    return record.written()
  }
  const { kind } = result.error
  const outcome = `REFUSED_${REFUSALS[kind][0] === 'login-throttled' ? 429 : 403}`
  if (kind === 'secondFactorWrong')
    return record.noteAccount({ ...by, action: 'SECOND_FACTOR_REFUSED', target, outcome })
  record.noteAccount({ ...by, action, target, outcome, reason: REFUSALS[kind][1] })
}

/** Problem type and detail of each refusal. */
const REFUSALS: Readonly<Record<Refusal['kind'], readonly [ProblemSlug, string]>> = {
  passwordMismatch: ['password-mismatch', 'The current password is wrong.'],
  sessionRevoked: ['session-revoked', 'The session has ended in the meantime.'],
  sessionUnknown: ['session-not-found', 'You have no session with this ID.'],
  throttled: ['login-throttled', 'Too many wrong passwords or codes in a row.'],
  busy: ['not-ready', 'Too many passwords are being checked.'],
  passwordTooShort: ['password-rejected', 'The new password is too short.'],
  passwordTooLong: ['password-rejected', 'The new password is too long.'],
  passwordGuessable: ['password-rejected', 'The new password is common or follows a predictable pattern.'],
  passwordUnchanged: ['password-rejected', 'The new password is the same as the current one.'],
  secondFactorWrong: ['second-factor-mismatch', 'The code is wrong or was used before.'],
  secondFactorEnabled: ['second-factor-state', 'Two-factor authentication is already enabled.'],
  secondFactorNotEnabled: ['second-factor-state', 'Two-factor authentication is not enabled.'],
  enrolmentExpired: ['second-factor-state', 'Two-factor authentication is not being enabled in this session.'],
}

const describeLength = ({ length, min }: { readonly length: number; readonly min: number }): string =>
  `The new password has ${length} characters; at least ${min} are required.`

const refuse = (reply: FastifyReply, refusal: Refusal): void => {
  const [slug, detail] = REFUSALS[refusal.kind]
  const details: ProblemDetails = { detail: refusal.kind === 'passwordTooShort' ? describeLength(refusal) : detail }
  if (refusal.kind === 'throttled') {
    return sendProblem(reply, slug, { ...details, retryAfterSec: Math.ceil(refusal.retryAfterMs / SECOND_MS) })
  }
  sendProblem(reply, slug, refusal.kind === 'busy' ? { ...details, retryAfterSec: 1 } : details)
}
