/**
 * The lease of this engine on its account, which it renews with heartbeats; without a valid lease it must not send
 * orders.
 */

import { SECOND_MS } from '../core/instant.ts'
import type { Lease } from '../engine/model/ports.ts'
import { Fenced, type LeaseStore } from './ports.ts'

/** Lease held by this engine. */
export interface HeldLease extends Lease {
  readonly epoch: number
  /** Records that the store confirmed the epoch in response to a request sent at `sentAtMs` of the monotonic clock. */
  confirm(sentAtMs: number): void
  /** Sends heartbeats until stopped, or until another engine has the lease; `onLost` is then called once. */
  start(onLost: (fenced: Fenced) => void): void
  /** Stops the heartbeats and releases the lease. */
  release(): Promise<void>
}

/**
 * Validity of a lease after a confirmed heartbeat, and the margin before its end at which the engine stops sending
 * orders.
 */
const LEASE_MS = 3 * SECOND_MS
const MARGIN_MS = 500

const BEAT_EVERY_MS = SECOND_MS

interface HeldLeaseParts {
  readonly epoch: number
  readonly store: Pick<LeaseStore, 'heartbeat' | 'release'>
  /** Time at which the request for the lease was sent. */
  readonly takenAtMs: number
  /** Monotonic clock. */
  readonly monotonic: () => number
}

export const createHeldLease = ({ epoch, store, takenAtMs, monotonic }: HeldLeaseParts): HeldLease => {
  let confirmedAtMs = takenAtMs
  let isLost = false
  let heartbeat = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  const confirm = (sentAtMs: number): void => {
    confirmedAtMs = Math.max(confirmedAtMs, sentAtMs)
  }

  /** Sends a heartbeat. When the store does not respond, the lease only lapses; the next heartbeat may renew it. */
  const sendHeartbeat = async (onLost: (fenced: Fenced) => void): Promise<void> => {
    const sentAtMs = monotonic()
    try {
      await store.heartbeat(epoch, ++heartbeat)
      confirm(sentAtMs)
    } catch (error) {
      if (!(error instanceof Fenced) || isLost) return
      isLost = true
      clearInterval(timer)
      onLost(error)
    }
  }

  return {
    epoch,
    confirm,
    held: () => !isLost && monotonic() < confirmedAtMs + LEASE_MS - MARGIN_MS,
    start(onLost) {
      timer = setInterval(() => {
        sending ??= sendHeartbeat(onLost).finally(() => {
          sending = undefined
        })
      }, BEAT_EVERY_MS)
    },
    async release() {
      clearInterval(timer)
      await sending
      isLost = true
      await store.release(epoch)
    },
  }
}
