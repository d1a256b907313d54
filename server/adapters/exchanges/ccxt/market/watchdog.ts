import { SECOND_MS } from '../../../../core/instant.ts'

/** When what was last heard, on a clock that never runs backwards. */
export interface Watchdog {
  /** By the address of a connection: anything at all, and the library's own note of the last answer to a ping. */
  readonly heard: Map<string, { atMs: number; pong: unknown }>
  /** A message on any of them. */
  messageMs: number
  lookedMs: number
}

/** The part of a connection of the library that shows whether it lives. */
export interface Socket {
  readonly url: string
  readonly lastPong?: unknown
}

/** A connection that says nothing for so long, not even to pings, is dead. */
const SILENCE_MAX_MS = 15 * SECOND_MS
/** A market always says something within this, on one connection or another. */
const QUIET_MAX_MS = 30 * SECOND_MS
/** Between two looks; past it this process was asleep, and what it missed it cannot know. */
const SLEEP_MAX_MS = 10 * SECOND_MS

export const createWatchdog = (nowMs: number): Watchdog => ({ heard: new Map(), messageMs: nowMs, lookedMs: nowMs })

export const noteMessage = (watchdog: Watchdog, url: string, nowMs: number): void => {
  watchdog.messageMs = nowMs
  const known = watchdog.heard.get(url)
  if (known) known.atMs = nowMs
  else watchdog.heard.set(url, { atMs: nowMs, pong: undefined })
}

/** Looks at all connections; says what is wrong, if anything is. */
export const lookAfter = (watchdog: Watchdog, sockets: readonly Socket[], nowMs: number): string | undefined => {
  const sleptMs = nowMs - watchdog.lookedMs
  watchdog.lookedMs = nowMs
  if (sleptMs > SLEEP_MAX_MS) return `this process stood still for ${Math.round(sleptMs / SECOND_MS)} s`
  for (const { url, lastPong } of sockets) {
    const known = watchdog.heard.get(url)
    if (!known || known.pong !== lastPong) watchdog.heard.set(url, { atMs: nowMs, pong: lastPong })
    else if (nowMs - known.atMs > SILENCE_MAX_MS) return `nothing was heard for ${SILENCE_MAX_MS / SECOND_MS} s`
  }
  if (nowMs - watchdog.messageMs > QUIET_MAX_MS) return `no message came for ${QUIET_MAX_MS / SECOND_MS} s`
  return undefined
}
