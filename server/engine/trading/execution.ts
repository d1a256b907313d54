import { lots } from '../../domain/market/instrument.ts'
import type { Order, ProtectionPlan } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/status.ts'
import type { VenueFill, VenueFunding } from '../../domain/order/venue-report.ts'
import { bookExecution } from '../../domain/position/book-execution.ts'
import { mint, record, type Turn } from '../turn.ts'
import { remainingOf } from './exposure.ts'
import { engageLatch } from './latch.ts'
import { defaultPlan } from './protection-plan.ts'

/** Books an execution once, whoever told of it and however often; then sees to the protection of what it left. */
export const onExecution = (turn: Turn, execution: VenueFill): void => {
  const { ledger, market, atMs } = turn
  if (!isNew(turn, execution.execId, execution.executedAtMs)) return
  const instrument = market.instruments.get(execution.symbol)?.instrument
  if (!instrument) return
  const order = orderOf(turn, execution)
  const plan = order?.plan ?? defaultPlan(execution.price, execution.side, turn.rules.constitution)
  const position = ledger.positions.get(execution.symbol)
  const fills = bookExecution({
    position,
    execution,
    instrument,
    orderId: order?.orderId ?? null,
    mint: (prefix) => mint(turn, prefix),
  })
  record(turn, { kind: 'executed', fills, plan, late: order !== undefined && isTerminal(order.status), atMs })
  turn.session.reconciliation.bookedAtMs = atMs
  takeNewPlan(turn, execution.symbol, order?.plan)
  turn.touched.add(execution.symbol)
}

/** Nothing from before our books were opened is ours to book. */
const isNew = ({ ledger }: Turn, id: string, atMs: number): boolean =>
  ledger.openedAtMs !== null && atMs >= ledger.openedAtMs && !ledger.booked.has(id)

/** The order an execution belongs to; none when somebody else traded, or when it is more than was ever ordered. */
const orderOf = (turn: Turn, { venueClientId, quantity, execId }: VenueFill): Order | undefined => {
  const orderId = venueClientId === null ? undefined : turn.ledger.byVenueClientId.get(venueClientId)
  const order = orderId && turn.ledger.orders.get(orderId)
  if (!order || quantity <= remainingOf(order)) return order || undefined
  engageLatch(turn, 'OVERFILLED', `The exchange executed ${execId} beyond the quantity of ${order.orderId}.`)
  return undefined
}

/** Whoever adds to a position with a stop of their own moves the stop of the whole. */
const takeNewPlan = (turn: Turn, symbol: string, plan: ProtectionPlan | null | undefined): void => {
  const position = turn.ledger.positions.get(symbol)
  if (!position || !plan || plan.stopIsDefault || position.protection.plan === plan) return
  if (samePlan(position.protection.plan, plan)) return
  record(turn, { kind: 'planChanged', positionId: position.positionId, plan, atMs: turn.atMs })
}

const samePlan = (a: ProtectionPlan, b: ProtectionPlan): boolean =>
  a.stopLoss.price === b.stopLoss.price &&
  a.stopLoss.by === b.stopLoss.by &&
  a.takeProfit?.price === b.takeProfit?.price &&
  a.takeProfit?.by === b.takeProfit?.by

export const onFunding = (turn: Turn, funding: VenueFunding): void => {
  if (!isNew(turn, funding.fundingId, funding.settledAtMs)) return
  const positionId = turn.ledger.positions.get(funding.symbol)?.positionId ?? null
  record(turn, { kind: 'fundingPaid', funding, positionId, atMs: turn.atMs })
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
