import { lots } from '../../domain/market/instrument.ts'
import { exploratoryLabel, type Order, type ProtectionPlan, remainingLots } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/status.ts'
import type { VenueFill, VenueFunding } from '../../domain/order/venue-report.ts'
import { bookExecution } from '../../domain/position/book-execution.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import { haltForGood } from '../control/engage-stop.ts'
import { mint, record, type Turn } from '../state/turn.ts'
import { noteClosed } from './guards.ts'
import { defaultPlan } from './protection-plan.ts'
import { wideningFault } from './stop-limits.ts'

/** Books an execution once, whoever told of it and however often; then sees to the protection of what it left. */
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

/** What came with the entry, and where the position would be liquidated, only a reading of the account tells. */
const readSoon = ({ session: { reconciliation }, atMs }: Turn): void => {
  reconciliation.dueAtMs = Math.min(reconciliation.dueAtMs, atMs + OPENED_READ_MS)
}

const OPENED_READ_MS = 2_000

/** Nothing is booked before our books are open, and nothing twice. */
const isNew = ({ ledger }: Turn, id: string): boolean => ledger.openedAtMs !== null && !ledger.booked.has(id)

/** The order an execution belongs to; none when somebody else traded, or when it is more than was ever ordered. */
const findOrder = (turn: Turn, { venueClientId, quantity, execId }: VenueFill): Order | undefined => {
  const orderId = venueClientId === null ? undefined : turn.ledger.byVenueClientId.get(venueClientId)
  const order = orderId && turn.ledger.orders.get(orderId)
  if (!order || quantity <= remainingLots(order)) return order || undefined
  haltForGood(turn, 'OVERFILLED', `The exchange executed ${execId} beyond the quantity of ${order.orderId}.`)
  return undefined
}

/**
 * An order that adds with a stop or a target of its own moves that of the whole: once, with the first fill, so that what
 * is changed later stays. A stop is moved farther away only within the limits as they stand at that fill. An order that
 * takes from the position has its plan for the other side of it.
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

/** What the added order names, and what stands already for the rest. */
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

/** A payment is dated by the market, whose clock is another than the exchange's where a recording is played. */
export const onFunding = (turn: Turn, funding: VenueFunding): void => {
  if (!isNew(turn, funding.fundingId)) return
  const position = turn.ledger.positions.get(funding.symbol)
  const positionId = position?.positionId ?? null
  record(turn, { kind: 'fundingPaid', funding, positionId, ...exploratoryLabel(position), atMs: turn.atMs })
  turn.session.reconciliation.bookedAtMs = turn.atMs
}

/** A position the exchange had when our books were opened, entered as one execution at its average price. */
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
