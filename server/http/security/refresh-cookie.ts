import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Out of reach of scripts and of other sites. */
interface RefreshCookie {
  readonly name: string
  readonly options: CookieSerializeOptions & { readonly path: string }
}

/** Over plain HTTP: only the addresses that need it ever see it. */
const PLAIN: RefreshCookie = {
  name: 'plimsoll_refresh',
  options: { path: '/api/auth', httpOnly: true, sameSite: 'strict' },
}

/** Over HTTPS: the prefix makes browsers refuse one that another host or a page without TLS has set; it demands the path `/`. */
const SECURE: RefreshCookie = {
  name: '__Host-plimsoll_refresh',
  options: { path: '/', httpOnly: true, sameSite: 'strict', secure: true },
}

const chooseCookie = (publicBase: string): RefreshCookie => (publicBase.startsWith('https:') ? SECURE : PLAIN)

export const readRefreshCookie = ({ cookies, server }: FastifyRequest): string | undefined =>
  cookies[chooseCookie(server.publicBase).name]

export const setRefreshCookie = (reply: FastifyReply, refreshToken: string): void => {
  const { name, options } = chooseCookie(reply.server.publicBase)
  reply.setCookie(name, refreshToken, options)
}

export const clearRefreshCookie = (reply: FastifyReply): void => {
  const { name, options } = chooseCookie(reply.server.publicBase)
  reply.clearCookie(name, options)
}
