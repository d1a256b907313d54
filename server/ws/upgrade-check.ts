/** Checks of WebSocket upgrade requests to the stream: host, origin, query and number of connections. */

import type { IncomingMessage } from 'node:http'
import type { ProblemSlug } from '../../contract/problem.ts'
import { STREAM_PATH } from '../../contract/stream/limits.ts'

/** Reason why a connection is refused. */
export interface UpgradeRefusal {
  readonly slug: ProblemSlug
  readonly detail: string
}

/** State of the server when a connection is requested. */
export interface ServerState {
  /** Public address of the server, if configured. */
  readonly publicBase: string
  /** True when the `Host` of the request belongs to this server. */
  readonly isHostOurs: boolean
  readonly closing: boolean
  /** Number of open connections. */
  readonly open: number
}

/** Maximum number of connections; other parts of the platform need file descriptors too. */
const OPEN_MAX = 1_024

/**
 * Returns whether a request is for the stream. Other upgrade requests, such as those of HTTP itself, receive a normal
 * response.
 */
export const isStreamRequest = ({ url, headers: { upgrade } }: IncomingMessage): boolean =>
  url?.split('?')[0] === STREAM_PATH && upgrade?.toLowerCase() === 'websocket'

/**
 * Returns the reason to refuse an upgrade request, or undefined to accept it. Pages of another origin are refused;
 * programs without an origin are not. A token in the address is refused, because addresses are written to logs.
 */
export const checkUpgrade = (
  { headers, url = '' }: IncomingMessage,
  server: ServerState,
): UpgradeRefusal | undefined => {
  const { origin, host } = headers
  if (server.closing) return { slug: 'shutting-down', detail: 'The server is shutting down.' }
  if (url.includes('?')) {
    const detail = 'The stream takes no query. Send the token with "auth", or as a bearer in the header.'
    return { slug: 'malformed-request', detail }
  }
  if (!server.isHostOurs) {
    const named = JSON.stringify(String(host).slice(0, 100))
    return { slug: 'misdirected-request', detail: `This server does not accept requests for ${named}.` }
  }
  if (origin !== undefined && !isOurs(origin, host, server.publicBase)) {
    return { slug: 'foreign-origin', detail: `Pages from ${origin.slice(0, 100)} may not open a stream here.` }
  }
  if (server.open >= OPEN_MAX) {
    return { slug: 'too-many-connections', detail: 'There are too many connections to the stream.' }
  }
  return undefined
}

/** Returns whether the page's origin is the requested host, which must belong to this server, or the public address. */
const isOurs = (origin: string, host: string | undefined, publicBase: string): boolean => {
  const from = URL.parse(origin)
  if (!from) return false
  return from.host === host || from.origin === URL.parse(publicBase)?.origin
}
