import type { IncomingMessage } from 'node:http'
import type { ProblemSlug } from '../../contract/problem.ts'
import { STREAM_PATH } from '../../contract/stream/limits.ts'

/** Why a connection is not opened. */
export interface Turned {
  readonly slug: ProblemSlug
  readonly detail: string
}

/** How things stand at the door. */
export interface AtDoor {
  /** Where the server is reached from outside, if it was told so. */
  readonly publicBase: string
  /** Whether the `Host` of the request is one of this server. */
  readonly isHostOurs: boolean
  readonly closing: boolean
  /** Connections that are open. */
  readonly open: number
}

/** Connections at most: the rest of the platform needs descriptors too. */
const OPEN_MAX = 1_024

/** Whether a request is for the stream. Any other that asks for an upgrade, as some do of HTTP itself, is answered as it is. */
export const isStreamRequest = ({ url, headers: { upgrade } }: IncomingMessage): boolean =>
  url?.split('?')[0] === STREAM_PATH && upgrade?.toLowerCase() === 'websocket'

/**
 * Whether a connection is opened, before anything is asked of the client. A page of another origin may not; a program that names no
 * origin may. A token in the address is refused, as addresses are written to logs.
 */
export const mayOpen = ({ headers, url = '' }: IncomingMessage, at: AtDoor): Turned | undefined => {
  const { origin, host } = headers
  if (at.closing) return { slug: 'shutting-down', detail: 'The server is going down.' }
  if (url.includes('?')) {
    const detail = 'The stream takes no query. Send the token with "auth", or as a bearer in the header.'
    return { slug: 'malformed-request', detail }
  }
  if (!at.isHostOurs) {
    const named = JSON.stringify(String(host).slice(0, 100))
    return { slug: 'misdirected-request', detail: `This server does not answer to ${named}.` }
  }
  if (origin !== undefined && !isOurs(origin, host, at.publicBase)) {
    return { slug: 'foreign-origin', detail: `Pages of ${origin.slice(0, 100)} may not open a stream here.` }
  }
  if (at.open >= OPEN_MAX) {
    return { slug: 'too-many-connections', detail: 'There are too many connections to the stream now.' }
  }
  return undefined
}

/** A page of the host it was asked by, which is one of ours, or of the public address. */
const isOurs = (origin: string, host: string | undefined, publicBase: string): boolean => {
  const from = URL.parse(origin)
  if (!from) return false
  return from.host === host || from.origin === URL.parse(publicBase)?.origin
}
