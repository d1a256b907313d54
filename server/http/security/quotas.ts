/**
 * Quotas of the API by kind of caller, the limiters that count them here or across gateways, and their response
 * headers.
 */

import type { FastifyReply } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Tier } from '../../identity/role.ts'
import type { ProblemDetails } from '../answers/problems.ts'
import { type Allowance, createWindowLimiter, type Quota, type WindowLimiter } from './window-limiter.ts'

/** Quotas by kind of caller; benchmarks and embedders may set others. */
export interface Quotas {
  readonly standard: Quota
  readonly pro: Quota
  /** Pauses, and stops and pauses without the required role, by user. */
  readonly control: Quota
  /** Callers without a valid token, by address. */
  readonly anonymous: Quota
  /** Refreshes, by session. */
  readonly refresh: Quota
  /** Refreshes for the emergency stop, by session: a reserve that other refreshes cannot exhaust. */
  readonly refreshToStop: Quota
}

const perMinute = (name: string, requests: number): Quota => ({ name, requests, windowMs: MINUTE_MS })

export const PUBLISHED_QUOTAS: Quotas = {
  standard: perMinute('standard', 100),
  pro: perMinute('pro', 500),
  control: perMinute('control', 10),
  anonymous: perMinute('anon', 30),
  refresh: perMinute('refresh', 60),
  refreshToStop: perMinute('refresh-to-stop', 30),
}

/** Quota of the open routes, by address: far above any ordinary use, to bound a flood. */
const OPEN_ROUTES: Quota = { name: 'open', requests: 1_000, windowMs: 10 * SECOND_MS }

/** Refusals of unauthenticated callers by address; further ones are delayed. */
const REFUSALS: Quota = { name: 'refusals', requests: 50, windowMs: 10 * SECOND_MS }

/** Counts requests of users across several servers. */
export interface SharedQuota {
  /** Counts a request; undefined while that is not possible. */
  count(quota: CallerQuota): SharedCount | undefined | Promise<SharedCount | undefined>
  /** Counts a request within the quota without waiting; undefined, with nothing counted, when only `count` can decide. */
  countReserved(quota: CallerQuota): SharedCount | undefined
}

type CallerQuota = Pick<Quota, 'requests' | 'windowMs'> & { readonly key: string }
type SharedCount = Pick<Allowance, 'allowed' | 'remaining'> & { readonly resetMs: number }

export interface Limiters {
  /** Counts a request of a user against a quota, on this server or across servers. */
  count(limiter: WindowLimiter, userId: string): Allowance | Promise<Allowance>
  /** Counts a request within the quota without waiting; undefined, with nothing counted, when only `count` can decide. */
  countAtOnce(limiter: WindowLimiter, userId: string): Allowance | undefined
  readonly refusals: WindowLimiter
  readonly open: WindowLimiter
  readonly anonymous: WindowLimiter
  readonly refresh: WindowLimiter
  readonly refreshToStop: WindowLimiter
  readonly control: WindowLimiter
  readonly ofTier: Readonly<Record<Tier, WindowLimiter>>
}

export const createLimiters = (quotas: Quotas, monotonic: () => number, shared?: SharedQuota): Limiters => ({
  ...(shared ? countTogether(shared) : COUNT_ALONE),
  refusals: createWindowLimiter(REFUSALS, monotonic),
  open: createWindowLimiter(OPEN_ROUTES, monotonic),
  anonymous: createWindowLimiter(quotas.anonymous, monotonic),
  refresh: createWindowLimiter(quotas.refresh, monotonic),
  refreshToStop: createWindowLimiter(quotas.refreshToStop, monotonic),
  control: createWindowLimiter(quotas.control, monotonic),
  ofTier: {
    STANDARD: createWindowLimiter(quotas.standard, monotonic),
    PRO: createWindowLimiter(quotas.pro, monotonic),
  },
})

type Counting = Pick<Limiters, 'count' | 'countAtOnce'>

const COUNT_ALONE: Counting = {
  count: (limiter, userId) => limiter(userId),
  countAtOnce: (limiter, userId) => (limiter.isSpent(userId) ? undefined : limiter(userId)),
}

/**
 * Counts across servers and on this server; the local count decides while the others cannot be reached, and provides
 * this server's statistics.
 */
const countTogether = (shared: SharedQuota): Counting => ({
  count(limiter, userId) {
    const own = limiter(userId)
    const counted = shared.count(quotaFor(limiter, userId))
    const toResult = (count: SharedCount | undefined): Allowance => (count ? toAllowance(limiter, count) : own)
    return counted instanceof Promise ? counted.then(toResult) : toResult(counted)
  },
  countAtOnce(limiter, userId) {
    const counted = shared.countReserved(quotaFor(limiter, userId))
    if (!counted) return undefined
    limiter(userId)
    return toAllowance(limiter, counted)
  },
})

const quotaFor = ({ quota: { name, requests, windowMs } }: WindowLimiter, userId: string): CallerQuota => ({
  key: `${name} ${userId}`,
  requests,
  windowMs,
})

const toAllowance = ({ quota }: WindowLimiter, { allowed, remaining, resetMs }: SharedCount): Allowance => ({
  quota,
  allowed,
  remaining,
  resetSec: Math.max(1, Math.ceil(resetMs / SECOND_MS)),
})

/** Returns the values of the rate limit headers of draft-ietf-httpapi-ratelimit-headers. */
export const printQuota = ({ quota, remaining, resetSec }: Allowance) => ({
  policy: `"${quota.name}";q=${quota.requests};w=${quota.windowMs / 1_000}`,
  remaining: `"${quota.name}";r=${remaining};t=${resetSec}`,
})

export const setQuotaHeaders = (reply: FastifyReply, allowance: Allowance): void => {
  const { policy, remaining } = printQuota(allowance)
  reply.header('ratelimit-policy', policy).header('ratelimit', remaining)
}

/** Details of the `quota-exceeded` problem. */
export const quotaExceeded = ({ quota, resetSec }: Allowance): ProblemDetails => ({
  detail: `The quota "${quota.name}" is ${quota.requests} requests in any ${quota.windowMs / 1_000} s.`,
  members: { 'violated-policies': [quota.name] },
  retryAfterSec: resetSec,
})
