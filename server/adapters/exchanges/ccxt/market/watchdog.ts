import { type Instant, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'

/** When what was last heard, on a clock that never runs backwards. */
export interface Watchdog {
  /** By the address of a connection: anything at all, and the library's own note of the last answer to a ping. */
  readonly lastReceived: Map<string, { atMs: number; pong: unknown }>
  /** Something of the market, on any of them. */
  newsMs: number
  checkedAt: Moment
}

/** The part of a connection of the library that shows whether it lives. */
export interface Socket {
  readonly url: string
  readonly lastPong?: unknown
}

/** A connection that says nothing for so long, not even to pings, is dead. */
const SILENCE_MAX_MS = 15 * SECOND_MS
/** A market, unlike a line, always says something within this, on one connection or another. */
const QUIET_MAX_MS = 30 * SECOND_MS
/** Between two looks; past it this process was asleep, and what it missed it cannot know. */
const SLEEP_MAX_MS = 10 * SECOND_MS
/** The same by the wall clock, which goes on while the whole machine sleeps, and may be put right. */
const LEAP_MAX_MS = MINUTE_MS

/** What the two clocks say: one never runs backwards, the other is the wall's. */
export interface Moment {
  readonly monotonicMs: number
  readonly wallMs: Instant
}

export const createWatchdog = (at: Moment): Watchdog => ({
  lastReceived: new Map(),
  newsMs: at.monotonicMs,
  checkedAt: at,
})

/** A message came, whatever it says. */
export const noteMessage = (watchdog: Watchdog, url: string, nowMs: number): void => {
  const known = watchdog.lastReceived.get(url)
  if (known) known.atMs = nowMs
  else watchdog.lastReceived.set(url, { atMs: nowMs, pong: undefined })
}

/** Looks at all connections; says what is wrong, if anything is. */
export const checkConnections = (watchdog: Watchdog, sockets: readonly Socket[], at: Moment): string | undefined => {
  const { monotonicMs: nowMs, wallMs } = at
  const { checkedAt } = watchdog
  watchdog.checkedAt = at
  const sleptMs = Math.max(nowMs - checkedAt.monotonicMs - SLEEP_MAX_MS, wallMs - checkedAt.wallMs - LEAP_MAX_MS)
  if (sleptMs > 0) return 'this process stood still'
  for (const { url, lastPong } of sockets) {
    const known = watchdog.lastReceived.get(url)
    if (!known || known.pong !== lastPong) watchdog.lastReceived.set(url, { atMs: nowMs, pong: lastPong })
    else if (nowMs - known.atMs > SILENCE_MAX_MS) return `nothing was heard for ${SILENCE_MAX_MS / SECOND_MS} s`
  }
  if (nowMs - watchdog.newsMs > QUIET_MAX_MS) return `nothing of the market came for ${QUIET_MAX_MS / SECOND_MS} s`
  return undefined
}
