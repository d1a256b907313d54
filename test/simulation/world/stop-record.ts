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
  ask(): void
  /** What was only in the memory of the process is lost. */
  forget(): void
  /** A host has let go of it, by what was shown at that time; false when it was asked for again since. */
  letGo(shownAtMs: Instant): boolean
}

export interface StopRecordParts {
  readonly now: () => Instant
  readonly isFiled: () => boolean
  readonly isInLedger: () => boolean
}

export const createStopRecord = ({ now, isFiled, isInLedger }: StopRecordParts): StopRecord => {
  let askedAtMs: Instant | null = null
  let sinceMs: Instant | null = null
  return {
    causes: new Set(),
    get heldSinceMs() {
      const held = askedAtMs !== null || isFiled() || isInLedger()
      sinceMs = held ? (sinceMs ?? now()) : null
      return sinceMs
    },
    get isFiled() {
      return isFiled()
    },
    ask() {
      askedAtMs = now()
    },
    forget() {
      askedAtMs = null
    },
    letGo(shownAtMs) {
      const inTime = askedAtMs === null || askedAtMs <= shownAtMs
      if (inTime) askedAtMs = null
      return inTime
    },
  }
}
