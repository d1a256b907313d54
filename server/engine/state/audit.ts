/** Writes audit entries, and enters control states together with their reason. */

import { assert } from '../../core/assert.ts'
import {
  type Authorship,
  type ControlState,
  type DesiredState,
  isTransition,
} from '../../domain/control/control-state.ts'
import { type Actor, ENGINE, type Instructed } from '../model/events.ts'
import type { AuditEntry, StateReason } from '../model/facts.ts'
import { mint, record, type Turn } from './turn.ts'

/** Attributes automatic actions to the engine itself. */
export const byEngine = (turn: Turn, auditId = mint(turn, 'aud')): Instructed => ({
  actor: ENGINE,
  requestId: null,
  idempotency: null,
  reason: null,
  auditId,
})

/** Content of an audit entry apart from its actor. */
interface AuditFields extends Pick<AuditEntry, 'action' | 'target' | 'outcome' | 'reason'> {
  readonly before?: string | null
  readonly after?: string | null
}

export const audit = (
  { atMs, session, facts }: Turn,
  { auditId, actor, requestId, reason }: Instructed,
  { before = null, after = null, ...fields }: AuditFields,
): void => {
  const what = { ...fields, before, after, reason: fields.reason ?? reason }
  facts.push({ kind: 'audited', entry: { auditId, atMs, epoch: session.epoch, actor, requestId, ...what } })
}

const AUTHORSHIPS: Readonly<Record<Actor['type'], Authorship>> = { USER: 'API', HOST: 'HOST', ENGINE: 'AUTO' }

export interface Entering {
  readonly by: Actor
  readonly reason: StateReason
  /** Desired state from now on; unchanged when omitted. */
  readonly desired?: DesiredState
}

/** Enters a control state, the only function to do so; a transition missing from the table is a bug. */
export const enterState = (turn: Turn, state: ControlState, { by, reason, desired }: Entering): void => {
  const { control } = turn.ledger
  assert(
    isTransition(control.state, state, AUTHORSHIPS[by.type]),
    `${by.type} must be allowed to change ${control.state} to ${state}`,
  )
  record(turn, {
    kind: 'controlChanged',
    state,
    desired: desired ?? control.desired,
    reason,
    by,
    atMs: turn.atMs,
  })
}

/** Replaces the reason for the current state; its start time is unchanged. */
export const explainState = (turn: Turn, by: Actor, reason: StateReason): void => {
  const { state, desired } = turn.ledger.control
  record(turn, { kind: 'controlChanged', state, desired, reason, by, atMs: turn.atMs })
}
