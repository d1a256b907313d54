import { lots } from '../../domain/market/instrument.ts'
import type { Candidate, Order } from '../../domain/order/order.ts'
import { Approved } from '../../domain/risk/approved.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import type { Instructed } from '../events.ts'
import { mint, record, type Turn } from '../turn.ts'
import { audit } from './audit.ts'
import { venueTimeOf } from './clock.ts'
import { riskViewOf } from './risk-view.ts'

/**
 * All gates on one snapshot, then the decision with its evidence. An approved order is entered as dispatched, and its
 * sending is asked for: the bytes leave when this is durable.
 */
export const decideOrder = (turn: Turn, candidate: Candidate, instructed: Instructed): Order => {
  const { atMs, rules } = turn
  const { readings, approved } = Approved.passGates(candidate, riskViewOf(turn, candidate, atMs), GATES)
  const { recvWindowMs } = rules.constitution.execution
  const refused = readings.filter(({ enforced, pass }) => enforced && !pass)
  const order: Order = {
    ...candidate,
    status: approved ? 'PENDING_NEW' : 'DENIED',
    statusReason: approved ? null : refused.map(({ gateId, code }) => `${gateId} ${code}`).join(', '),
    exchangeOrderId: null,
    filled: lots(0),
    filledTickLots: 0n,
    feesPaid: 0n,
    dispatch: approved
      ? { state: 'DISPATCHING', attempts: 1, signedAtMs: atMs, provenDeadAtMs: null }
      : { state: 'DENIED', attempts: 0, signedAtMs: null, provenDeadAtMs: null },
    reportSequence: 0,
    decisionId: mint(turn, 'dec'),
    auditId: instructed.auditId,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 1,
  }
  const verdict = approved ? 'APPROVED' : 'DENIED'
  const decision = { decisionId: order.decisionId, verdict, readings } as const
  record(turn, { kind: 'orderDecided', order, decision, idempotency: instructed.idempotency, atMs })
  audit(turn, instructed, {
    action: 'ORDER_PLACE',
    target: order.orderId,
    outcome: approved ? 'INTENT' : 'DENIED',
    reason: order.statusReason,
  })
  if (approved) turn.effects.push({ kind: 'submitOrder', order: approved, signedAtMs: venueTimeOf(turn), recvWindowMs })
  return order
}
