import type { Surroundings } from '../surroundings.ts'

/** Calls `sendNext` while there is something to send, within the rate limit of the server. */
export const createPace = ({ now, after }: Surroundings, sendNext: () => boolean) => {
  const sentAt: number[] = []
  let cancel: (() => void) | undefined
  const waitMs = (): number => {
    const [oldest] = sentAt.length < MESSAGES_MAX ? [] : sentAt
    return oldest === undefined ? 0 : oldest + WINDOW_MS - now()
  }
  const flush = (): void => {
    cancel?.()
    cancel = undefined
    while (waitMs() <= 0) {
      if (!sendNext()) return
      sentAt.push(now())
      if (sentAt.length > MESSAGES_MAX) sentAt.shift()
    }
    cancel = after(waitMs(), flush)
  }
  return { flush, stop: () => cancel?.() }
}

/** Below the server's limit of 10 per second, because messages arrive less evenly than they are sent. */
const MESSAGES_MAX = 8
const WINDOW_MS = 1_100
