import type { components, Fetch } from '@plimsoll/client'

/**
 * Creates a fetch that forwards calls and reports the user of every new token. Tabs share one refresh token that is
 * valid for one use, so only one of them exchanges it at a time.
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

/** Browsers have locks on https and on the machine itself only; elsewhere the server forgives one tab that was late. */
const oneTabAtATime = <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('plimsoll.refresh', run) : run()
