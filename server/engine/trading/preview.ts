/** Previews an order or an amendment: its gate readings, costs, margin and effect, without placing it. */

import { assert } from '../../core/assert.ts'
import { type Decimal, decimal, divideRounded } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import { err, ok, type Result } from '../../core/result.ts'
import { applyRate, type Money, valueAt } from '../../domain/account/money.ts'
import { getMarkTicks } from '../../domain/market/market.ts'
import { type Candidate, sideSign } from '../../domain/order/order.ts'
import { fillableQuantity } from '../../domain/position/position-effect.ts'
import { worstPrice } from '../../domain/risk/worst-exposure.ts'
import type { AmendmentRequest, CommandRefusal, OrderRequest } from '../model/events.ts'
import type { Preview } from '../model/outcomes.ts'
import type { EngineState } from '../state/turn.ts'
import { proposeAmendment, withoutOrder } from './amend-order.ts'
import { proposeOrder } from './candidate.ts'
import { judge } from './decide-order.ts'
import { effectOnPosition } from './effect-on-position.ts'

/**
 * Runs an order, or the amendment of one, through the same proposal and gates as its instruction, without recording
 * anything.
 */
export const previewOrder = (
  state: EngineState,
  request: OrderRequest | AmendmentRequest,
  atMs: Instant,
): Result<Preview, CommandRefusal> => {
  if (!('change' in request)) {
    const proposal = proposeOrder(state, request, NO_ORDER)
    return proposal.ok ? ok(previewCandidate(state, proposal.value, atMs)) : proposal
  }
  const { orderId, change } = request
  const order = state.ledger.orders.get(orderId)
  if (!order) return err({ kind: 'orderNotFound' })
  const proposal = proposeAmendment(state, order, { change, ...NO_ORDER })
  return proposal.ok ? ok(previewCandidate(withoutOrder(state, orderId), proposal.value, atMs)) : proposal
}

const previewCandidate = (state: EngineState, candidate: Candidate, atMs: Instant): Preview => {
  const { terms, plan } = candidate
  const entry = state.market.instruments.get(terms.symbol)
  assert(entry, 'a candidate must have an instrument')
  const price = worstPrice(terms, { mark: getMarkTicks(entry) ?? null })
  assert(price, 'a candidate must have a price')
  const { view, readings, approved } = judge(state, candidate, atMs)
  const feeRate: Decimal = decimal(state.rules.constitution.execution.takerFeeRate)
  const position = state.ledger.positions.get(terms.symbol)
  const quantity = fillableQuantity(position, terms)
  const notional = valueAt(entry.instrument, price, quantity)
  const fee = applyRate(notional, feeRate)
  const atStop = plan && valueAt(entry.instrument, plan.stopLoss.price, quantity)
  const loss = (exit: Money): Money => BigInt(sideSign(terms.side)) * (notional - exit) + fee + applyRate(exit, feeRate)
  return {
    candidate,
    readings,
    verdict: approved ? 'APPROVED' : 'DENIED',
    notional,
    fee,
    initialMargin: terms.reduceOnly ? 0n : divideRounded(notional, BigInt(state.rules.constitution.execution.leverage)),
    maintenanceMarginAfter: view.account.maintenanceMarginAfter,
    liquidationPriceAfter: view.account.liquidationPriceAfter,
    lossAtStop: atStop === null ? null : loss(atStop),
    effect: effectOnPosition(position, candidate, view),
  }
}

const NO_ORDER = { orderId: 'ord_00000000000000000000000000', venueSeed: '0'.repeat(26) } as const
