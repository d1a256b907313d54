import { type Budget, type LimitNote, type Now, readMeters } from '../../adapters/exchanges/ccxt/budget.ts'
import { HOUR_MS } from '../../core/instant.ts'
import type { Clock } from '../../engine/model/ports.ts'
import type { Allowance } from './exchange.ts'

interface Times {
  readonly clock: Clock
  readonly now: Now
}

/** Returns the present allowance of an exchange. The time until which it wants no requests is on the platform clock. */
export const toAllowance = (budget: Budget, { clock, now }: Times): Allowance => {
  const { noted, silentUntilMs } = budget
  const leftMs = silentUntilMs - now.monotonicMs
  const within1h = (what: LimitNote): number => noted[what].since(HOUR_MS, now.monotonicMs)
  return {
    counts: readMeters(budget, now).map(({ most, perMs, ...meter }) => ({ limit: most, windowMs: perMs, ...meter })),
    rejected1h: { http429: within1h('http429'), http418: within1h('http418'), venueCode: within1h('venueCode') },
    delayedWithin: (latelyMs) => noted.delayed.since(latelyMs, now.monotonicMs),
    silentUntilMs: leftMs > 0 ? clock() + Math.ceil(leftMs) : null,
  }
}
