import { assert } from '../../core/assert.ts'
import type { ControlState, DesiredState } from '../../domain/control/control-state.ts'
import { type Authorship, isTransition } from '../../domain/control/transitions.ts'
import type { Actor } from '../model/events.ts'
import type { StateReason } from '../model/facts.ts'
import { record, type Turn } from './turn.ts'

const DOOR: Readonly<Record<Actor['type'], Authorship>> = { USER: 'API', HOST: 'HOST', ENGINE: 'AUTO' }

export interface Entering {
  readonly by: Actor
  readonly reason: StateReason
  /** Desired state from now on; unchanged when omitted. */
  readonly desired?: DesiredState
}

/** The only way into a state; one the table of transitions does not have is a bug. */
export const enterState = (turn: Turn, state: ControlState, { by, reason, desired }: Entering): void => {
  const { control } = turn.ledger
  assert(isTransition(control.state, state, DOOR[by.type]), `${by.type} may bring ${control.state} to ${state}`)
  record(turn, {
    kind: 'controlChanged',
    state,
    desired: desired ?? control.desired,
    reason,
    by,
    atMs: turn.atMs,
  })
}

/** Gives another reason for the state as it is; how long it has lasted stays. */
export const explainState = (turn: Turn, by: Actor, reason: StateReason): void => {
  const { state, desired } = turn.ledger.control
  record(turn, { kind: 'controlChanged', state, desired, reason, by, atMs: turn.atMs })
}
