/** Books executions and funding payments of the exchange on orders, positions and account. */

import { lots } from '../../domain/market/instrument.ts'
import { exploratoryLabel, type Order, type ProtectionPlan, remainingLots } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { VenueFill, VenueFunding } from '../../domain/order/venue-report.ts'
import { bookExecution } from '../../domain/position/book-execution.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import { haltUntilCleared } from '../control/engage-stop.ts'
import { mint, record, type Turn } from '../state/turn.ts'
import { noteClosed } from './guards.ts'
import { defaultPlan, wideningFault } from './stop-limits.ts'

/**
 * Books an execution once, however often and from whichever source it arrives; then maintains the protection of the
 * position.
 */
export const onExecution = (turn: Turn, execution: VenueFill): void => {
  const { ledger, market, atMs } = turn
  if (!isNew(turn, execution.execId) || execution.executedAtMs < (turn.ledger.openedAtMs ?? 0)) return
  const instrument = market.instruments.get(execution.symbol)?.instrument
  if (!instrument) return
  const order = findOrder(turn, execution)
  const plan = order?.plan ?? defaultPlan(execution.price, execution.side, turn.rules.constitution)
  const position = ledger.positions.get(execution.symbol)
  const fills = bookExecution({
    position,
    execution,
    instrument,
    orderId: order?.orderId ?? null,
    exploratory: order?.exploratory,
    mint: (prefix) => mint(turn, prefix),
  })
  record(turn, { kind: 'executed', fills, plan, late: order !== undefined && isTerminal(order.status), atMs })
  turn.session.reconciliation.bookedAtMs = atMs
  if (!position) readSoon(turn)
  if (order?.purpose === 'CLOSE') noteClosed(turn, order)
  if (order?.filled === 0) takeNewPlan(turn, execution, order.plan)
  turn.touched.add(execution.symbol)
}

/** Requests a reading soon, because only a reading of the account shows attached orders and the liquidation price. */
const readSoon = ({ session: { reconciliation }, atMs }: Turn): void => {
  reconciliation.dueAtMs = Math.min(reconciliation.dueAtMs, atMs + OPENED_READ_MS)
}

const OPENED_READ_MS = 2_000

/**
 * Returns whether an execution is new: executions before the start of the ledger are never booked, and none is booked
 * twice.
 */
const isNew = ({ ledger }: Turn, id: string): boolean => ledger.openedAtMs !== null && !ledger.booked.has(id)

/**
 * Returns the order an execution belongs to; none when another party traded, or when it exceeds the ordered quantity.
 */
const findOrder = (turn: Turn, { venueClientId, quantity, execId }: VenueFill): Order | undefined => {
  const orderId = venueClientId === null ? undefined : turn.ledger.byVenueClientId.get(venueClientId)
  const order = orderId && turn.ledger.orders.get(orderId)
  if (!order || quantity <= remainingLots(order)) return order || undefined
  haltUntilCleared(turn, 'OVERFILLED', `The exchange executed ${execId} beyond the quantity of ${order.orderId}.`)
  return undefined
}

/**
 * Applies the stop or target of an order that adds to a position to the whole position, once with the first fill, so
 * that later changes are retained. A stop is moved farther away only within the limits in effect at that fill. The plan
 * of an order that reverses the position applies to the new side.
 */
const takeNewPlan = (turn: Turn, { symbol, side }: VenueFill, added: ProtectionPlan | null): void => {
  const position = turn.ledger.positions.get(symbol)
  if (!position || !added || side === closingSide(position)) return
  const plan = withinLimits(turn, position, joined(position.protection.plan, added))
  if (samePlan(position.protection.plan, plan)) return
  record(turn, { kind: 'planChanged', positionId: position.positionId, plan, atMs: turn.atMs })
}

const withinLimits = (turn: Turn, position: Position, plan: ProtectionPlan): ProtectionPlan => {
  if (!wideningFault(turn, position, plan.stopLoss.price)) return plan
  const { stopLoss, stopIsDefault } = position.protection.plan
  return { ...plan, stopLoss, stopIsDefault }
}

/** Combines the prices of the added order with the current ones, which apply where it has none. */
const joined = (present: ProtectionPlan, added: ProtectionPlan): ProtectionPlan => ({
  stopLoss: added.stopIsDefault ? present.stopLoss : added.stopLoss,
  takeProfit: added.takeProfit ?? present.takeProfit,
  stopIsDefault: added.stopIsDefault && present.stopIsDefault,
})

const samePlan = (a: ProtectionPlan, b: ProtectionPlan): boolean =>
  a.stopLoss.price === b.stopLoss.price &&
  a.stopLoss.by === b.stopLoss.by &&
  a.takeProfit?.price === b.takeProfit?.price &&
  a.takeProfit?.by === b.takeProfit?.by

/** Books a payment at market time, which differs from exchange time in a replay. */
export const onFunding = (turn: Turn, funding: VenueFunding): void => {
  if (!isNew(turn, funding.fundingId)) return
  const position = turn.ledger.positions.get(funding.symbol)
  const positionId = position?.positionId ?? null
  record(turn, { kind: 'fundingPaid', funding, positionId, ...exploratoryLabel(position), atMs: turn.atMs })
  turn.session.reconciliation.bookedAtMs = turn.atMs
}

/** Returns a position that existed when the ledger started as one execution at its average price. */
export const asExecution = (
  { symbol, quantity, cost }: { readonly symbol: string; readonly quantity: number; readonly cost: bigint },
  price: VenueFill['price'],
  takenAtMs: number,
): VenueFill => ({
  execId: `opening.${symbol}.${takenAtMs}.${cost}`,
  exchangeOrderId: 'opening',
  venueClientId: null,
  symbol,
  side: quantity > 0 ? 'BUY' : 'SELL',
  price,
  quantity: lots(Math.abs(quantity)),
  fee: 0n,
  liquidity: 'TAKER',
  kind: 'TRADE',
  executedAtMs: takenAtMs,
})
