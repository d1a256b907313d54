/** Read-only view of the HTTP server for the monitor: registered routes, quotas, response counts and probes. */

import type { FastifyInstance, RouteOptions } from 'fastify'
import { byRole } from '../../contract/roles.ts'
import { HOUR_MS, SECOND_MS } from '../core/instant.ts'
import type { Role } from '../identity/role.ts'
import type { Limiters } from './security/quotas.ts'
import {
  ANY_ROLE,
  type GuardDecision,
  guard,
  type RouteAccess,
  type RouteEffect,
  type RouteQuota,
} from './security/route-access.ts'
import { IN_PROCESS, type Visited, type Visits } from './security/visits.ts'
import type { AnswerCounts } from './writes/idempotency.ts'

/** Read-only state of the HTTP server. */
export interface HttpFace {
  routes(): readonly RegisteredRoute[]
  /** Returns quotas and counts; `latelyMs` is the period of the recent refusals. */
  traffic(latelyMs: number): HttpTraffic
  /**
   * Returns the response to an unauthenticated request made without the network, which counts only against the quota of
   * its own address.
   */
  probe(path: string): Promise<Probed>
}

interface HttpTraffic {
  readonly quotas: readonly QuotaUse[]
  /** Refusals within an hour, of users with the role. */
  readonly controlRefused1h: number
  readonly answers: ReturnType<AnswerCounts['read']>
}

interface Probed {
  readonly status: number
  readonly policy: string | null
}

/** A registered method of an address, and its access decision for each kind of caller. */
export interface RegisteredRoute {
  readonly method: string
  readonly url: string
  readonly effect: RouteEffect | null
  readonly access: RouteAccess | null
  readonly quota: RouteQuota
  readonly audited: boolean
  /**
   * Idempotency of repeated requests with the same key; `BY_NATURE` for control routes, whose repetition has no further
   * effect.
   */
  readonly idempotency: 'HONOURED' | 'BY_NATURE' | 'NONE'
  readonly decisions: Readonly<Record<'anonymous' | Role, GuardDecision>>
  readonly observed24h: Visited
}

/** One quota and its current use. */
export interface QuotaUse {
  readonly name: string
  readonly requests: number
  readonly windowSec: number
  readonly active: number
  readonly limited: number
  readonly rejected1h: number
  readonly rejectedLately: number
}

declare module 'fastify' {
  interface FastifyInstance {
    face: HttpFace
  }
}

type Registered = Pick<RouteOptions, 'method' | 'url' | 'config'>

export interface FaceParts {
  readonly app: FastifyInstance
  readonly routes: readonly Registered[]
  readonly limiters: Limiters
  readonly visits: Visits
  readonly answers: AnswerCounts
}

export const createHttpFace = ({ app, routes, limiters, visits, answers }: FaceParts): HttpFace => ({
  routes: () => routes.flatMap((route) => [route.method].flat().map((method) => registered(route, method, visits))),
  traffic: (latelyMs) => ({
    quotas: readQuotas(limiters, latelyMs),
    controlRefused1h: visits.controlRefusedWithin(HOUR_MS),
    answers: answers.read(),
  }),
  async probe(path) {
    const { statusCode, headers } = await app.inject({
      method: 'GET',
      url: path,
      remoteAddress: `${IN_PROCESS}${path}`,
    })
    const policy = headers['content-security-policy']
    return { status: statusCode, policy: typeof policy === 'string' ? policy : null }
  },
})

const registered = ({ url, config }: Registered, method: string, visits: Visits): RegisteredRoute => {
  const { effect = null, access = null, quota = 'TIER', audited = false, idempotent = false } = config ?? {}
  return {
    method,
    url,
    effect,
    access,
    quota,
    audited,
    idempotency: effect === 'CONTROL_RESTRICT' ? 'BY_NATURE' : idempotent ? 'HONOURED' : 'NONE',
    decisions: decideAccess(access ?? ANY_ROLE),
    observed24h: visits.visited(method, url),
  }
}

const decideAccess = (access: RouteAccess): RegisteredRoute['decisions'] => ({
  anonymous: guard(access, null),
  ...byRole((role) => guard(access, [role])),
})

const readQuotas = ({ ofTier, control, anonymous, refresh, refreshToStop }: Limiters, latelyMs: number): QuotaUse[] =>
  [ofTier.STANDARD, ofTier.PRO, control, anonymous, refresh, refreshToStop].map((limiter) => {
    const { quota, callers, rejectedWithin } = limiter
    return {
      name: quota.name,
      requests: quota.requests,
      windowSec: quota.windowMs / SECOND_MS,
      ...callers(),
      rejected1h: rejectedWithin(HOUR_MS),
      rejectedLately: rejectedWithin(latelyMs),
    }
  })

/** Counts of the responses since the start. */
export interface AnswerTally {
  note(status: number): void
  read(): Tally
}

interface Tally {
  readonly byClass: { readonly '2xx': number; readonly '3xx': number; readonly '4xx': number; readonly '5xx': number }
  readonly rateLimited: number
}

const TOO_MANY = 429

export const createAnswerTally = (): AnswerTally => {
  const byClass = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }
  let rateLimited = 0
  return {
    note(status) {
      if (status >= 500) byClass['5xx'] += 1
      else if (status >= 400) byClass['4xx'] += 1
      else if (status >= 300) byClass['3xx'] += 1
      else byClass['2xx'] += 1
      if (status === TOO_MANY) rateLimited += 1
    },
    read: () => ({ byClass: { ...byClass }, rateLimited }),
  }
}
