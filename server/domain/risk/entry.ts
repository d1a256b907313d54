import type { Candidate } from '../order/order.ts'
import { increases } from './gate.ts'

/** An increasing order the engine made by itself; orders of people are not held to the rules for strategies. */
export const isAutotradingEntry = (candidate: Candidate): boolean =>
  candidate.origin === 'AUTOTRADING' && increases(candidate)
