/** States of the engine. STOPPED: the process is down, or has not begun. */
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

/** Permissions of a state. Actions without risk are blocked no longer than the ledger is unreconciled. */
export interface Authority {
  /** Signals are traded, recorded only, or not generated. */
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

/** Returns whether a change of state lets the engine decide more on its own. */
export const raises = (from: ControlState, to: ControlState): boolean => RANK[to] > RANK[from]
