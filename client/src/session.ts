/** Session of the client: obtains, renews and ends the tokens that authenticate calls and the stream. */

import type { components } from './generated/openapi.ts'
import { PlimsollError } from './plimsoll-error.ts'
import { type SendParts, send, type TokenSource } from './send.ts'

/** Logs in, renews the access token before it expires, and logs out. */
export interface Session extends TokenSource {
  login(credentials: Credentials, signal?: AbortSignal): Promise<SignedIn['user']>
  /** Ends the session, locally first and then at the server. Calls fail until the next login. */
  logout(signal?: AbortSignal): Promise<void>
}

export interface Credentials {
  readonly username: string
  readonly password: string
  /**
   * Two-factor code, for users who have it enabled: valid for one login, so programs should use a host token
   * instead.
   */
  readonly code?: string
}

export interface SessionParts extends SendParts {
  readonly baseUrl: string
  readonly access: Access
  /** Called with every new pair, which replaces the previous one; null when the session has ended. */
  readonly onTokens: (tokens: Tokens | null) => void
}

/** Tokens of a session. */
export interface Tokens {
  readonly accessToken: string
  /** Valid for one use; null when a browser keeps it in a cookie. */
  readonly refreshToken: string | null
  /** Expiry of the access token, by the local clock. */
  readonly expiresAtMs: number
}

/**
 * Credentials: a token minted on the host, a name and a password, the tokens of an earlier login, or the cookie that a
 * browser keeps.
 */
export type Access =
  | { readonly token: string }
  | { readonly credentials: Credentials }
  | { readonly tokens: Tokens }
  | { readonly cookie: true }

type SignedIn = components['schemas']['SignedIn']

/** Time before expiry at which a token is replaced. */
const EARLY_MS = 60_000
const FOREVER = Number.POSITIVE_INFINITY

/** State of a session, changed in place. */
interface State {
  tokens: Tokens | undefined
  renewal: Promise<Tokens> | undefined
  /** Renewal for an urgent call, independent of an ordinary renewal in progress. */
  urgentRenewal: Promise<Tokens> | undefined
  /** True when the program has ended the session: then only the program can log in again. */
  isOver: boolean
}

/** Returns the error of calls after `logout()`. */
export const loggedOut = (): PlimsollError =>
  new PlimsollError({
    code: 'UNAUTHENTICATED',
    status: 401,
    detail: 'The session was ended with `logout()`.',
    remedy: 'Call `login(…)`, or create another client.',
  })

export const createSession = (parts: SessionParts): Session => {
  const { access, onTokens } = parts
  const { now } = parts.surroundings
  const state: State = { tokens: initialTokens(access), renewal: undefined, urgentRenewal: undefined, isOver: false }
  const keep = (tokens: Tokens): Tokens => {
    state.tokens = tokens
    onTokens(tokens)
    return tokens
  }
  const renewal = (urgent: boolean): Promise<Tokens> => {
    const kind = urgent ? 'urgentRenewal' : 'renewal'
    const running = state[kind] ?? obtain(parts, state, urgent).then(keep)
    state[kind] = running
    const done = (): void => {
      if (state[kind] === running) state[kind] = undefined
    }
    running.then(done, done)
    return running
  }
  const renewed = async (signal: AbortSignal, urgent: boolean): Promise<string> =>
    (await unlessAborted(renewal(urgent), signal)).accessToken
  const source: TokenSource = {
    async accessToken(signal, urgent) {
      const { tokens } = state
      if (!tokens) return renewed(signal, urgent)
      const leftMs = tokens.expiresAtMs - now()
      if (leftMs > EARLY_MS || (urgent && leftMs > 0)) return tokens.accessToken
      if (leftMs <= 0) return renewed(signal, urgent)
      return renewed(signal, urgent).catch(() => tokens.accessToken)
    },
    async renew(refused, signal, urgent) {
      const { tokens } = state
      return tokens && tokens.accessToken !== refused ? tokens.accessToken : renewed(signal, urgent)
    },
  }
  return {
    async accessToken(signal, urgent) {
      if (state.isOver) throw loggedOut()
      return source.accessToken(signal, urgent)
    },
    async renew(refused, signal, urgent) {
      if (state.isOver) throw loggedOut()
      return source.renew(refused, signal, urgent)
    },
    async login(credentials, signal) {
      const body = loginBody(credentials, access)
      const signedIn = await requestTokens(parts, { what: 'login', body, signal })
      state.isOver = false
      keep(readTokens(signedIn, now()))
      return signedIn.user
    },
    async logout(signal = new AbortController().signal) {
      state.isOver = true
      await unlessAborted(
        Promise.resolve(state.renewal).catch(() => undefined),
        signal,
      )
      if (state.tokens || 'cookie' in access) await post(parts, { what: 'logout', signal }, source).catch(unlessRefused)
      state.tokens = undefined
      onTokens(null)
    },
  }
}

const initialTokens = (access: Access): Tokens | undefined => {
  if ('tokens' in access) return access.tokens
  if ('token' in access) return { accessToken: access.token, refreshToken: null, expiresAtMs: FOREVER }
  return undefined
}

/** Obtains tokens with the refresh token if it is valid, otherwise with name and password. */
const obtain = async (parts: SessionParts, { tokens, isOver }: State, urgent: boolean): Promise<Tokens> => {
  const { access, surroundings } = parts
  const refresh = tokens?.refreshToken ?? undefined
  const known = 'credentials' in access && !isOver ? access.credentials : undefined
  if (refresh !== undefined || 'cookie' in access) {
    const body = {
      ...(refresh !== undefined && { refreshToken: refresh }),
      ...(urgent && { purpose: 'EMERGENCY_STOP' }),
    }
    const answer = requestTokens(parts, { what: 'refresh', body })
    const refreshed = await (known ? answer.catch(unlessRefused) : answer)
    if (refreshed) return readTokens(refreshed, surroundings.now())
  }
  if (known) {
    const signedIn = await requestTokens(parts, { what: 'login', body: loginBody(known, access) })
    return readTokens(signedIn, surroundings.now())
  }
  throw new PlimsollError({ code: 'UNAUTHENTICATED', status: 401, detail: 'Another token cannot be requested.' })
}

const unlessRefused = (error: unknown): undefined => {
  if (error instanceof PlimsollError && error.status === 401) return undefined
  throw error
}

const loginBody = (credentials: Credentials, access: Access) => ({
  ...credentials,
  refreshTokenIn: 'cookie' in access ? 'COOKIE' : 'BODY',
})

const readTokens = ({ accessToken, refreshToken, expiresInSec }: SignedIn, now: number): Tokens => ({
  accessToken,
  refreshToken,
  expiresAtMs: now + expiresInSec * 1_000,
})

/** Request to a session route. */
interface SessionRequest {
  readonly what: 'login' | 'refresh' | 'logout'
  readonly body?: object
  readonly signal?: AbortSignal | undefined
}

const requestTokens = async (parts: SessionParts, request: SessionRequest): Promise<SignedIn> =>
  (await (await post(parts, request)).json()) as SignedIn

const post = (parts: SessionParts, { what, body, signal }: SessionRequest, tokens?: TokenSource): Promise<Response> => {
  const call = {
    method: 'POST',
    url: `${parts.baseUrl}/api/auth/${what}`,
    headers: new Headers(body && { 'content-type': 'application/json' }),
    body: body && JSON.stringify(body),
    signal: signal ?? new AbortController().signal,
  }
  return send(parts, call, tokens)
}

/** Rejects on abort; the shared promise continues for its other callers. */
const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
