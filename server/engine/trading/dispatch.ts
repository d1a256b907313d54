import type { Instant } from '../../core/instant.ts'
import type { Candidate } from '../../domain/order/order.ts'
import { Approved, type Verdict } from '../../domain/risk/approved.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import type { RiskView } from '../../domain/risk/risk-view.ts'
import type { EngineState, Turn } from '../state/turn.ts'
import { estimateVenueTime } from './clock.ts'
import { buildRiskView } from './risk-view.ts'

/** Returns the verdict of all gates on a candidate now, and their readings. */
export const judge = (
  state: EngineState,
  candidate: Candidate,
  atMs: Instant,
): Verdict & { readonly view: RiskView } => {
  const view = buildRiskView(state, candidate, atMs)
  return { view, ...Approved.passGates(candidate, view, GATES) }
}

/** Requests that an approved order is sent, signed with the exchange's time. */
export const dispatch = (turn: Turn, order: Approved): void => {
  const { recvWindowMs } = turn.rules.constitution.execution
  turn.effects.push({ kind: 'submitOrder', order, signedAtMs: estimateVenueTime(turn), recvWindowMs })
}
