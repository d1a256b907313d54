import { lots } from '../../domain/market/instrument.ts'
import type { Candidate, Order } from '../../domain/order/order.ts'
import { isPerson } from '../../domain/position/holder.ts'
import type { Verdict } from '../../domain/risk/approved.ts'
import type { Instructed } from '../model/events.ts'
import type { Decision } from '../model/facts.ts'
import { audit } from '../state/audit.ts'
import { mint, record, type Turn } from '../state/turn.ts'
import { dispatch, judge } from './dispatch.ts'
import { effectOnPosition } from './effect-on-position.ts'
import { wordsOfOutline, wordsOfTerms } from './order-words.ts'

/**
 * Runs all gates on one snapshot, then records the decision with its evidence. An approved order is entered as
 * dispatched, and its sending is requested: the bytes leave when this is durable.
 */
export const decideOrder = (turn: Turn, candidate: Candidate, instructed: Instructed): Order => {
  const { view, ...verdict } = judge(turn, candidate, turn.atMs)
  const position = turn.ledger.positions.get(candidate.terms.symbol)
  const effect = isPerson(candidate.origin) ? { effect: effectOnPosition(position, candidate, view) } : {}
  return enterOrder(turn, candidate, { ...verdict, ...effect, decisionId: mint(turn, 'dec') }, instructed)
}

/** Enters what has been decided, and lets it out when it was approved. */
export const enterOrder = (
  turn: Turn,
  candidate: Candidate,
  { readings, approved, decisionId, effect }: Verdict & Pick<Decision, 'decisionId' | 'effect'>,
  instructed: Instructed,
): Order => {
  const { atMs } = turn
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
    decisionId,
    auditId: instructed.auditId,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 1,
  }
  const verdict = approved ? 'APPROVED' : 'DENIED'
  const decision: Decision = { decisionId, verdict, readings, ...(effect && { effect }) }
  record(turn, { kind: 'orderDecided', order, decision, idempotency: instructed.idempotency, atMs })
  audit(turn, instructed, {
    action: 'ORDER_PLACE',
    target: order.orderId,
    before: effect ? wordsOfOutline(effect.before) : null,
    after: wordsOfTerms(order.terms, turn.market.instruments.get(order.terms.symbol)?.instrument),
    outcome: approved ? 'INTENT' : 'DENIED',
    reason: order.statusReason,
  })
  if (approved) dispatch(turn, approved)
  return order
}
