/** Definition of a gate: its check, reading and remedy, the limits it enforces, and the probes of these limits. */

import type { Money } from '../account/money.ts'
import type { Candidate } from '../order/order.ts'
import type { Constitution } from './constitution.ts'
import type { PresentRisk } from './present-risk.ts'
import type { RiskView } from './risk-view.ts'
import type { Setting } from './setting-rule.ts'

/** A check of a candidate; its only inputs are the candidate and one plain view. */
export interface Gate {
  readonly id: string
  readonly code: string
  readonly kind: GateKind
  /** Short name of the check. */
  readonly label: string
  readonly remedy: GateRemedy
  /** Settings of the constitution that the gate enforces, by path. */
  readonly limits?: { readonly [P in LimitPath]?: GateLimit<P> }
  /** Returns whether a failed check refuses this candidate; otherwise the reading is only recorded. */
  enforces(candidate: Candidate, view: RiskView): boolean
  read(candidate: Candidate, view: RiskView): Observation
}

export type GateUnit = 'ms' | 'bps' | 'USDT' | 'lots' | 'ratio' | 'count' | 'percent' | 'bytes' | 'state'

/** Safety (never removable), data, budget, quality, configuration. */
type GateKind = 'S' | 'D' | 'B' | 'Q' | 'C'

/** Reading of a gate: a number, or a word for a state; `null` means unknown or not configured. */
export interface Observation {
  readonly pass: boolean
  readonly observed: number | string | null
  readonly limit: number | string | null
  readonly unit: GateUnit
  /** Explanation for a person. */
  readonly detail: string
}

/** Condition under which a gate passes again; for a safety gate it is never a looser limit. */
export interface GateRemedy {
  readonly text: string
  /**
   * Place where a person can act; `NONE` when the gate passes again automatically or only the cause itself can change.
   */
  readonly where: 'API' | 'HOST_CLI' | 'EXCHANGE' | 'NONE'
}

/** Path of a limit in the constitution. */
export type LimitPath = PathIn<'limits'> | PathIn<'data'> | 'protection.budgetMs'

type PathIn<S extends 'limits' | 'data'> = `${S}.${Exclude<keyof Constitution[S] & string, 'appliesToManual'>}`

type SettingAt<P extends LimitPath> = P extends `${infer S extends keyof Constitution}.${infer N}`
  ? Constitution[S][N & keyof Constitution[S]]
  : never

/** Permitted side of a limit: smaller is tighter for `at most` and `less than`, larger for `at least`. */
export type Bound = 'at most' | 'at least' | 'less than'

/** A limit from the constitution; null means not configured, and its gate refuses. */
export type Limit = number | string | null

/** Declaration of a limit: constitution, defaults and probes derive from it. */
export interface GateLimit<P extends LimitPath = LimitPath> extends Setting<SettingAt<P>> {
  /** Limited quantity, in sentence case: "Notional of one order". */
  readonly title: string
  readonly unit: GateUnit
  readonly bound: Bound
  /** Null for a limit that is only recorded. */
  readonly probe: LimitProbe | null
  /**
   * Returns the current use of the limit without another order, in its unit; omitted when only an order has a value to
   * compare.
   */
  readonly used?: (risk: PresentRisk) => Money | number | null
}

/** A candidate and the risk view it is checked with. */
export interface ProbeCase {
  readonly candidate: Candidate
  readonly view: RiskView
}

/** Creates the two cases with which the running server tests a limit: just inside and just beyond. */
export interface LimitProbe {
  /** Last amount inside the limit and first amount beyond it, in steps of the limit's unit. */
  readonly steps: (limit: number, constitution: Constitution) => readonly [inside: number, beyond: number]
  /** Smallest sensible amount. */
  readonly least?: number
  readonly createCase: (amount: number, constitution: Constitution) => ProbeCase
  /**
   * Converts the limit reported by the gate to the format of the constitution; undefined when the gate reports none.
   */
  readonly readBack?: (observed: Observation, probed: ProbeCase) => Limit | undefined
}

interface GateWithLimits<P extends LimitPath> extends Omit<Gate, 'limits'> {
  readonly limits: { readonly [K in P]: GateLimit<K> }
}

/** Declares a gate with limits; their paths are part of its type, so a limit that no gate declares does not compile. */
export const gateWithLimits = <const P extends LimitPath>(gate: GateWithLimits<P>): GateWithLimits<P> => gate

/** Reading of one gate, as stored with the decision. */
export interface GateReading extends Observation {
  readonly gateId: string
  readonly code: string
  readonly kind: GateKind
  readonly enforced: boolean
}

/** Returns whether an order may increase risk; only the lease and the format are checked for reduce-only orders. */
export const increases = (candidate: Candidate): boolean => !candidate.terms.reduceOnly

const remedyAt =
  (where: GateRemedy['where']) =>
  (text: string): GateRemedy => ({ text, where })

export const onHost = remedyAt('HOST_CLI')
export const byApi = remedyAt('API')
export const atExchange = remedyAt('EXCHANGE')
export const byItself = remedyAt('NONE')

/**
 * Returns whether a candidate is an increasing order of the engine itself; rules for strategies do not apply to user
 * orders.
 */
export const isAutotradingEntry = (candidate: Candidate): boolean =>
  candidate.origin === 'AUTOTRADING' && increases(candidate)

/**
 * Returns whether the limits on day loss, drawdown and losing streak apply to this order; reducing orders are always
 * allowed.
 */
export const isBoundByLosses = (candidate: Candidate, { constitution: { limits } }: RiskView): boolean =>
  increases(candidate) && (candidate.origin === 'AUTOTRADING' || limits.appliesToManual !== false)
