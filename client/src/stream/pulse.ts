import type { Surroundings } from '../surroundings.ts'

const OPEN_MS = 10_000
const PING_MS = 5_000
const STALE_MS = 10_000
/** From the question on: who has slept for long is to hear the answer first. */
const ANSWER_MS = 10_000

interface Hooks {
  /** Nothing has been heard for a while: time to ask. */
  readonly onPing: () => void
  /** It was asked, and there is no answer yet. */
  readonly onStale: () => void
  /** What was stale is heard again. */
  readonly onRecovered: () => void
  /** There is no answer. */
  readonly onDead: () => void
}

/** Watches that something is heard: after 5 quiet seconds it asks, after 10 what was told is stale, after 15 it gives up. */
export const createPulse = ({ now, after }: Surroundings, { onPing, onStale, onRecovered, onDead }: Hooks) => {
  let receivedAt = now()
  let pingedAt = receivedAt
  const ping = (): void => {
    pingedAt = now()
    onPing()
  }
  const steps = [
    { dueAt: () => receivedAt + PING_MS, take: ping },
    { dueAt: () => receivedAt + STALE_MS, take: onStale },
    { dueAt: () => pingedAt + ANSWER_MS, take: onDead },
  ]
  let taken = 0
  let cancel = after(OPEN_MS, onDead)
  const listen = (): void => {
    const step = steps[taken]
    if (!step) return
    cancel = after(step.dueAt() - now(), () => {
      const isDue = now() >= step.dueAt()
      if (isDue) taken++
      listen()
      if (isDue) step.take()
    })
  }
  return {
    /** Something was heard. */
    beat: (): void => {
      receivedAt = now()
      if (taken === 0) return
      const wasStale = taken > 1
      taken = 0
      cancel()
      listen()
      if (wasStale) onRecovered()
    },
    /** The connection stands; until then it had as long as that may take. */
    begin: (): void => {
      cancel()
      receivedAt = now()
      listen()
    },
    stop: (): void => {
      taken = 0
      cancel()
    },
  }
}
