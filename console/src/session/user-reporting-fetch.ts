import type { components, Fetch } from '@plimsoll/client'

/**
 * Creates a fetch for the API client that also reports the user of every new token, and whether the server is part of a fleet. Tabs
 * share one single-use refresh token, so only one tab exchanges it at a time.
 */
export const createUserReportingFetch =
  (onSignedIn: (signedIn: Identified) => void): Fetch =>
  async (url, init) => {
    if (!GIVES_TOKENS.test(url)) return fetch(url, init)
    const response = await oneTabAtATime(() => fetch(url, init))
    if (response.ok) onSignedIn((await response.clone().json()) as components['schemas']['SignedIn'])
    return response
  }

/** The signed-in user, and what the server reports about itself. */
export type Identified = Pick<components['schemas']['SignedIn'], 'user' | 'inFleet' | 'hostCommand'>

const GIVES_TOKENS = /\/api\/auth\/(login|refresh)$/

/**
 * Runs in one tab at a time. Browsers offer locks on https and localhost only; elsewhere the server accepts one late
 * use of the token.
 */
const oneTabAtATime = <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('plimsoll.refresh', run) : run()
