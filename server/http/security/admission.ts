/**
 * Admission of requests before their body is read: authentication, rate limits and roles, for the routes and for
 * repeated reads.
 */

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemSlug, problemKind } from '../../../contract/problem.ts'
import { SECOND_MS } from '../../core/instant.ts'
import { toAddressKey } from '../../identity/address-key.ts'
import type { AuthRefusal } from '../../identity/authenticate.ts'
import { rolesAnywhere, rolesOn } from '../../identity/grants.ts'
import type { Identity } from '../../identity/identity.ts'
import type { Role } from '../../identity/role.ts'
import type { Principal } from '../../identity/session.ts'
import type { AccountTable } from '../accounts.ts'
import { type ProblemDetails, sendProblem } from '../answers/problems.ts'
import { toActor } from '../writes/instruction.ts'
import type { AccessEvent } from './access-record.ts'
import { readBearer } from './headers.ts'
import { type Limiters, quotaExceeded, setQuotaHeaders } from './quotas.ts'
import { ANY_ROLE, allowedRoles, guard, type RouteAccess } from './route-access.ts'
import type { RouteConfig, Visits } from './visits.ts'
import type { Allowance } from './window-limiter.ts'

/**
 * Creates the hook that admits or refuses every request by caller, rate and role. A caller without a valid token counts
 * against its address, a caller with one against its user; login and refresh count separately. An authorised emergency
 * stop is never counted. Unknown addresses are as restricted as the rest of the API, so that they reveal nothing to an
 * unauthenticated caller.
 */
export const createAdmission = (parts: AdmissionParts): Admission => {
  const { identity } = parts
  return (request, reply, done) => {
    const config = request.routeOptions?.config
    const access = config?.access ?? ANY_ROLE
    const context = { parts, request, reply, config }
    if (access === 'OPEN' || access === 'ANONYMOUS') return admitToOpen(context, access, done)
    const token = readBearer(request)
    if (token === undefined && guard(access, null) === 'OPEN') return admitAnonymous(context, done)
    const admit = (principal: Principal): void => {
      request.principal = principal
      parts.onKnown(request.raw)
      const passes = mayPass(context, principal, access)
      if (passes === true) admitRequest(context, done)
      else if (passes !== false) passes.then((does) => does && admitRequest(context, done)).catch(done)
    }
    if (token === undefined) return refuseAnonymous(context)
    const known = identity.recall(token)
    if (known) return admit(known)
    identity
      .authenticate(token)
      .then((result) => {
        const principal = result.ok ? result.value : restrictingOnly(result.error, config)
        if (principal) admit(principal)
        else if (!result.ok) refuseAnonymous(context, result.error)
      })
      .catch(done)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Authenticated caller; null on routes that need no authentication. */
    principal: Principal | null
  }
}

export interface AdmissionParts {
  readonly identity: Pick<Identity, 'recall' | 'authenticate'>
  /** Account of the routes. */
  readonly account: string
  readonly accounts: Pick<AccountTable, 'names' | 'misdirected'>
  /** Returns false while the account is not followed yet; omitted where it always is. */
  readonly isCurrent?: (() => boolean) | undefined
  readonly limiters: Limiters
  /** Counts of admitted and refused requests. */
  readonly visits: Visits
  /** Called with every request that carried a valid token. */
  readonly onKnown: (request: IncomingMessage) => void
  /** Time for which a refusal is delayed in a flood; one second if omitted. */
  readonly holdMs?: number
  /** Called for every refusal on a control route. */
  readonly onControlRefused: (event: AccessEvent) => void
}

type Done = (error?: Error) => void

export type Admission = (request: FastifyRequest, reply: FastifyReply, done: Done) => void

/** Admits a repeated read; undefined, with nothing counted, when `createAdmission` has to decide. */
export type AdmitRepeated = (request: IncomingMessage, config: RouteConfig) => Allowance | undefined

/**
 * Creates the admission of repeated reads, for callers whose token was verified before, with the role and within their
 * quota.
 */
export const createRepeatedAdmission = (parts: AdmissionParts): AdmitRepeated => {
  const { identity, account, accounts, limiters, visits, onKnown } = parts
  const mayRead = (request: IncomingMessage, principal: Principal, config: RouteConfig): boolean =>
    !accounts.misdirected(request) &&
    parts.isCurrent?.() !== false &&
    guard(config.access ?? ANY_ROLE, rolesOn(principal, account)) === 'ALLOWED'
  /** The newest header and its token, compared before parsing and hashing a header again. */
  let header: string | undefined
  let token: string | undefined
  return (request, config) => {
    const { authorization } = request.headers
    if (authorization !== header) {
      header = authorization
      token = readBearer(request)
    }
    const principal = token === undefined ? undefined : identity.recall(token)
    if (!principal || !mayRead(request, principal, config)) return undefined
    const allowance = limiters.countAtOnce(limiters.ofTier[principal.tier], principal.userId)
    if (!allowance) return undefined
    onKnown(request)
    visits.noteAllowed(config, request.socket.remoteAddress ?? '')
    return allowance
  }
}

/** Admits a call of an open route, without rate limit headers: ordinary use never comes near the limit. */
const admitToOpen = (context: AdmissionContext, access: 'OPEN' | 'ANONYMOUS', done: Done): void => {
  const allowance = context.parts.limiters.open(toAddressKey(context.request.ip))
  if (!allowance.allowed) return refuseForQuota(context, allowance)
  if (access === 'OPEN') done()
  else admitRequest(context, done)
}

/**
 * Returns the principal of a token that is not valid yet because the clock was set back; it may only stop and pause.
 */
const restrictingOnly = (refusal: AuthRefusal, config: RouteConfig | undefined): Principal | undefined =>
  refusal.kind === 'tokenNotYetValid' && config?.effect === 'CONTROL_RESTRICT' ? refusal.principal : undefined

const admitAnonymous = (context: AdmissionContext, done: Done): void => {
  if (!isWithin(context, context.parts.limiters.anonymous(toAddressKey(context.request.ip)))) return
  if (isServed(context, [])) admitRequest(context, done)
}

const admitRequest = ({ parts, request, config }: AdmissionContext, done: Done): void => {
  if (config) parts.visits.noteAllowed(config, request.ip)
  done()
}

/** A request being admitted. */
interface AdmissionContext {
  readonly parts: AdmissionParts
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Configuration of the route; looked up once, because the lookup has a cost. */
  readonly config: RouteConfig | undefined
}

/** Sets the quota headers, and refuses when the quota is exhausted. */
const isWithin = (context: AdmissionContext, allowance: Allowance): boolean => {
  setQuotaHeaders(context.reply, allowance)
  if (!allowance.allowed) refuseForQuota(context, allowance)
  return allowance.allowed
}

/**
 * Delay of a refusal, which keeps its connection busy, so that a flood of requests is limited by its number of
 * connections.
 */
const HOLD_MS = SECOND_MS

/** Sends after the delay, or as soon as the connection is closed, so that closed connections do not occupy memory. */
const hold = ({ raw }: FastifyReply, holdMs: number, send: () => void): void => {
  const finish = (): void => {
    clearTimeout(timer)
    raw.off('close', finish)
    send()
  }
  const timer = setTimeout(finish, holdMs)
  raw.once('close', finish)
}

const refuseForQuota = (context: AdmissionContext, allowance: Allowance): void => {
  const { request, parts } = context
  const send = (): void => refuse(context, 'quota-exceeded', quotaExceeded(allowance))
  const isFlood = request.principal === null && !parts.limiters.refusals(toAddressKey(request.ip)).allowed
  if (isFlood) hold(context.reply, parts.holdMs ?? HOLD_MS, send)
  else send()
}

const CHALLENGE = 'Bearer realm="trading"'

const mayPass = (context: AdmissionContext, principal: Principal, access: RouteAccess): boolean | Promise<boolean> => {
  const { parts, config } = context
  const roles = rolesFor(context, principal)
  const mayDo = guard(access, roles) === 'ALLOWED'
  const quota = config?.quota ?? 'TIER'
  if (quota === 'NONE' && mayDo) return isServed(context, roles)
  const { ofTier, control, count } = parts.limiters
  const counted = count(quota === 'TIER' ? ofTier[principal.tier] : control, principal.userId)
  const judge = (allowance: Allowance): boolean => {
    if (isWithin(context, allowance))
      return mayDo
        ? isServed(context, roles) && isUnrestricted(context, principal)
        : refuseRole(context, { username: principal.username, roles }, access)
    if (quota === 'CONTROL' && mayDo) parts.visits.noteControlRefused()
    return false
  }
  return counted instanceof Promise ? counted.then(judge) : judge(counted)
}

/** Returns the roles that count for the request: those on its account, or all for a route of the server. */
const rolesFor = ({ parts, request, config }: AdmissionContext, principal: Principal): readonly Role[] => {
  if (config?.ofServer) return rolesAnywhere(principal)
  return rolesOn(principal, parts.accounts.misdirected(request.raw)?.account ?? parts.account)
}

/**
 * Returns whether the account of the request is served here at present. Restricting requests reach it as soon as its
 * routes are open.
 */
const isServed = (context: AdmissionContext, roles: readonly Role[]): boolean => {
  const { parts, request, config } = context
  if (config?.ofServer) return true
  const misdirected = parts.accounts.misdirected(request.raw)
  if (misdirected && (misdirected.reason === 'UNKNOWN' || roles.length === 0)) return refuseAccount(context)
  const isCurrent = !misdirected && (config?.effect === 'CONTROL_RESTRICT' || parts.isCurrent?.() !== false)
  if (isCurrent) return true
  const detail = `The account ${misdirected?.account ?? parts.account} is not followed by this gateway yet.`
  refuse(context, 'not-ready', { detail, retryAfterSec: 1 })
  return false
}

/** Refuses an account that is not served, or on which the caller has no role; both look the same. */
const refuseAccount = (context: AdmissionContext): false => {
  const { parts, request } = context
  const { principal } = request
  const named = parts.accounts.misdirected(request.raw)?.account ?? parts.account
  const accounts = principal ? parts.accounts.names.filter((name) => rolesOn(principal, name).length > 0) : []
  refuse(context, 'unknown-account', {
    detail: `There is no account ${JSON.stringify(named.slice(0, 60))} here on which this caller has a role.`,
    members: { accounts },
  })
  return false
}

interface RoleHolder {
  readonly username: string
  readonly roles: readonly Role[]
}

const refuseRole = (context: AdmissionContext, { username, roles }: RoleHolder, access: RouteAccess): false => {
  if (roles.length === 0) return refuseAccount(context)
  context.reply.header('www-authenticate', `${CHALLENGE}, error="insufficient_scope"`)
  refuse(context, 'insufficient-role', {
    detail: `This requires one of the roles ${allowedRoles(access).join(', ')}; ${username} has ${roles.join(', ')}.`,
    members: { requiredAnyOf: allowedRoles(access) },
  })
  return false
}

const RESTRICTIONS = {
  PASSWORD_CHANGE_REQUIRED: {
    slug: 'password-change-required',
    detail: 'The generated password is older than a day; sessions opened with it cannot place orders.',
  },
  SECOND_FACTOR_REQUIRED: {
    slug: 'second-factor-enrolment-required',
    detail: 'The host requires two-factor authentication for a role of this user to place orders.',
  },
} as const

/**
 * Returns whether the session is unrestricted. A restricted session cannot send orders; it can read, pause, stop and
 * manage its account.
 */
const isUnrestricted = (context: AdmissionContext, { restriction }: Principal): boolean => {
  if (restriction === null || context.config?.effect !== 'ORDER_INSTRUCTION') return true
  const { slug, detail } = RESTRICTIONS[restriction]
  refuse(context, slug, { detail })
  return false
}

const refuseAnonymous = (context: AdmissionContext, refusal?: AuthRefusal): void => {
  const { request, reply, parts } = context
  if (!isWithin(context, parts.limiters.anonymous(toAddressKey(request.ip)))) return
  if (!refusal) {
    reply.header('www-authenticate', CHALLENGE)
    return refuse(context, 'unauthenticated', { detail: 'Send `Authorization: Bearer <access token>`.' })
  }
  const { slug, error, detail } = REFUSALS[refusal.kind]
  reply.header('www-authenticate', `${CHALLENGE}, error="invalid_token", error_description="${error}"`)
  refuse(context, slug, { detail })
}

/** Refuses a request; on a control route the refusal is recorded. */
const refuse = (
  { parts, request, reply, config }: AdmissionContext,
  slug: ProblemSlug,
  details: ProblemDetails,
): void => {
  const { status } = problemKind(slug)
  if (config) parts.visits.noteRefused(config, { ip: request.ip, status })
  if (config?.effect !== 'CONTROL_RESTRICT') return sendProblem(reply, slug, details)
  const requestId = reply.server.requestId()
  const { url } = config
  const action = CONTROL_ACTIONS[url] ?? url
  const outcome = `REFUSED_${status}`
  parts.onControlRefused({ action, target: 'engine', outcome, actor: toActor(request), requestId, reason: null })
  sendProblem(reply, slug, { ...details, requestId })
}

/** Names of the control routes in the audit log. */
const CONTROL_ACTIONS: Readonly<Record<string, string>> = {
  '/api/emergency-stop': 'EMERGENCY_STOP',
  '/api/autotrading/pause': 'PAUSE',
}

const REFUSALS = {
  invalidToken: {
    slug: 'invalid-token',
    error: 'invalid',
    detail: 'The token is malformed, forged or not for this server.',
  },
  tokenNotYetValid: {
    slug: 'invalid-token',
    error: 'not yet valid',
    detail: 'The token is not valid yet: the clock of the server was set back since it was issued. Log in again.',
  },
  tokenExpired: { slug: 'token-expired', error: 'expired', detail: 'The token has expired.' },
  sessionRevoked: { slug: 'session-revoked', error: 'revoked', detail: 'The session of this token has ended.' },
} as const
