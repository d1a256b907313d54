import type { Candidate } from '../order/order.ts'
import { increases } from './gate.ts'
import type { RiskView } from './risk-view.ts'

/**
 * Returns whether it is an increasing order of the engine itself; rules for strategies do not apply to people's orders.
 */
export const isAutotradingEntry = (candidate: Candidate): boolean =>
  candidate.origin === 'AUTOTRADING' && increases(candidate)

/**
 * Returns whether the limits on day loss, drawdown and losing streak apply to this order; reducing is always allowed.
 */
export const isBoundByLosses = (candidate: Candidate, { constitution: { limits } }: RiskView): boolean =>
  increases(candidate) && (candidate.origin === 'AUTOTRADING' || limits.appliesToManual !== false)
