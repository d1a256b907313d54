import { type FaultPlan, NO_FAULTS } from '../../../server/adapters/exchanges/faults/fault-plan.ts'
import type { TimedFault } from '../../../server/core/fault-plan.ts'

/** Faults between engine and exchange: faults of the wire, and two outside it. */
interface Faults extends FaultPlan {
  /** Delay of a request. */
  readonly requestDelayed: TimedFault
  /** Delay of a timely order between gateway and matching, during which no query finds it. */
  readonly slowMatching: TimedFault
}

/** Active faults; changed in place. */
export type Wrong = { -readonly [Fault in keyof Faults]: Faults[Fault] }

export type FaultKind = Exclude<keyof Faults, 'seed' | 'untilMs' | 'timeoutMs' | 'clockSkewMs'>

const NEVER: TimedFault = { probability: 0, fromMs: 0, toMs: 0 }

export const NOTHING_WRONG: Faults = { ...NO_FAULTS, requestDelayed: NEVER, slowMatching: NEVER }

/** Faults active during each kind of fault. */
export const FAULTS_ON: Readonly<Record<FaultKind, Partial<Faults>>> = {
  requestLost: { requestLost: 0.3 },
  requestDelayed: { requestDelayed: { probability: 0.3, fromMs: 100, toMs: 5_000 } },
  slowMatching: { slowMatching: { probability: 0.3, fromMs: 100, toMs: 9_000 } },
  responseLost: { responseLost: 0.3 },
  responseDelayed: { responseDelayed: { probability: 0.4, fromMs: 200, toMs: 6_000 } },
  responseDuplicated: { responseDuplicated: 0.5 },
  streamDuplicated: { streamDuplicated: 0.5 },
  streamReordered: { streamReordered: 0.4 },
  streamGap: { streamGap: { probability: 0.05, fromMs: 100, toMs: 6_000 } },
  rateLimitStorm: { rateLimitStorm: { probability: 0.1, fromMs: 500, toMs: 6_000 } },
  serverErrors: { serverErrors: 0.4 },
  readsFail: { readsFail: 0.5 },
  stopsVanish: { stopsVanish: 0.3 },
  pause: { pause: { probability: 0.05, fromMs: 200, toMs: 6_000 } },
}

export const FAULT_KINDS = Object.keys(FAULTS_ON) as FaultKind[]

/** Maximum time that a fault has effects after its end. */
export const AFTERMATH_MS = 9_500
