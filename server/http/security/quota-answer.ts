import type { FastifyReply } from 'fastify'
import type { ProblemDetails } from '../answers/problems.ts'
import type { Allowance } from './window-limiter.ts'

/** Sets the headers of draft-ietf-httpapi-ratelimit-headers: the quota and what is left of it. */
export const setQuotaHeaders = (reply: FastifyReply, { quota, remaining, resetSec }: Allowance): void => {
  reply
    .header('ratelimit-policy', `"${quota.name}";q=${quota.requests};w=${quota.windowMs / 1_000}`)
    .header('ratelimit', `"${quota.name}";r=${remaining};t=${resetSec}`)
}

/** Details of the `quota-exceeded` problem. */
export const quotaExceeded = ({ quota, resetSec }: Allowance): ProblemDetails => ({
  detail: `The quota "${quota.name}" is ${quota.requests} requests in any ${quota.windowMs / 1_000} s.`,
  members: { 'violated-policies': [quota.name] },
  retryAfterSec: resetSec,
})
