import type { LoopItem } from '../../domain/evidence/loop-stage.ts'
import type { Order } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { Fill } from '../../domain/position/position.ts'
import { causeLink } from './cause-link.ts'
import { eachInTurn, type LoopSources, readAll } from './loop-sources.ts'

export interface OrderItems {
  readonly intents: readonly LoopItem[]
  readonly orders: readonly LoopItem[]
  /** Number with the readings of every gate. */
  readonly evidenced: number
  /** Links to candidates, and those of them that hold. */
  readonly caused: number
  readonly verified: number
  readonly withoutIntent: number
  readonly whole: boolean
}

/** Returns the orders decided on, with their state at the exchange. External orders are not part of the chain. */
export const orderItems = async (sources: LoopSources): Promise<OrderItems> => {
  const { store, fromMs } = sources
  const any = { fromMs, toMs: null, symbol: null, statuses: null, open: null, clientOrderId: null, origin: null }
  const { items, whole } = await readAll(
    (page) => store.trading.findOrders({ ...any, ...page }),
    ({ createdAtMs, orderId }) => ({ atMs: createdAtMs, id: orderId }),
  )
  const own = items.filter(({ origin }) => origin !== 'EXTERNAL')
  const checked = await eachInTurn(own, (order) => checkOrder(sources, order))
  const sent = checked.filter(({ order }) => order.exchangeOrderId !== null)
  return {
    intents: checked.map((at) => intentItem(sources, at)),
    orders: sent.map((at) => orderItem(sources, at)),
    evidenced: checked.filter(({ evidenced }) => evidenced).length,
    caused: checked.filter(({ order }) => order.cause !== undefined).length,
    verified: checked.filter(({ order, linked }) => order.cause !== undefined && linked).length,
    withoutIntent: checked.filter(({ evidenced }) => !evidenced).length,
    whole,
  }
}

interface CheckedOrder {
  readonly order: Order
  readonly evidenced: boolean
  /** True when its stated cause is verified, or when it begins the chain. */
  readonly linked: boolean
  readonly firstFill: Fill | null
}

const checkOrder = (sources: LoopSources, order: Order): CheckedOrder => {
  const { store, broken } = sources
  const { orderId, decisionId, cause, positionId, filled } = order
  const decision = store.trading.findDecision(decisionId)
  const evidenced = decision !== undefined && decision.readings.length > 0
  if (!evidenced) broken.push({ fromId: orderId, toId: decisionId, kind: 'ORDER_WITHOUT_INTENT' })
  const candidate = cause ? causeLink(sources, cause) : 'VERIFIED'
  if (cause && candidate !== 'VERIFIED') {
    broken.push({ fromId: orderId, toId: cause.candidateId, kind: `CANDIDATE_${candidate}` })
  }
  const isOfPosition =
    cause !== undefined || positionId === null || store.trading.findPosition(positionId) !== undefined
  if (!isOfPosition) broken.push({ fromId: orderId, toId: positionId, kind: 'POSITION_PARENT_MISSING' })
  return {
    order,
    evidenced,
    linked: candidate === 'VERIFIED' && isOfPosition,
    firstFill: filled > 0 ? findFirstFill(sources, orderId) : null,
  }
}

const FILLS_MAX = 200

const findFirstFill = ({ store }: LoopSources, orderId: string): Fill | null => {
  const query = { before: null, fromMs: null, toMs: null, limit: FILLS_MAX, symbol: null, positionId: null }
  const fills = store.trading
    .findAccountEntries({ ...query, orderId })
    .flatMap((entry) => (entry.kind === 'fill' ? [entry.fill] : []))
  return fills.at(-1) ?? null
}

const intentItem = ({ nowMs, state }: LoopSources, { order, evidenced, linked }: CheckedOrder): LoopItem => {
  const { orderId, createdAtMs, exchangeOrderId, status, dispatch, cause, positionId } = order
  const ended = isTerminal(status) || dispatch.state === 'ABANDONED'
  const begins = cause === undefined && positionId === null
  return {
    id: orderId,
    due: nowMs - createdAtMs > state.rules.constitution.monitor.maxOrderLagMs,
    forward: exchangeOrderId !== null ? 'CLOSED' : ended ? 'TERMINAL' : null,
    back: !evidenced || !linked ? 'ORPHAN' : begins ? 'BEGINS' : 'LINKED',
    lagMs: null,
  }
}

/** One that rests has all the time it was given. */
const orderItem = ({ nowMs, state }: LoopSources, { order, evidenced, firstFill }: CheckedOrder): LoopItem => {
  const { orderId, createdAtMs, updatedAtMs, status, filled } = order
  const { maxPositionLagMs } = state.rules.constitution.monitor
  const ended = isTerminal(status)
  return {
    id: orderId,
    due: (ended || filled > 0) && nowMs - updatedAtMs > maxPositionLagMs,
    forward: firstFill ? 'CLOSED' : ended && filled === 0 ? 'TERMINAL' : null,
    back: evidenced ? 'LINKED' : 'ORPHAN',
    lagMs: firstFill ? Math.max(0, firstFill.executedAtMs - createdAtMs) : null,
  }
}
