/**
 * Fast driver: executes orders, stops and targets at minute prices instead of the exchange, and ends the turns of the
 * engine.
 */

import { assert } from '../../core/assert.ts'
import { divideRounded } from '../../core/decimal.ts'
import type { Instant } from '../../core/instant.ts'
import { applyRate, valueAt } from '../../domain/account/money.ts'
import { maintenanceMargin } from '../../domain/margin/brackets.ts'
import { type Lots, lots, type Ticks, ticks } from '../../domain/market/instrument.ts'
import { takerPrice } from '../../domain/market/taker-price.ts'
import { isCrossed, type Order, sideSign } from '../../domain/order/order.ts'
import type { VenueStatus } from '../../domain/order/venue-report.ts'
import type { Position } from '../../domain/position/position.ts'
import { isStopTooFar } from '../../domain/risk/stop-distance.ts'
import { workingOrders } from '../../engine/state/ledger.ts'
import { beginTurn, mint, record, type Turn } from '../../engine/state/turn.ts'
import { positionStake } from '../../engine/trading/at-risk.ts'
import { onExecution } from '../../engine/trading/execution.ts'
import { computeEquity } from '../../engine/trading/exposure.ts'
import { protectiveTerms } from '../../engine/trading/protect.ts'
import type { PricePoint } from '../ports.ts'
import { ExactOnly } from './exact-only.ts'
import type { FastRun } from './fast-run.ts'

/** Executes the order in transit, if it has reached the market. */
export const tradePending = (run: FastRun, point: PricePoint): void => {
  const { pending, state, clock } = run
  const order = pending && pending.dueMs <= point.atMs ? state.ledger.orders.get(pending.orderId) : undefined
  if (!order) return
  run.pending = null
  const { side, price: limit } = order.terms
  const deal = dealAt(run, order, point, false)
  const isMet = limit === null || sideSign(side) * (limit - deal.price) >= 0
  const turn = beginTurn(state, clock.nowMs)
  if (isMet && deal.quantity > 0) tradeImmediate(run, turn, order, deal)
  else report(turn, order.orderId, 'EXPIRED', lots(0))
  finish(run, turn)
}

/** Fills an order that does not wait for a later minute. */
const tradeImmediate = (run: FastRun, turn: Turn, order: Order, deal: Deal): void => {
  const { terms, orderId } = order
  const isWhole = deal.quantity === terms.quantity
  if (terms.reduceOnly && !isWhole) throw new ExactOnly('PARTIAL_EXIT')
  execute(run, turn, order, deal)
  report(turn, orderId, isWhole ? 'FILLED' : 'EXPIRED', deal.quantity)
  const position = turn.ledger.positions.get(terms.symbol)
  if (position) protect(run, turn, position)
  else endProtection(turn)
}

/** Returns the quantity and price at which an order trades, like the matcher. */
const dealAt = (run: FastRun, { terms }: Order, point: PricePoint, isSetOff: boolean): Deal => {
  const { symbol, side } = terms
  const quantity = lots(Math.min(terms.quantity, Math.max(0, point.capacity - run.traded)))
  return { quantity, price: takerPrice({ symbol, side, quantity, isSetOff }, point, run.impact) }
}

/** Executes the stop or target reached by the current mark price. */
export const tradeTriggered = (run: FastRun, point: PricePoint, atMs: Instant): void => {
  const { state, feed, entry } = run
  const position = state.ledger.positions.get(feed.symbol)
  const mark = entry.markPrice?.mark
  if (!position || mark === undefined) return
  requireSolvent(run, position, mark)
  const order = workingOrders(state.ledger).find(({ terms }) => terms.trigger && isCrossed(terms, mark))
  if (!order) return
  if (run.pending) throw new ExactOnly('CLOSE_OVERTAKEN')
  const deal = dealAt(run, order, point, true)
  if (deal.quantity < order.terms.quantity) throw new ExactOnly('PARTIAL_EXIT')
  const turn = beginTurn(state, atMs)
  report(turn, order.orderId, 'TRIGGERED', lots(0))
  execute(run, turn, order, deal)
  report(turn, order.orderId, 'FILLED', deal.quantity)
  endProtection(turn)
  finish(run, turn)
}

/** Multiple of the maintenance margin below which the exact driver checks for liquidation. */
const SOLVENT = 2n

const requireSolvent = ({ state, feed }: FastRun, position: Position, mark: Ticks): void => {
  const maintenance = maintenanceMargin(
    state.rules.brackets(feed.symbol),
    valueAt(feed.instrument, mark, position.quantity),
  )
  if ((computeEquity(state) ?? 0n) < SOLVENT * maintenance) throw new ExactOnly('NEAR_LIQUIDATION')
}

interface Deal {
  readonly price: Ticks
  readonly quantity: Lots
}

const execute = (run: FastRun, turn: Turn, order: Order, { price, quantity }: Deal): void => {
  const { feed, takerFee } = run
  const { symbol, side } = order.terms
  run.traded += quantity
  onExecution(turn, {
    execId: `${++run.executions}`,
    exchangeOrderId: order.orderId,
    venueClientId: order.venueClientId,
    symbol,
    side,
    price,
    quantity,
    fee: applyRate(valueAt(feed.instrument, price, quantity), takerFee),
    liquidity: 'TAKER',
    kind: 'TRADE',
    executedAtMs: Math.max(run.matchedMs, run.clock.nowMs),
  })
}

const report = (turn: Turn, orderId: Order['orderId'], status: VenueStatus, filled: Lots): void => {
  const order = turn.ledger.orders.get(orderId)
  assert(order, `${orderId} must be in the ledger`)
  const { venueClientId, terms, reportSequence } = order
  const { symbol } = terms
  const sequence = reportSequence + 1
  const { atMs } = turn
  record(turn, {
    kind: 'orderReported',
    orderId,
    report: { venueClientId, exchangeOrderId: orderId, symbol, status, filled, sequence, reason: null, atMs },
    atMs,
  })
}

/** Records the stop and the target of a position as verified, as if the exchange had confirmed them immediately. */
const protect = (run: FastRun, turn: Turn, position: Position): void => {
  const { feed, entry, state } = run
  const mark = entry.markPrice?.mark
  assert(mark !== undefined, 'a fill must have a mark price')
  if (isStopTooFar(state.rules.constitution, feed.instrument, positionStake(position), null))
    throw new ExactOnly('FAR_STOP')
  const { plan } = position.protection
  const stop = enterProtective(turn, position, 'STOP_LOSS')
  const target = plan.takeProfit && enterProtective(turn, position, 'TAKE_PROFIT')
  for (const order of [stop, target]) if (order && isCrossed(order.terms, mark)) throw new ExactOnly('STOP_PASSED')
  const { positionId, quantity: covered } = position
  record(turn, {
    kind: 'protectionChanged',
    positionId,
    protection: {
      state: 'VERIFIED',
      plan,
      stopOrderId: stop.orderId,
      takeProfitOrderId: target?.orderId ?? null,
      covered,
      unprotectedSinceMs: null,
      verifiedAtMs: turn.atMs,
    },
    atMs: turn.atMs,
  })
}

const enterProtective = (turn: Turn, position: Position, purpose: 'STOP_LOSS' | 'TAKE_PROFIT'): Order => {
  const { atMs } = turn
  const { plan } = position.protection
  const orderId = mint(turn, 'ord')
  const order: Order = {
    orderId,
    venueClientId: orderId,
    clientOrderId: null,
    terms: protectiveTerms(position, purpose, purpose === 'STOP_LOSS' ? plan.stopLoss : plan.takeProfit),
    plan: null,
    purpose,
    origin: 'GUARDIAN',
    mode: turn.rules.mode,
    positionId: position.positionId,
    status: 'PENDING_NEW',
    statusReason: null,
    exchangeOrderId: null,
    filled: lots(0),
    filledTickLots: 0n,
    feesPaid: 0n,
    dispatch: { state: 'DISPATCHING', attempts: 1, signedAtMs: atMs, provenDeadAtMs: null },
    reportSequence: 0,
    decisionId: mint(turn, 'dec'),
    auditId: mint(turn, 'aud'),
    createdAtMs: atMs,
    updatedAtMs: atMs,
    version: 1,
  }
  const decision = { decisionId: order.decisionId, verdict: 'APPROVED' as const, readings: [] }
  record(turn, { kind: 'orderDecided', order, decision, idempotency: null, atMs })
  report(turn, orderId, 'UNTRIGGERED', lots(0))
  return order
}

/** Ends all orders of a closed position. */
const endProtection = (turn: Turn): void => {
  turn.session.guards.clear()
  for (const { orderId, filled } of workingOrders(turn.ledger)) report(turn, orderId, 'EXPIRED', filled)
}

/** Ends a turn: sends its orders, and publishes its facts. */
export const finish = (run: FastRun, turn: Turn): void => {
  for (const effect of turn.effects) {
    if (effect.kind === 'submitOrder') submit(run, turn, effect.order.candidate.orderId)
    else if (effect.kind === 'askVenue') throw new ExactOnly('ENTRY_WITHDRAWN')
  }
  if (turn.ledger.control.state === 'DEGRADED') throw new ExactOnly('DEGRADED')
  if (turn.facts.length > 0) run.onFacts(turn.facts, turn.atMs)
}

const submit = (run: FastRun, turn: Turn, orderId: Order['orderId']): void => {
  const order = turn.ledger.orders.get(orderId)
  assert(order && run.pending === null, 'only one order may be in flight')
  if (!order.terms.reduceOnly) requireMargin(run, order)
  report(turn, orderId, 'NEW', lots(0))
  run.pending = { orderId, dueMs: run.clock.nowMs + run.latencyMs }
}

const requireMargin = ({ state, feed, entry }: FastRun, { terms }: Order): void => {
  const mark = entry.markPrice?.mark ?? ticks(0)
  const price = terms.price === null || (terms.side === 'SELL' && terms.price < mark) ? mark : terms.price
  const { leverage } = state.rules.constitution.execution
  const margin = divideRounded(valueAt(feed.instrument, price, terms.quantity), BigInt(leverage))
  if (margin > (computeEquity(state) ?? 0n)) throw new ExactOnly('MARGIN')
}
