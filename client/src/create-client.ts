/** Creates the client of the platform: REST API and event stream with one login. */

import type { components } from './generated/openapi.ts'
import { createRest, type Rest } from './rest.ts'
import { type Access, type Credentials, createSession, loggedOut, type Tokens } from './session.ts'
import { PlimsollStream } from './stream/plimsoll-stream.ts'
import { createSocketFactory, type SocketClass } from './stream/socket.ts'
import { createSurroundings, type Fetch } from './surroundings.ts'

/** Client of the platform. */
export interface Client {
  /** Every route of the API, typed. A call resolves when it has succeeded, and throws a `PlimsollError` otherwise. */
  readonly rest: Rest
  /**
   * Event stream of the platform. It connects on first access; after it has ended, `login` makes a new one
   * available.
   */
  readonly stream: PlimsollStream
  /** Stops all trading until the host clears the stop. Waits for nothing, and is resent until it is acknowledged. */
  emergencyStop(request?: Schemas['StopRequest'], signal?: AbortSignal): Promise<Schemas['StopResult']>
  /** Stops autotrading until the host resumes it. Waits for nothing, and is resent until it is acknowledged. */
  pause(request?: { readonly reason?: string }, signal?: AbortSignal): Promise<Schemas['PauseResult']>
  login(credentials: Credentials, signal?: AbortSignal): Promise<Schemas['SignedIn']['user']>
  /** Ends the session, and the stream with it: from then on no call and no stream logs in automatically. */
  logout(signal?: AbortSignal): Promise<void>
}

type Schemas = components['schemas']

/** Address of the platform, and credentials. */
export type ClientOptions = Access & {
  /** `http://127.0.0.1:3000`; in a page of the platform itself `location.origin`. */
  readonly baseUrl: string
  /** Account of all calls and channels, where the server serves several. Default: its first one. */
  readonly account?: string
  /** Replacement for the global `fetch`. */
  readonly fetch?: Fetch
  /** Class of the stream's socket. Default: the runtime's own, on Node 20 the one of the package `ws`. */
  readonly WebSocket?: SocketClass
  /** Called with every new pair of tokens, which replaces the previous pair; null when the session has ended. */
  readonly onTokens?: (tokens: Tokens | null) => void
  /** Time within which every call succeeds or fails. */
  readonly deadlineMs?: number
}

const DEADLINE_MS = 30_000

/** Creates a client of the platform; it connects on the first call. */
export const createClient = (options: ClientOptions): Client => {
  const { deadlineMs = DEADLINE_MS, onTokens = () => {}, account } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const surroundings = createSurroundings(options.fetch)
  const parts = { surroundings, deadlineMs, baseUrl, account, access: options, onTokens }
  const tokens = createSession(parts)
  const rest = createRest(parts, tokens)
  const url = `${baseUrl.replace(/^http/, 'ws')}/ws`
  const openStream = () =>
    new PlimsollStream({ surroundings, url, account, makeSocket: createSocketFactory(options.WebSocket), tokens })
  let opened: PlimsollStream | undefined
  return {
    rest,
    get stream() {
      opened ??= openStream()
      return opened
    },
    async emergencyStop(body = {}, signal) {
      return (await rest.POST('/api/emergency-stop', { body, ...(signal && { signal }) })).data
    },
    async pause(body = {}, signal) {
      return (await rest.POST('/api/autotrading/pause', { body, ...(signal && { signal }) })).data
    },
    async login(credentials, signal) {
      const user = await tokens.login(credentials, signal)
      if (opened?.hasEnded) opened = undefined
      return user
    },
    async logout(signal) {
      await tokens.logout(signal)
      opened?.close(loggedOut())
    },
  }
}
