import type { Candidate } from '../order/order.ts'
import { increases } from './gate.ts'
import type { RiskView } from './risk-view.ts'

/** An increasing order the engine made by itself; the rules for strategies do not bind orders of people. */
export const isAutotradingEntry = (candidate: Candidate): boolean =>
  candidate.origin === 'AUTOTRADING' && increases(candidate)

/** Whether the limits on day loss, drawdown and losses in a row bind this order; reducing is always allowed. */
export const isBoundByLosses = (candidate: Candidate, { constitution: { limits } }: RiskView): boolean =>
  increases(candidate) && (candidate.origin === 'AUTOTRADING' || limits.appliesToManual !== false)
