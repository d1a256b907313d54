/** Data freshness by age (live, delayed or stale), and the age limits of market data and reports. */

/** Returns the freshness of data; data never received is stale. */
export const getFreshness = (ageMs: number | undefined, { liveMs, staleMs }: Allowed): Freshness => {
  if (ageMs === undefined || ageMs > staleMs) return 'STALE'
  return ageMs > liveMs ? 'DELAYED' : 'LIVE'
}

export type Freshness = 'LIVE' | 'DELAYED' | 'STALE'

/** Age limits: live up to `liveMs`, stale beyond `staleMs`. */
export interface Allowed {
  readonly liveMs: number
  readonly staleMs: number
}

/** Freshness limits of market data. */
export const MARKET: Allowed = { liveMs: 2_000, staleMs: 6_000 }
/** Freshness limits of monitor surfaces, which are published at least every 30 seconds. */
export const REPORT: Allowed = { liveMs: 35_000, staleMs: 70_000 }

/** Returns the freshness limits for data whose maximum age the server reports. */
export const withinMs = (maxAgeMs: number): Allowed => ({ liveMs: maxAgeMs, staleMs: 2 * maxAgeMs })
