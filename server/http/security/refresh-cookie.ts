/** The cookie with the refresh token, inaccessible to scripts and other sites: reads, sets and clears it. */

import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the refresh token in the request's cookie; undefined if there is none. */
export const readRefreshCookie = ({ cookies, server }: FastifyRequest): string | undefined =>
  cookies[chooseCookie(server.publicBase).name]

/** Cookie that is inaccessible to scripts and other sites. */
interface RefreshCookie {
  readonly name: string
  readonly options: CookieSerializeOptions & { readonly path: string }
}

/** Cookie over plain HTTP, sent only to the paths that need it. */
const PLAIN: RefreshCookie = {
  name: 'plimsoll_refresh',
  options: { path: '/api/auth', httpOnly: true, sameSite: 'strict' },
}

/**
 * Cookie over HTTPS: because of its prefix, browsers reject it if set by another host or by a page without TLS; it
 * requires the path `/`.
 */
const SECURE: RefreshCookie = {
  name: '__Host-plimsoll_refresh',
  options: { path: '/', httpOnly: true, sameSite: 'strict', secure: true },
}

const chooseCookie = (publicBase: string): RefreshCookie => (publicBase.startsWith('https:') ? SECURE : PLAIN)

export const setRefreshCookie = (reply: FastifyReply, refreshToken: string): void => {
  const { name, options } = chooseCookie(reply.server.publicBase)
  reply.setCookie(name, refreshToken, options)
}

export const clearRefreshCookie = (reply: FastifyReply): void => {
  const { name, options } = chooseCookie(reply.server.publicBase)
  reply.clearCookie(name, options)
}
