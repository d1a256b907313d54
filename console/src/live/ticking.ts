import type { ServerClock } from './server-clock.ts'
import { whileHeard } from './while-heard.ts'

const LOOK_MS = 500

/** The server's time, looked at twice a second for all who go by it. */
export interface Ticking {
  subscribe(listener: () => void): () => void
  /** When it was last looked: milliseconds since 1970; undefined until the server was heard. */
  current(): number | undefined
}

export const createTicking = (clock: ServerClock): Ticking => {
  let now: number | undefined
  const subscribe = whileHeard((listeners) => {
    now = clock.now()
    const looking = setInterval(() => {
      now = clock.now()
      for (const listener of [...listeners]) listener()
    }, LOOK_MS)
    return () => clearInterval(looking)
  })
  return { subscribe, current: () => (now ??= clock.now()) }
}
