/**
 * Amends open orders for callers: the order is cancelled, and once it has ended, what is left of the amended quantity
 * is placed as its replacement.
 */

import { isFresh } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { type Lots, lots } from '../../domain/market/instrument.ts'
import { type Candidate, isProtective, type Order } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { AmendedTerms, Command, CommandOutcome, CommandRefusal, OrderRequest } from '../model/events.ts'
import type { PendingAmendment } from '../model/facts.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import { type EngineState, mint, record, type Turn } from '../state/turn.ts'
import { requestCancel } from './cancel-order.ts'
import { proposeOrder } from './candidate.ts'
import { assess, decideOrder, describeTerms, enterOrder } from './decide-order.ts'
import { endAmendment } from './end-amendment.ts'
import { checkRefusal } from './place-order.ts'

/**
 * Amends an open order for a caller. The gates judge the replacement as a new order, without the order it replaces;
 * when they refuse it, the order stays as it is. A repetition of the same instruction changes nothing.
 */
export const amendOrder = (turn: Turn, command: Amend): CommandOutcome => {
  const { replaces, orderId, venueSeed, change, instructed } = command
  const { ledger, atMs } = turn
  if (ledger.bySeed.has(venueSeed) || ledger.amending.get(replaces)?.venueSeed === venueSeed) return DONE
  const order = ledger.orders.get(replaces)
  if (!order) return refuse(turn, command, { kind: 'orderNotFound' })
  const proposal = proposeAmendment(turn, order, command)
  if (!proposal.ok) return refuse(turn, command, proposal.error)
  const assessed = assess(withoutOrder(turn, replaces), proposal.value, atMs)
  const { instrument } = assessed.view
  audit(turn, instructed, {
    action: 'ORDER_AMEND',
    target: replaces,
    before: describeTerms(order.terms, instrument),
    after: describeTerms(proposal.value.terms, instrument),
    outcome: assessed.approved ? 'INTENT' : 'DENIED',
    reason: null,
  })
  if (!assessed.approved) {
    enterOrder(turn, proposal.value, { ...assessed, decisionId: mint(turn, 'dec') }, instructed)
    return DONE
  }
  const amendment = { orderId, venueSeed, change, instructed }
  record(turn, { kind: 'amendmentRequested', orderId: replaces, amendment, atMs })
  requestCancel(turn, order)
  return DONE
}

type Amend = Extract<Command, { kind: 'amendOrder' }>

const refuse = (turn: Turn, { replaces, instructed }: Amend, refusal: CommandRefusal): CommandOutcome => {
  audit(turn, instructed, { action: 'ORDER_AMEND', target: replaces, outcome: 'REFUSED', reason: refusal.kind })
  return refused(refusal)
}

/**
 * Returns the proposal of the replacement, with the quantity that is left of the amended one; refused when the order
 * cannot be amended, or not in this way.
 */
export const proposeAmendment = (
  state: EngineState,
  order: Order,
  { change, orderId, venueSeed }: Pick<Amend, 'change' | 'orderId' | 'venueSeed'>,
): Result<Candidate, CommandRefusal> => {
  const refusal = findObstacle(state, order) ?? findFault(order, change) ?? findRefusal(state, order, change)
  return refusal ? err(refusal) : propose(state, order, { change, orderId, venueSeed, executed: order.filled })
}

/** Returns the state as it is without an open order. */
export const withoutOrder = (state: EngineState, orderId: string): EngineState => {
  const working = new Set(state.ledger.working)
  working.delete(orderId)
  return { ...state, ledger: { ...state.ledger, working } }
}

const findObstacle = ({ ledger }: EngineState, order: Order): CommandRefusal | undefined => {
  const { orderId, status, terms } = order
  if (isTerminal(status)) return { kind: 'notAmendable', detail: `The order has ended: ${status}.` }
  if (isProtective(order)) {
    const positionId = ledger.positions.get(terms.symbol)?.positionId ?? 'a position'
    return { kind: 'notAmendable', detail: `It protects ${positionId}. Move it with PATCH sl-tp.` }
  }
  if (order.origin !== 'API') {
    return { kind: 'notAmendable', detail: `${orderId} was not placed by a user: cancel it, and place another order.` }
  }
  return status === 'NEW' || status === 'UNTRIGGERED' || status === 'PARTIALLY_FILLED'
    ? undefined
    : { kind: 'outcomePending', detail: IN_TRANSIT[status] ?? 'The exchange is processing the order.' }
}

const IN_TRANSIT: Partial<Record<Order['status'], string>> = {
  PENDING_NEW: 'Whether the exchange has this order is not known yet.',
  OUTCOME_UNKNOWN: 'Whether the exchange has this order is not known yet.',
  PENDING_CANCEL: 'The order is being cancelled.',
  TRIGGERED: 'It has been triggered and is being executed.',
}

const findFault = (
  { terms, filled }: Order,
  { price, triggerPrice, quantity }: AmendedTerms,
): CommandRefusal | undefined => {
  const invalid = (pointer: string, detail: string): CommandRefusal => ({ kind: 'invalid', pointer, detail })
  if (price !== null && terms.type !== 'LIMIT') return invalid('/price', `is not allowed for ${terms.type} orders`)
  if (triggerPrice !== null && terms.trigger === null) {
    return invalid('/triggerPrice', `is not allowed for ${terms.type} orders`)
  }
  if (quantity !== null && quantity <= filled) return invalid('/qty', 'must be above the quantity already filled')
  const changes = [
    [price, terms.price],
    [triggerPrice, terms.trigger?.price],
    [quantity, terms.quantity],
  ].some(([after, before]) => after !== null && after !== before)
  return changes ? undefined : invalid('', 'changes nothing: specify another price, triggerPrice or qty')
}

/** Returns why the engine accepts no such order now; the replacement may have the client order ID of the order. */
const findRefusal = (state: EngineState, order: Order, change: AmendedTerms): CommandRefusal | undefined =>
  checkRefusal(state, { ...amended(order, change), clientOrderId: null })

/** Returns the request for the amended order, of the whole quantity. */
const amended = (
  { terms, plan, clientOrderId }: Order,
  { price, triggerPrice, quantity }: AmendedTerms,
): OrderRequest => ({
  symbol: terms.symbol,
  side: terms.side,
  type: terms.type,
  size: { quantity: quantity ?? terms.quantity },
  price: price ?? terms.price,
  trigger: terms.trigger && { ...terms.trigger, price: triggerPrice ?? terms.trigger.price },
  timeInForce: terms.timeInForce,
  reduceOnly: terms.reduceOnly,
  stopLoss: plan && !plan.stopIsDefault ? plan.stopLoss : null,
  takeProfit: plan?.takeProfit ?? null,
  maxSlippageBps: null,
  clientOrderId,
})

interface Replacing extends Pick<Amend, 'change' | 'orderId' | 'venueSeed'> {
  readonly executed: Lots
}

const propose = (
  state: EngineState,
  order: Order,
  { change, orderId, venueSeed, executed }: Replacing,
): Result<Candidate, CommandRefusal> => {
  const request = amended(order, change)
  const quantity = remainingQuantity(order, { change, executed })
  const proposal = proposeOrder(state, { ...request, size: { quantity } }, { orderId, venueSeed })
  return proposal.ok ? ok({ ...proposal.value, replaces: order.orderId }) : err(pointedAtPrice(proposal.error, order))
}

const remainingQuantity = ({ terms }: Order, { change, executed }: Pick<Replacing, 'change' | 'executed'>): Lots =>
  lots((change.quantity ?? terms.quantity) - executed)

/** Attributes a fault of the stop or target, which the request does not contain, to the price that it does. */
const pointedAtPrice = (refusal: CommandRefusal, { terms }: Order): CommandRefusal => {
  const [, part] = (refusal.kind === 'invalid' && /^\/(stopLoss|takeProfit)\//.exec(refusal.pointer)) || []
  if (refusal.kind !== 'invalid' || part === undefined) return refusal
  const pointer = terms.trigger ? '/triggerPrice' : '/price'
  return { ...refusal, pointer, detail: `is not possible: its ${part} ${refusal.detail}` }
}

/** Continues the amendments in progress: places the replacement of an order that has ended, or ends the amendment. */
export const settleAmendments = (turn: Turn): void => {
  for (const [orderId, pending] of turn.ledger.amending) {
    const order = turn.ledger.orders.get(orderId)
    if (order && order.status !== 'PENDING_CANCEL') settle(turn, order, pending)
  }
}

const settle = (turn: Turn, order: Order, pending: PendingAmendment): void => {
  const reason = findEnd(turn, order, pending)
  if (reason !== undefined) return endAmendment(turn, order.orderId, reason)
  const increases = !order.terms.reduceOnly
  if (increases && pending.executed > order.filled) return
  const refusal = findRefusal(turn, order, pending.change)
  const proposal = refusal ? err(refusal) : propose(turn, order, pending)
  if (!proposal.ok) return endAmendment(turn, order.orderId, proposal.error.kind)
  decideOrder(turn, proposal.value, pending.instructed)
}

/**
 * Returns why an amendment ends without a replacement: the order was not cancelled, nothing of the amended quantity is
 * left, what it executed is unknown, or a replacement that increases risk would come later than a request may.
 */
const findEnd = ({ rules, atMs }: Turn, order: Order, pending: PendingAmendment): AmendmentEnd | undefined => {
  const { status, statusReason, terms } = order
  if (status === 'FILLED') return 'FILLED'
  if (status !== 'CANCELED') return 'NOT_CANCELED'
  if (statusReason === 'VANISHED') return 'VANISHED'
  if (remainingQuantity(order, pending) <= 0) return 'NOTHING_LEFT'
  const { recvWindowMs } = rules.constitution.execution
  return terms.reduceOnly || isFresh(pending.requestedAtMs, atMs, recvWindowMs) ? undefined : 'TOO_LATE'
}

type AmendmentEnd = 'FILLED' | 'NOT_CANCELED' | 'VANISHED' | 'NOTHING_LEFT' | 'TOO_LATE'
