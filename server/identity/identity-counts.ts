import { HOUR_MS } from '../core/instant.ts'
import { createRecentCount, type RecentCount } from '../core/recent-count.ts'

export type IdentityEvent = 'loggedIn' | 'loginFailed' | 'loginThrottled' | 'sessionRevoked' | 'refreshReused'

/** Count of each event within a day, to the hour, as far as observed in this run. */
export type IdentityCounts = Readonly<Record<IdentityEvent, RecentCount>>

const HOURS = 24

export const createIdentityCounts = (): IdentityCounts => {
  const daily = () => createRecentCount(HOUR_MS, HOURS)
  return {
    loggedIn: daily(),
    loginFailed: daily(),
    loginThrottled: daily(),
    sessionRevoked: daily(),
    refreshReused: daily(),
  }
}
