import type { Candidate } from '../order/order.ts'
import type { RiskView } from './risk-view.ts'

/** Safety (never removable), data, budget, quality, configuration. */
type GateKind = 'S' | 'D' | 'B' | 'Q' | 'C'

export type GateUnit = 'ms' | 'bps' | 'USDT' | 'lots' | 'ratio' | 'count' | 'percent' | 'bytes' | 'state'

/** Reading of a gate. Numbers, or words for states; `null` is "not known" or "not configured". */
export interface Observation {
  readonly pass: boolean
  readonly observed: number | string | null
  readonly limit: number | string | null
  readonly unit: GateUnit
  /** Explanation for a person. */
  readonly detail: string
}

/** One check of a candidate; it sees the candidate and one plain view, and nothing else. */
export interface Gate {
  readonly id: string
  readonly code: string
  readonly kind: GateKind
  /** Returns whether failing refuses this candidate; otherwise the reading is recorded only. */
  enforces(candidate: Candidate, view: RiskView): boolean
  read(candidate: Candidate, view: RiskView): Observation
}

/** The reading of one gate, as it is stored with the decision. */
export interface GateReading extends Observation {
  readonly gateId: string
  readonly code: string
  readonly kind: GateKind
  readonly enforced: boolean
}

/** An order that can only reduce is held up by lease and format alone. */
export const increases = (candidate: Candidate): boolean => !candidate.terms.reduceOnly
