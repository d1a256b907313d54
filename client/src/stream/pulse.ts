import type { Surroundings } from '../surroundings.ts'

/**
 * Monitors the connection's heartbeat: pings after 5 s of silence, reports stale data after 10 s, and disconnects 10
 * s after an unanswered ping.
 */
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
    /** Records that a message arrived. */
    beat: (): void => {
      receivedAt = now()
      if (taken === 0) return
      const wasStale = taken > 1
      taken = 0
      cancel()
      listen()
      if (wasStale) onRecovered()
    },
    /** Starts the monitoring once the connection is open; until then the connect timeout applies. */
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

interface Hooks {
  /** Called after a period without messages, to send a ping. */
  readonly onPing: () => void
  /** Called while a sent ping is unanswered. */
  readonly onStale: () => void
  /** Called when messages arrive again after a stale period. */
  readonly onRecovered: () => void
  /** Called when a ping was not answered. */
  readonly onDead: () => void
}

const OPEN_MS = 10_000
const PING_MS = 5_000
const STALE_MS = 10_000
/** Time from the ping on: after a sleep of the host, the answer is processed first. */
const ANSWER_MS = 10_000
