import type { Instant } from '../../../server/core/instant.ts'
import type { StopCode } from '../../../server/domain/control/stop.ts'

/** What is known of the emergency stop without asking the engine: who wanted it, and where it holds. */
export interface StopRecord {
  /** Since when memory, file or ledger holds it; null while none does. */
  readonly heldSinceMs: Instant | null
  readonly isFiled: boolean
  /** Whatever there has been a reason to stop for. */
  readonly causes: Set<StopCode>
  /** Somebody asks the living process for it. */
  request(): void
  /** What was only in the memory of the process is lost. */
  forget(): void
  /** A host has let go of it, by what was shown at that time; false when it was asked for again since. */
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
