import { CONTROL_STATES, type ControlState } from './control-state.ts'

/** Source of a change of state. */
export type Authorship = 'API' | 'HOST' | 'AUTO'

/** One way from state to state. */
export interface Transition {
  readonly from: readonly ControlState[]
  readonly to: ControlState
  readonly by: readonly Authorship[]
  /** Cause, in words for a person. */
  readonly via: string
}

const LIVING: readonly ControlState[] = ['RECONCILING', 'RUNNING', 'DEGRADED', 'PAUSED', 'HALTED']

/** Every way there is. Nothing that comes through the API leads upwards. */
export const TRANSITIONS: readonly Transition[] = [
  { from: CONTROL_STATES, to: 'RECONCILING', by: ['HOST'], via: 'plimsoll start' },
  { from: ['RECONCILING'], to: 'PAUSED', by: ['AUTO'], via: 'the ledger matches the exchange' },
  { from: ['RECONCILING'], to: 'RUNNING', by: ['AUTO'], via: 'the ledger matches, and running is desired' },
  { from: ['PAUSED'], to: 'RUNNING', by: ['HOST'], via: 'plimsoll resume' },
  { from: ['RUNNING', 'DEGRADED'], to: 'PAUSED', by: ['API'], via: 'POST /api/autotrading/pause' },
  { from: ['RUNNING', 'DEGRADED'], to: 'PAUSED', by: ['HOST'], via: 'plimsoll pause' },
  {
    from: ['RUNNING', 'DEGRADED'],
    to: 'PAUSED',
    by: ['AUTO'],
    via: 'a breaker that the host re-arms, or a quarter of an hour degraded',
  },
  { from: ['RUNNING'], to: 'DEGRADED', by: ['AUTO'], via: 'a breaker that resets automatically' },
  { from: ['DEGRADED'], to: 'RUNNING', by: ['AUTO'], via: 'all breakers well for a minute' },
  { from: CONTROL_STATES, to: 'HALTED', by: ['API'], via: 'POST /api/emergency-stop' },
  { from: CONTROL_STATES, to: 'HALTED', by: ['HOST'], via: 'plimsoll stop' },
  { from: CONTROL_STATES, to: 'HALTED', by: ['AUTO'], via: 'a fault only a person can judge' },
  { from: ['HALTED'], to: 'RECONCILING', by: ['HOST'], via: 'plimsoll stop clear' },
  { from: LIVING, to: 'STOPPING', by: ['HOST'], via: 'SIGTERM' },
  { from: ['STOPPING'], to: 'STOPPED', by: ['AUTO'], via: 'everything is closed' },
]

/** Returns whether that source may make this transition. */
export const isTransition = (from: ControlState, to: ControlState, by: Authorship): boolean =>
  TRANSITIONS.some((way) => way.to === to && way.from.includes(from) && way.by.includes(by))

/** Possible next state transitions, and the interface that triggers each. */
export const transitionsFrom = (state: ControlState): readonly Transition[] =>
  TRANSITIONS.filter(({ from, to }) => from.includes(state) && to !== state)
