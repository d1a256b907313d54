import type { Instant } from '../../core/instant.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** An emergency stop somebody engaged, or a process that ended without saying so, and what came of it. */
export interface Drill {
  readonly drillId: string
  readonly kind: 'EMERGENCY_STOP' | 'KILL'
  readonly mode: ExecutionMode
  /** When it was engaged; of a kill, when the process that came after it was started. */
  readonly startedAtMs: Instant
  /** Null while it is not proven. */
  readonly completedAtMs: Instant | null
  /**
   * `COMPLETE`: everything that could increase risk was taken back and every position behind its stop, twice over; or books, orders, positions
   * and protection were proven after a kill. `PENDING`: not yet. `UNSAFE`: something was lost or could not be proven. `CUT_OFF`: it was released,
   * or the process ended again, before that.
   */
  readonly outcome: 'PENDING' | 'COMPLETE' | 'UNSAFE' | 'CUT_OFF'
  /** Who engaged the stop; null for a kill. */
  readonly by: string | null
  /** From the instruction to stop until the engine acted on it, ms; null for a kill. */
  readonly heldWithinMs: number | null
}

export const drills = defineInput<readonly Drill[]>({
  kind: 'STATE',
  source: 'store.drills',
  what: 'The record of emergency stops and of kills that were survived',
  producedBy: 'evidence store',
  maxAgeMs: atOnce,
})
