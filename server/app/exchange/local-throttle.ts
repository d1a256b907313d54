import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { createRecentCount } from '../../core/recent-count.ts'
import type { Allowance } from './exchange.ts'

/** Form of a rejection by an exchange in this process: an HTTP status, or an exchange code. */
type Refusal = 'http429' | 'venueCode'

/** Counts the requests that an exchange in this process rejected for exceeding its limits. It has no budget itself. */
export const createLocalThrottle = (monotonic: () => number) => {
  const minutes = HOUR_MS / MINUTE_MS
  const counts = { http429: createRecentCount(MINUTE_MS, minutes), venueCode: createRecentCount(MINUTE_MS, minutes) }
  const within1h = (what: Refusal): number => counts[what].since(HOUR_MS, monotonic())
  return {
    note: (what: Refusal): void => counts[what].note(monotonic()),
    allowance: (): Allowance => ({
      counts: [],
      rejected1h: { http429: within1h('http429'), http418: 0, venueCode: within1h('venueCode') },
      delayedWithin: () => 0,
      silentUntilMs: null,
    }),
  }
}

/** The allowance of an exchange whose market is watched while orders go to one of our own. */
export const withLocalRefusals = (watched: Allowance, { rejected1h }: Allowance): Allowance => ({
  ...watched,
  rejected1h: {
    http429: watched.rejected1h.http429 + rejected1h.http429,
    http418: watched.rejected1h.http418 + rejected1h.http418,
    venueCode: watched.rejected1h.venueCode + rejected1h.venueCode,
  },
})
