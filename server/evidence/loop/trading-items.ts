/** Orders, fills and positions of the last day, as items of the evidence loop. */

import type { LoopItem } from '../../domain/evidence/loop-stage.ts'
import { intervalLength } from '../../domain/market/interval.ts'
import type { Order } from '../../domain/order/order.ts'
import { isTerminal } from '../../domain/order/transition.ts'
import type { Fill, Position } from '../../domain/position/position.ts'
import { causeLink, eachInTurn, type LoopSources, readAll } from './loop-sources.ts'

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

export interface OrderItems {
  readonly intents: readonly LoopItem[]
  readonly orders: readonly LoopItem[]
  /** Number of orders with readings of every gate. */
  readonly evidenced: number
  /** Number of links to candidates, and of valid ones. */
  readonly caused: number
  readonly verified: number
  readonly withoutIntent: number
  readonly whole: boolean
}

interface CheckedOrder {
  readonly order: Order
  readonly evidenced: boolean
  /** True when the stated cause is verified, or when the order is first in the chain. */
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

/** Returns the item of an order; a resting order is not due until it ends. */
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

interface FillItems {
  readonly fills: readonly LoopItem[]
  /** Number of fills of autotrading entries, and number of these with a known signal. */
  readonly ofEntries: number
  readonly withSignal: number
  readonly withoutIntent: number
  readonly whole: boolean
}

/** Returns the fills; a fill without one of our orders belongs to the exchange or to an external order. */
export const fillItems = async (sources: LoopSources): Promise<FillItems> => {
  const { store, fromMs } = sources
  const { items, whole } = await readAll(
    (page) =>
      store.trading.findAccountEntries({ fromMs, toMs: null, symbol: null, orderId: null, positionId: null, ...page }),
    (entry) =>
      entry.kind === 'fill'
        ? { atMs: entry.fill.executedAtMs, id: entry.fill.fillId }
        : { atMs: entry.funding.settledAtMs, id: entry.funding.fundingId },
  )
  const checked = await eachInTurn(
    items.flatMap((entry) => (entry.kind === 'fill' ? [entry.fill] : [])),
    (fill) => checkFill(sources, fill),
  )
  const entries = checked.filter(({ order }) => order?.cause !== undefined)
  return {
    fills: checked.map(({ item }) => item),
    ofEntries: entries.length,
    withSignal: entries.filter(({ order }) => order?.cause && store.signals.findSignal(order.cause.signalId)).length,
    withoutIntent: checked.filter(({ item }) => item.back === 'ORPHAN').length,
    whole,
  }
}

const checkFill = ({ store, broken, nowMs, state }: LoopSources, fill: Fill) => {
  const { fillId, orderId, positionId, executedAtMs } = fill
  const order = orderId === null ? undefined : store.trading.findOrder(orderId)
  if (orderId !== null && !order) broken.push({ fromId: fillId, toId: orderId, kind: 'FILL_WITHOUT_INTENT' })
  const booked = store.trading.findPosition(positionId) !== undefined
  if (!booked) broken.push({ fromId: fillId, toId: positionId, kind: 'POSITION_MISSING' })
  const item: LoopItem = {
    id: fillId,
    due: nowMs - executedAtMs > state.rules.constitution.monitor.maxPositionLagMs,
    forward: booked ? 'CLOSED' : null,
    back: orderId === null || order?.origin === 'EXTERNAL' ? 'EXTERNAL' : order ? 'LINKED' : 'ORPHAN',
    lagMs: booked ? 0 : null,
  }
  return { item, order: order as Order | undefined }
}

interface PositionItems {
  readonly positions: readonly LoopItem[]
  /** Number of links to candidates, and of valid ones. */
  readonly caused: number
  readonly verified: number
  readonly whole: boolean
}

/** Returns the items of the opened lifecycles, and the number still open. */
export const positionItems = async (sources: LoopSources): Promise<PositionItems> => {
  const { store, state, fromMs } = sources
  const { items, whole } = await readAll(
    (page) => store.trading.findPositions({ fromMs, toMs: null, symbol: null, ...page }),
    ({ openedAtMs, positionId }) => ({ atMs: openedAtMs, id: positionId }),
  )
  const known = new Set(items.map(({ positionId }) => positionId))
  const before = [...state.ledger.positions.values()].filter(({ positionId }) => !known.has(positionId))
  const checked = await eachInTurn([...items, ...before], (position) => ({
    position,
    ...checkLinks(sources, position),
  }))
  const caused = checked.filter(({ position }) => position.cause !== undefined)
  return {
    positions: checked.map(({ position, back }) => positionItem(sources, position, back)),
    caused: caused.length,
    verified: caused.filter(({ verified }) => verified).length,
    whole,
  }
}

const checkLinks = (sources: LoopSources, position: Position) => {
  const { store, broken } = sources
  const { positionId, cause, origin } = position
  const any = { before: null, fromMs: null, toMs: null, limit: 1, symbol: null, orderId: null }
  const hasFill = store.trading.findAccountEntries({ ...any, positionId }).length > 0
  const candidate = cause ? causeLink(sources, cause) : 'VERIFIED'
  if (!hasFill && origin !== 'EXTERNAL') broken.push({ fromId: positionId, toId: null, kind: 'FILL_MISSING' })
  if (cause && candidate !== 'VERIFIED') {
    broken.push({ fromId: positionId, toId: cause.candidateId, kind: `CANDIDATE_${candidate}` })
  }
  const verified = candidate === 'VERIFIED'
  const back: LoopItem['back'] = origin === 'EXTERNAL' ? 'EXTERNAL' : hasFill && verified ? 'LINKED' : 'ORPHAN'
  return { verified, back }
}

/** Returns the item of a position; a position without a signal is its own outcome once it is closed. */
const positionItem = ({ store, state }: LoopSources, position: Position, back: LoopItem['back']): LoopItem => {
  const { positionId, cause, status, openedAtMs, closedAtMs } = position
  const isClosed = status === 'CLOSED'
  const lagMs = closedAtMs === null ? null : closedAtMs - openedAtMs
  if (!cause) return { id: positionId, due: isClosed, forward: isClosed ? 'TERMINAL' : null, back, lagMs }
  const outcome = store.signals.findSignal(cause.signalId)?.outcome ?? null
  return {
    id: positionId,
    due: state.market.clockMs > cause.horizonEndMs + intervalLength(cause.interval),
    forward: outcome === null ? null : outcome.kind === 'LOST' ? 'TERMINAL' : 'CLOSED',
    back,
    lagMs,
  }
}
