import type { components, Fetch } from '@plimsoll/client'

/**
 * Creates a fetch for the API client that also reports the user of every new token. Tabs share one single-use refresh
 * token, so only one tab exchanges it at a time.
 */
export const createUserReportingFetch =
  (onUser: (user: User) => void): Fetch =>
  async (url, init) => {
    if (!GIVES_TOKENS.test(url)) return fetch(url, init)
    const response = await oneTabAtATime(() => fetch(url, init))
    if (response.ok) onUser(((await response.clone().json()) as components['schemas']['SignedIn']).user)
    return response
  }

export type User = components['schemas']['SignedIn']['user']

const GIVES_TOKENS = /\/api\/auth\/(login|refresh)$/

/**
 * Runs in one tab at a time. Browsers offer locks on https and localhost only; elsewhere the server accepts one late
 * use of the token.
 */
const oneTabAtATime = <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('plimsoll.refresh', run) : run()
