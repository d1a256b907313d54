/** States of the engine and the actions each of them allows. */

/** States of the engine. STOPPED: the process is down or has not started. */
export const CONTROL_STATES = [
  'STOPPED',
  'STARTING',
  'RECONCILING',
  'RUNNING',
  'DEGRADED',
  'PAUSED',
  'HALTED',
  'STOPPING',
] as const

export type ControlState = (typeof CONTROL_STATES)[number]

/** State a person last requested; only the host can request RUNNING again. */
export type DesiredState = 'RUNNING' | 'PAUSED'

/** Permissions of a state. Actions without risk are blocked only while the ledger is unreconciled. */
export interface Authority {
  /** Signals are traded, recorded only, or not generated. */
  readonly signals: 'LIVE' | 'SHADOW' | 'NONE'
  readonly entries: boolean
  readonly exits: boolean
  /** Placing and verifying stops, and closing positions that have none. */
  readonly guardian: boolean
  readonly cancels: boolean
  /** Increasing user orders, in addition to the gates. */
  readonly manualIncreasing: boolean
  readonly manualReducing: boolean
}

const NOTHING: Authority = {
  signals: 'NONE',
  entries: false,
  exits: false,
  guardian: false,
  cancels: false,
  manualIncreasing: false,
  manualReducing: false,
}

const PROTECTING: Authority = { ...NOTHING, guardian: true, cancels: true, manualReducing: true }

/** Permissions of every state. */
export const AUTHORITY: Readonly<Record<ControlState, Authority>> = {
  STOPPED: { ...PROTECTING, manualIncreasing: true },
  STARTING: NOTHING,
  RECONCILING: { ...PROTECTING, signals: 'SHADOW' },
  RUNNING: { ...PROTECTING, signals: 'LIVE', entries: true, exits: true, manualIncreasing: true },
  DEGRADED: { ...PROTECTING, signals: 'LIVE', exits: true, manualIncreasing: true },
  PAUSED: { ...PROTECTING, signals: 'SHADOW', exits: true, manualIncreasing: true },
  HALTED: { ...PROTECTING, signals: 'SHADOW' },
  STOPPING: PROTECTING,
}

/** Higher ranks have more authority; the states around a restart have as little as HALTED. */
const RANK: Readonly<Record<ControlState, number>> = {
  RUNNING: 3,
  DEGRADED: 2,
  PAUSED: 1,
  HALTED: 0,
  STOPPED: 0,
  STARTING: 0,
  RECONCILING: 0,
  STOPPING: 0,
}

/** Returns whether a change of state gives the engine more autonomy. */
export const raises = (from: ControlState, to: ControlState): boolean => RANK[to] > RANK[from]

/** Source of a change of state. */
export type Authorship = 'API' | 'HOST' | 'AUTO'

/** A transition between two states. */
interface Transition {
  readonly from: readonly ControlState[]
  readonly to: ControlState
  readonly by: readonly Authorship[]
  /** Description of the cause. */
  readonly via: string
}

const LIVING: readonly ControlState[] = ['RECONCILING', 'RUNNING', 'DEGRADED', 'PAUSED', 'HALTED']

/** All transitions. No API request leads to more autonomy. */
export const TRANSITIONS: readonly Transition[] = [
  { from: CONTROL_STATES, to: 'RECONCILING', by: ['HOST'], via: 'plimsoll start' },
  { from: ['RECONCILING'], to: 'PAUSED', by: ['AUTO'], via: 'the ledger matches the exchange' },
  {
    from: ['RECONCILING'],
    to: 'RUNNING',
    by: ['AUTO'],
    via: 'the ledger matches the exchange, and RUNNING is requested',
  },
  { from: ['PAUSED'], to: 'RUNNING', by: ['HOST'], via: 'plimsoll resume' },
  { from: ['RUNNING', 'DEGRADED'], to: 'PAUSED', by: ['API'], via: 'POST /api/autotrading/pause' },
  { from: ['RUNNING', 'DEGRADED'], to: 'PAUSED', by: ['HOST'], via: 'plimsoll pause' },
  {
    from: ['RUNNING', 'DEGRADED'],
    to: 'PAUSED',
    by: ['AUTO'],
    via: 'a breaker that is re-armed on the host, or 15 minutes DEGRADED',
  },
  { from: ['RUNNING'], to: 'DEGRADED', by: ['AUTO'], via: 'a breaker that resets automatically' },
  { from: ['DEGRADED'], to: 'RUNNING', by: ['AUTO'], via: 'all breakers healthy for one minute' },
  { from: CONTROL_STATES, to: 'HALTED', by: ['API'], via: 'POST /api/emergency-stop' },
  { from: CONTROL_STATES, to: 'HALTED', by: ['HOST'], via: 'plimsoll stop' },
  { from: CONTROL_STATES, to: 'HALTED', by: ['AUTO'], via: 'a fault that requires a decision by a person' },
  { from: ['HALTED'], to: 'RECONCILING', by: ['HOST'], via: 'plimsoll stop clear' },
  { from: LIVING, to: 'STOPPING', by: ['HOST'], via: 'SIGTERM' },
  { from: ['STOPPING'], to: 'STOPPED', by: ['AUTO'], via: 'all components are closed' },
]

/** Returns whether a source may make this transition. */
export const isTransition = (from: ControlState, to: ControlState, by: Authorship): boolean =>
  TRANSITIONS.some((way) => way.to === to && way.from.includes(from) && way.by.includes(by))

/** Possible next state transitions, and the interface that triggers each. */
export const transitionsFrom = (state: ControlState): readonly Transition[] =>
  TRANSITIONS.filter(({ from, to }) => from.includes(state) && to !== state)
