/** HTTP headers: security and cache headers of responses, and the bearer token of requests. */

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Headers of every response at an address, whatever its outcome. */
export const headersAt = (url: string, publicBase: string): Readonly<Record<string, string>> => {
  const headers = publicBase.startsWith('https:') && IS_PUBLIC_HTTPS.test(publicBase) ? OVER_HTTPS : SECURITY_HEADERS
  return READ_ONLY.test(url) ? { ...headers, 'x-mutation-authority': 'NONE' } : headers
}

/** Headers of every response. The API needs no browser features; pages set their own policy. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Addresses of read-only routes; every response, including a refusal, declares it. */
const READ_ONLY = /^\/(api\/monitor|metrics)([/?]|$)/

/** Headers over HTTPS: browsers then use only HTTPS for a year. */
const OVER_HTTPS = { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' } as const

/** Excludes loopback names, where other programs may listen over plain HTTP. */
const IS_PUBLIC_HTTPS = /^https:\/\/(?!localhost[:/]|localhost$|127\.|\[)/

/** Cache control of responses that the client may cache if it revalidates the tag each time. */
export const REVALIDATE = 'private, no-cache'

/** Forbids caching of responses with account data by any intermediary. */
export const forbidStoring = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}

/** Returns the bearer token of a request. */
export const readBearer = ({ headers: { authorization } }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  authorization !== undefined && /^bearer /i.test(authorization) ? authorization.slice(7).trim() : undefined
