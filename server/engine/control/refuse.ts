/** Refusals of host commands that the present state does not allow. */

import type { CommandOutcome, Instructed } from '../model/events.ts'
import type { AuditEntry } from '../model/facts.ts'
import { refused } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import type { Turn } from '../state/turn.ts'

/** Reason why a command is refused now. */
export interface Obstacle {
  readonly code: string
  readonly detail: string
}

/** Records the refusal of a command in the audit log, and returns it as the outcome. */
export const refuse = (
  turn: Turn,
  instructed: Instructed,
  fields: Pick<AuditEntry, 'action' | 'target'> & Partial<Pick<AuditEntry, 'before' | 'after'>>,
  obstacle: Obstacle,
): CommandOutcome => {
  audit(turn, instructed, { ...fields, outcome: 'REFUSED', reason: `${obstacle.code}: ${obstacle.detail}` })
  return refused({ kind: 'notNow', ...obstacle })
}

/** Returns the obstacle of a store that cannot be written, if it is one. */
export const storeObstacle = ({ storeFailure }: { readonly storeFailure: string | null }): Obstacle | undefined =>
  storeFailure === null ? undefined : { code: 'STORE_FAILED', detail: storeFailure }
