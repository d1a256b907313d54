export type Freshness = 'LIVE' | 'DELAYED' | 'STALE'

/** Up to `liveMs` old something counts as live, beyond `staleMs` as stale. */
export interface Allowed {
  readonly liveMs: number
  readonly staleMs: number
}

/** Of the market as it is heard. */
export const MARKET: Allowed = { liveMs: 2_000, staleMs: 6_000 }
/** Of what a monitor surface says: it is told anew every 30 seconds at the latest. */
export const REPORT: Allowed = { liveMs: 35_000, staleMs: 70_000 }

/** Of what the server itself says how old it may be. */
export const withinMs = (maxAgeMs: number): Allowed => ({ liveMs: maxAgeMs, staleMs: 2 * maxAgeMs })

/** What was never heard is stale. */
export const getFreshness = (ageMs: number | undefined, { liveMs, staleMs }: Allowed): Freshness => {
  if (ageMs === undefined || ageMs > staleMs) return 'STALE'
  return ageMs > liveMs ? 'DELAYED' : 'LIVE'
}
