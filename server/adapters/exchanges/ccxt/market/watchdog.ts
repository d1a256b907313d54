/** Watchdog of market data connections: detects dead connections, a silent market, and a suspended process. */

import { type Instant, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'

/** Times of the last activity, by the monotonic clock. */
export interface Watchdog {
  /** Time of the last message, and the last pong as recorded by the library, per connection address. */
  readonly lastReceived: Map<string, { atMs: number; pong: unknown }>
  /** Time of the last market event on any connection. */
  newsMs: number
  checkedAt: Moment
}

/** The part of a library connection that shows whether it is alive. */
export interface Socket {
  readonly url: string
  readonly lastPong?: unknown
}

/** Silence after which a connection is dead; not even a pong arrived. */
const SILENCE_MAX_MS = 15 * SECOND_MS
/** Maximum time without a market event on any connection. */
const QUIET_MAX_MS = 30 * SECOND_MS
/** Maximum time between two checks; beyond it this process was suspended and may have missed events. */
const SLEEP_MAX_MS = 10 * SECOND_MS
/** Maximum time between two checks by the wall clock, which advances while the machine sleeps and may be adjusted. */
const LEAP_MAX_MS = MINUTE_MS

/** Times of the monotonic clock and the wall clock. */
export interface Moment {
  readonly monotonicMs: number
  readonly wallMs: Instant
}

export const createWatchdog = (at: Moment): Watchdog => ({
  lastReceived: new Map(),
  newsMs: at.monotonicMs,
  checkedAt: at,
})

/** Records that a message arrived, whatever its content. */
export const noteMessage = (watchdog: Watchdog, url: string, nowMs: number): void => {
  const known = watchdog.lastReceived.get(url)
  if (known) known.atMs = nowMs
  else watchdog.lastReceived.set(url, { atMs: nowMs, pong: undefined })
}

/** Checks all connections; returns the first fault, if any. */
export const checkConnections = (watchdog: Watchdog, sockets: readonly Socket[], at: Moment): string | undefined => {
  const { monotonicMs: nowMs, wallMs } = at
  const { checkedAt } = watchdog
  watchdog.checkedAt = at
  const sleptMs = Math.max(nowMs - checkedAt.monotonicMs - SLEEP_MAX_MS, wallMs - checkedAt.wallMs - LEAP_MAX_MS)
  if (sleptMs > 0) return 'this process was suspended'
  for (const { url, lastPong } of sockets) {
    const known = watchdog.lastReceived.get(url)
    if (!known || known.pong !== lastPong) watchdog.lastReceived.set(url, { atMs: nowMs, pong: lastPong })
    else if (nowMs - known.atMs > SILENCE_MAX_MS) return `no message arrived for ${SILENCE_MAX_MS / SECOND_MS} s`
  }
  if (nowMs - watchdog.newsMs > QUIET_MAX_MS) return `no market data arrived for ${QUIET_MAX_MS / SECOND_MS} s`
  return undefined
}
