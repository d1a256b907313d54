import type { Instant } from '../../core/instant.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import { atOnce, defineInput } from '../frame/input.ts'

/** Emergency stop that a person engaged, or a process that ended without a clean shutdown, and the result. */
export interface Drill {
  readonly drillId: string
  readonly kind: 'EMERGENCY_STOP' | 'KILL'
  readonly mode: ExecutionMode
  /** Time at which it was engaged; for a kill, the start of the next process. */
  readonly startedAtMs: Instant
  /** Null while it is not proven. */
  readonly completedAtMs: Instant | null
  /**
   * `COMPLETE`: every order that could increase risk was cancelled and every position protected by its stop, verified
   * twice; or ledger, orders, positions and protection were verified after a kill. `PENDING`: not yet. `UNSAFE`:
   * something was lost or could not be proven. `CUT_OFF`: it was released, or the process ended again, before that.
   */
  readonly outcome: 'PENDING' | 'COMPLETE' | 'UNSAFE' | 'CUT_OFF'
  /** User who engaged the stop; null for a kill. */
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
