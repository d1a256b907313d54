import type { ServerClock } from './server-clock.ts'
import { whileSubscribed } from './while-subscribed.ts'

/** Time of the server for components that display ages or countdowns; updated twice a second for all of them. */
export interface Ticking {
  subscribe(listener: () => void): () => void
  /**
   * Returns the time of the last update: milliseconds since 1970; undefined until the first message from the server.
   */
  current(): number | undefined
}

const TICK_MS = 500

export const createTicking = (clock: ServerClock): Ticking => {
  let now: number | undefined
  const subscribe = whileSubscribed((listeners) => {
    now = clock.now()
    const timer = setInterval(() => {
      now = clock.now()
      for (const listener of [...listeners]) listener()
    }, TICK_MS)
    return () => clearInterval(timer)
  })
  return { subscribe, current: () => (now ??= clock.now()) }
}
