/** Decides orders: runs the gates on a candidate, records the decision, and dispatches an approved order. */

import type { Instant } from '../../core/instant.ts'
import { type Instrument, lots, type Ticks } from '../../domain/market/instrument.ts'
import type { Candidate, Order, OrderTerms, ProtectionPlan } from '../../domain/order/order.ts'
import { heldByAutotrading, isPerson } from '../../domain/position/position.ts'
import type { PositionOutline } from '../../domain/position/position-effect.ts'
import { Approved, type Verdict } from '../../domain/risk/approved.ts'
import { GATES } from '../../domain/risk/gates/index.ts'
import type { RiskView } from '../../domain/risk/risk-view.ts'
import type { Instructed } from '../model/events.ts'
import type { Decision } from '../model/facts.ts'
import { audit } from '../state/audit.ts'
import { type EngineState, mint, record, type Turn } from '../state/turn.ts'
import { effectOnPosition } from './effect-on-position.ts'
import { buildRiskView } from './risk-view.ts'

/**
 * Runs all gates on one snapshot, then records the decision with its evidence. An approved order is recorded as
 * dispatched, and is sent once that record is durable.
 */
export const decideOrder = (turn: Turn, candidate: Candidate, instructed: Instructed): Order => {
  const assessed = assess(turn, candidate, turn.atMs)
  return enterOrder(turn, candidate, { ...assessed, decisionId: mint(turn, 'dec') }, instructed)
}

/** Returns the verdict of all gates on a candidate and, for a user's order, its effect on the position. */
export const assess = (
  state: EngineState,
  candidate: Candidate,
  atMs: Instant,
): Verdict & Pick<Decision, 'effect'> & { readonly view: RiskView } => {
  const judged = judge(state, candidate, atMs)
  if (!isPerson(candidate.origin)) return judged
  const position = state.ledger.positions.get(candidate.terms.symbol)
  return { ...judged, effect: effectOnPosition(position, candidate, judged.view) }
}

/** Records a decision, and sends the order when it was approved. */
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
    after: describeTerms(order.terms, turn.market.instruments.get(order.terms.symbol)?.instrument),
    outcome: approved ? 'INTENT' : 'DENIED',
    reason: order.statusReason,
  })
  if (approved) dispatch(turn, approved)
  return order
}

/** Returns the current verdict of all gates on a candidate, with their readings. */
export const judge = (
  state: EngineState,
  candidate: Candidate,
  atMs: Instant,
): Verdict & { readonly view: RiskView } => {
  const view = buildRiskView(state, candidate, atMs)
  return { view, ...Approved.passGates(candidate, view, GATES, state.signals.isRecorded) }
}

/** Requests the sending of an approved order; it is signed and sent once the decision is durable. */
export const dispatch = (turn: Turn, order: Approved): void => {
  const { recvWindowMs } = turn.rules.constitution.execution
  turn.effects.push({ kind: 'submitOrder', order, decidedAtMs: turn.atMs, recvWindowMs })
}

/** Describes an order for the audit log: `BUY 0.010 BTCUSDT LIMIT at 60000.1, reduce-only`. */
export const describeTerms = (terms: OrderTerms, instrument: Instrument | undefined): string => {
  const { side, symbol, type, quantity, price, trigger, reduceOnly } = terms
  if (!instrument) return `${side} ${symbol} ${type}`
  const at = price === null ? '' : ` at ${instrument.price.print(price)}`
  const by = trigger === null ? '' : ` triggered by ${trigger.by} at ${instrument.price.print(trigger.price)}`
  return `${side} ${instrument.quantity.print(quantity)} ${symbol} ${type}${at}${by}${reduceOnly ? ', reduce-only' : ''}`
}

/**
 * Describes the position before an order for the audit log: `0.062, stop 58800.0, held by autotrading (S01)`; null when
 * flat.
 */
const wordsOfOutline = ({ holder, quantity, stopLoss }: PositionOutline): string | null =>
  holder && `${quantity}, stop ${stopLoss}, ${heldByAutotrading(holder) ?? 'held by a user'}`

/** Describes stop and target of a position for the audit log: `stop 58800.0, target 62000.0`. */
export const wordsOfPlan = ({ stopLoss, takeProfit }: ProtectionPlan, instrument: Instrument | undefined): string => {
  const print = (price: Ticks): string => instrument?.price.print(price) ?? String(price)
  return `stop ${print(stopLoss.price)}${takeProfit ? `, target ${print(takeProfit.price)}` : ''}`
}
