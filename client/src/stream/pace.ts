import type { Surroundings } from '../surroundings.ts'

/** Calls `sendNext` while it has something to send, but not faster than the server allows. */
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

/** Below the server's 10 a second, as messages do not arrive as evenly as they are sent. */
const MESSAGES_MAX = 8
const WINDOW_MS = 1_100
