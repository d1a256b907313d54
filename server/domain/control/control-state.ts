/** Where the engine stands. STOPPED: the process is down, or has not begun. */
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

/** What a person last wanted; only the host wants RUNNING again. */
export type DesiredState = 'RUNNING' | 'PAUSED'

/** What may be done in a state. What is not a risk is never held up longer than the books are unknown. */
export interface Authority {
  /** Whether signals are acted on, only noted, or not made. */
  readonly signals: 'LIVE' | 'SHADOW' | 'NONE'
  readonly entries: boolean
  readonly exits: boolean
  /** Placing and verifying stops, and closing what has none. */
  readonly guardian: boolean
  readonly cancels: boolean
  /** Increasing orders of people; the gates come on top. */
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

/** The one table of what each state allows. */
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

/** Higher is more authority; the states around a restart have as little as a halt. */
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

/** Whether going from one state to the other gives the engine more to decide by itself. */
export const raises = (from: ControlState, to: ControlState): boolean => RANK[to] > RANK[from]
