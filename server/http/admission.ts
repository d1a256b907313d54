import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthRefusal } from '../identity/authenticate.ts'
import type { Identity } from '../identity/identity.ts'
import type { Principal } from '../identity/principal.ts'
import type { Role } from '../identity/role.ts'
import { sendProblem } from './problems.ts'
import type { Limiters } from './quotas.ts'
import { ANY_ROLE, type RouteAccess } from './route-access.ts'
import type { Allowance } from './window-limiter.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on routes that anybody may call. */
    principal: Principal | null
  }
}

export interface AdmissionParts {
  readonly identity: Pick<Identity, 'recall' | 'authenticate'>
  readonly limiters: Limiters
}

type Done = (error?: Error) => void

/**
 * The door of every request, before its body is read: who asks, how often, and with which role. A caller without a
 * valid token counts against its address, one with a token against its user.
 */
export const createAdmission =
  ({ identity, limiters }: AdmissionParts) =>
  (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const access = accessOf(request)
    if (access === 'OPEN') return done()
    if (access === 'ANONYMOUS') return isWithin(reply, limiters.login(request.ip)) ? done() : undefined
    const admit = (principal: Principal): void => {
      if (mayPass(request, reply, { principal, access, limiters })) done()
    }
    const token = bearerOf(request)
    if (token === undefined) return refuseAnonymous(request, reply, limiters)
    const known = identity.recall(token)
    if (known) return admit(known)
    identity
      .authenticate(token)
      .then((result) => (result.ok ? admit(result.value) : refuseAnonymous(request, reply, limiters, result.error)))
      .catch(done)
  }

/** Addresses without a route are as closed as the rest of the API, so that they tell a stranger nothing. */
const accessOf = (request: FastifyRequest): RouteAccess => request.routeOptions?.config?.access ?? ANY_ROLE

const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  authorization !== undefined && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined

/** Tells what is left of the quota, as draft-ietf-httpapi-ratelimit-headers has it, and refuses when nothing is. */
const isWithin = (reply: FastifyReply, allowance: Allowance): boolean => {
  const { quota, remaining, resetSec, allowed } = allowance
  reply
    .header('ratelimit-policy', `"${quota.name}";q=${quota.requests};w=${quota.windowMs / 1_000}`)
    .header('ratelimit', `"${quota.name}";r=${remaining};t=${resetSec}`)
  if (!allowed) {
    sendProblem(reply, 'quota-exceeded', {
      detail: `The quota "${quota.name}" is ${quota.requests} requests in any ${quota.windowMs / 1_000} s.`,
      members: { 'violated-policies': [quota.name] },
      retryAfterSec: resetSec,
    })
  }
  return allowed
}

interface Passing {
  readonly principal: Principal
  readonly access: readonly Role[]
  readonly limiters: Limiters
}

const CHALLENGE = 'Bearer realm="trading"'

const mayPass = (request: FastifyRequest, reply: FastifyReply, { principal, access, limiters }: Passing): boolean => {
  if (!isWithin(reply, limiters.ofTier[principal.tier](principal.userId))) return false
  request.principal = principal
  if (access.some((role) => principal.roles.includes(role))) return true
  reply.header('www-authenticate', `${CHALLENGE}, error="insufficient_scope"`)
  sendProblem(reply, 'insufficient-role', {
    detail: `This needs one of the roles ${access.join(', ')}; ${principal.username} has ${principal.roles.join(', ')}.`,
    members: { requiredAnyOf: access },
  })
  return false
}

const refuseAnonymous = (
  request: FastifyRequest,
  reply: FastifyReply,
  limiters: Limiters,
  refusal?: AuthRefusal,
): void => {
  if (!isWithin(reply, limiters.anonymous(request.ip))) return
  if (!refusal) {
    reply.header('www-authenticate', CHALLENGE)
    return sendProblem(reply, 'unauthenticated', { detail: 'Send `Authorization: Bearer <access token>`.' })
  }
  const { slug, error, detail } = REFUSALS[refusal.kind]
  reply.header('www-authenticate', `${CHALLENGE}, error="invalid_token", error_description="${error}"`)
  sendProblem(reply, slug, { detail })
}

const REFUSALS = {
  invalidToken: {
    slug: 'invalid-token',
    error: 'invalid',
    detail: 'The token is malformed, forged or not for this server.',
  },
  tokenExpired: { slug: 'token-expired', error: 'expired', detail: 'The token has expired.' },
  sessionRevoked: { slug: 'session-revoked', error: 'revoked', detail: 'The session of this token has ended.' },
} as const
