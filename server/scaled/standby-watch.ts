/** Decides when a standby takes over an account: watches the heartbeats of the active engine's lease. */

import type { LeaseReading } from './ports.ts'

/**
 * Creates the watch. It never compares the clocks of two hosts: a lease has ended when its heartbeat has not changed
 * for 3.5 s during which this host could read it continuously. `host` is the host of this engine; stops known to a
 * holder on the same host are also known here.
 */
export const createStandbyWatch = (host: string): StandbyWatch => {
  let last: LeaseReading | null = null
  let lastReadAtMs = Number.NEGATIVE_INFINITY
  let silentSinceMs = 0
  /** True when a change of the heartbeat was observed and the lease has been readable since. */
  let isWatched = false

  const observe = (reading: LeaseReading, atMs: number): void => {
    const hasGap = atMs - lastReadAtMs > SIGHT_MS
    const hasChanged = last === null || reading.epoch !== last.epoch || reading.heartbeat !== last.heartbeat
    if (hasChanged || hasGap) silentSinceMs = atMs
    isWatched = last !== null && (hasChanged || (isWatched && !hasGap))
    last = reading
    lastReadAtMs = atMs
  }

  return {
    note(reading, atMs) {
      if (reading === null) return 'WAIT'
      observe(reading, atMs)
      if (reading.holder === null) return 'SURE'
      if (atMs - silentSinceMs < SILENT_MS) return 'WAIT'
      return isWatched || reading.host === host ? 'SURE' : 'UNSURE'
    },
    pauseMs(atMs) {
      const isInSight = isWatched && atMs - lastReadAtMs < SIGHT_MS
      return isInSight && atMs - silentSinceMs > OVERDUE_MS ? OVERDUE_POLL_EVERY_MS : POLL_EVERY_MS
    },
  }
}

export interface StandbyWatch {
  /**
   * Evaluates a reading of the lease; null when the store did not respond. `atMs` is the time of the monotonic clock.
   */
  note(reading: LeaseReading | null, atMs: number): TakeOver
  /** Returns the time until the next reading: shorter while the next heartbeat is overdue. */
  pauseMs(atMs: number): number
}

/** Time without a heartbeat after which a standby takes over, by its own clock. */
const SILENT_MS = 3_500

const POLL_EVERY_MS = 250
const OVERDUE_POLL_EVERY_MS = 50

/** Twice the interval of the heartbeats. */
const OVERDUE_MS = 2_000

/** Maximum pause between two readings; a longer one is a gap in observation, after which the count starts over. */
const SIGHT_MS = 1_500

/**
 * Decision whether to take the lease over. `UNSURE`: the holder stopped responding while this engine could not read the
 * lease, so there may be an emergency stop that reached neither the store nor this host.
 */
type TakeOver = 'WAIT' | 'SURE' | 'UNSURE'
