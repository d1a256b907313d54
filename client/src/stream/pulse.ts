import type { Surroundings } from '../surroundings.ts'

const QUIET_MS = 30_000
const ANSWER_MS = 10_000

interface Hooks {
  /** Nothing has been heard for a while: time to ask. */
  readonly onQuiet: () => void
  /** What was quiet is heard again. */
  readonly onHeard: () => void
  /** There is no answer. */
  readonly onDead: () => void
}

/** Watches that something is heard: after 30 quiet seconds it asks, after 10 more it gives up. */
export const createPulse = ({ now, after }: Surroundings, { onQuiet, onHeard, onDead }: Hooks) => {
  let heardAt = now()
  let quiet = false
  let cancel = after(ANSWER_MS, onDead)
  const listen = (): void => {
    cancel = after(heardAt + QUIET_MS - now(), () => {
      if (now() - heardAt < QUIET_MS) return listen()
      quiet = true
      cancel = after(ANSWER_MS, onDead)
      onQuiet()
    })
  }
  return {
    /** Something was heard. */
    beat: (): void => {
      heardAt = now()
      if (!quiet) return
      quiet = false
      cancel()
      listen()
      onHeard()
    },
    /** The connection stands; until then it had as long as an answer has. */
    begin: (): void => {
      cancel()
      heardAt = now()
      listen()
    },
    stop: (): void => cancel(),
  }
}
