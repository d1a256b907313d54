import type { Instant } from '../../../server/core/instant.ts'
import type { StopCode } from '../../../server/domain/control/stop.ts'

/** Independent state of the emergency stop: its causes, and since when it is engaged. */
export interface StopRecord {
  /** Instant since which memory, file or ledger contains the stop; null while none does. */
  readonly heldSinceMs: Instant | null
  readonly isFiled: boolean
  /** All causes of the stop so far. */
  readonly causes: Set<StopCode>
  /** Records a stop request to the running process. */
  request(): void
  /** Clears everything that exists only in the memory of the process. */
  forget(): void
  /**
   * Records that a host cleared the stop with the state shown at that time; false when it was requested again since.
   */
  letGo(displayedAtMs: Instant): boolean
}

export interface StopRecordParts {
  readonly now: () => Instant
  readonly isFiled: () => boolean
  readonly isInLedger: () => boolean
}

export const createStopRecord = ({ now, isFiled, isInLedger }: StopRecordParts): StopRecord => {
  let requestedAtMs: Instant | null = null
  let sinceMs: Instant | null = null
  return {
    causes: new Set(),
    get heldSinceMs() {
      const held = requestedAtMs !== null || isFiled() || isInLedger()
      sinceMs = held ? (sinceMs ?? now()) : null
      return sinceMs
    },
    get isFiled() {
      return isFiled()
    },
    request() {
      requestedAtMs = now()
    },
    forget() {
      requestedAtMs = null
    },
    letGo(displayedAtMs) {
      const inTime = requestedAtMs === null || requestedAtMs <= displayedAtMs
      if (inTime) requestedAtMs = null
      return inTime
    },
  }
}
