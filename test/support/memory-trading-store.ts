import { ticks } from '../../server/domain/market/instrument.ts'
import { FAST_CANCEL_MS, NO_CONDUCT } from '../../server/domain/microstructure/own-conduct.ts'
import type { Order } from '../../server/domain/order/order.ts'
import type { FlowOrder } from '../../server/domain/order/order-flow.ts'
import { isTerminal } from '../../server/domain/order/transition.ts'
import type { Position } from '../../server/domain/position/position.ts'
import type { Decision } from '../../server/engine/model/facts.ts'
import type { Page } from '../../server/engine/model/ports.ts'
import { placeOfEntry } from '../../server/views/account-trade-view.ts'
import type {
  AccountEntry,
  AccountQuery,
  EquitySample,
  OrderQuery,
  StoredAnswer,
  TradingStore,
} from '../../server/views/ports.ts'

/** Trading store in memory, filled by hand. */
export interface MemoryTradingStore extends TradingStore {
  readonly orders: Order[]
  readonly positions: Position[]
  readonly entries: AccountEntry[]
  readonly decisions: Decision[]
  readonly equity: EquitySample[]
  readonly answers: Map<string, StoredAnswer>
}

interface Place {
  readonly atMs: number
  readonly id: string
}

const newestFirst = (a: Place, b: Place): number => b.atMs - a.atMs || (a.id < b.id ? 1 : -1)

const takePage = <T>(lines: readonly T[], { before, fromMs, toMs, limit }: Page, getPlace: (line: T) => Place): T[] =>
  lines
    .filter((line) => {
      const place = getPlace(line)
      const isAfter = before === null || newestFirst(before, place) < 0
      const isWithin = place.atMs >= (fromMs ?? 0) && place.atMs < (toMs ?? Number.POSITIVE_INFINITY)
      return isAfter && isWithin && !(before?.id === place.id && before.atMs === place.atMs)
    })
    .toSorted((a, b) => newestFirst(getPlace(a), getPlace(b)))
    .slice(0, limit)

export const createMemoryTradingStore = (): MemoryTradingStore => {
  const orders: Order[] = []
  const positions: Position[] = []
  const entries: AccountEntry[] = []
  const decisions: Decision[] = []
  const equity: EquitySample[] = []
  const answers = new Map<string, StoredAnswer>()
  return {
    orders,
    positions,
    entries,
    decisions,
    equity,
    answers,
    findOrder: (id) => orders.find(({ orderId }) => orderId === id),
    findOrders: (query) =>
      takePage(
        orders.filter((order) => matchesQuery(order, query)),
        query,
        ({ createdAtMs, orderId }) => ({ atMs: createdAtMs, id: orderId }),
      ),
    findPosition: (id) => positions.find(({ positionId }) => positionId === id),
    findPositions: (query) =>
      takePage(
        positions.filter(({ symbol }) => query.symbol === null || query.symbol === symbol),
        query,
        ({ openedAtMs, positionId }) => ({ atMs: openedAtMs, id: positionId }),
      ),
    findAccountEntries: (query) =>
      takePage(
        entries.filter((entry) => isWanted(entry, query)),
        query,
        placeOfEntry,
      ),
    findStates: () => [],
    findDecision: (id) => decisions.find(({ decisionId }) => decisionId === id),
    findEquity: ({ fromMs, toMs, limit }) => equity.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).slice(0, limit),
    findAdjustments: () => [],
    findAnswer: (scope) => answers.get(scope),
    countConduct: ({ fromMs, toMs }) => {
      const isWithin = (atMs: number): boolean => atMs >= fromMs && atMs < toMs
      const sent = orders.filter(
        ({ createdAtMs, origin, status }) => isWithin(createdAtMs) && origin !== 'EXTERNAL' && status !== 'DENIED',
      )
      const resting = sent.filter(rests)
      return {
        ...NO_CONDUCT,
        orders: sent.length,
        cancels: sent.filter(({ status }) => status === 'CANCELED').length,
        fills: entries.filter((entry) => entry.kind === 'fill' && isWithin(entry.fill.executedAtMs)).length,
        restingOrders: resting.length,
        fastCancels: resting.filter(isTakenBackAtOnce).length,
      }
    },
    findFlow({ fromMs, toMs, after, limit }) {
      const isAfter = ({ createdAtMs, orderId }: Order): boolean =>
        after === null || createdAtMs > after.atMs || (createdAtMs === after.atMs && orderId > after.id)
      const page = orders
        .filter((order) => order.createdAtMs >= fromMs && order.createdAtMs < toMs && isAfter(order))
        .toSorted((a, b) => a.createdAtMs - b.createdAtMs || (a.orderId < b.orderId ? -1 : 1))
        .slice(0, limit)
      const last = page.length < limit ? undefined : page.at(-1)
      return {
        orders: page
          .filter(({ origin, status }) => origin !== 'EXTERNAL' && status !== 'DENIED')
          .map((order) => toFlowOrder(order)),
        next: last ? { atMs: last.createdAtMs, id: last.orderId } : null,
      }
    },
    countKeys: () => answers.size,
    countSince(sinceMs) {
      const decided = orders.filter(({ createdAtMs, origin }) => createdAtMs >= sinceMs && origin !== 'EXTERNAL')
      const sent = decided.filter(({ status }) => status !== 'DENIED')
      const fills = entries.filter((entry) => entry.kind === 'fill' && entry.fill.executedAtMs >= sinceMs)
      return { decided: decided.length, sent: sent.length, fills: fills.length }
    },
  }
}

/** Converts an order for the order flow counts. */
export const toFlowOrder = ({ terms, dispatch, ...order }: Order): FlowOrder => {
  const { createdAtMs, updatedAtMs, purpose, status, filled } = order
  const { symbol, type, timeInForce, quantity, price, trigger } = terms
  const { attempts, state, signedAtMs } = dispatch
  const fields = { createdAtMs, updatedAtMs, purpose, status, filled, symbol, type, timeInForce, quantity }
  const at = price ?? trigger?.price ?? ticks(0)
  return { ...fields, price: at, attempts, signedAtMs, wasUncertain: state === 'RESOLVED' }
}

const rests = ({ terms }: Order): boolean =>
  terms.type === 'LIMIT' && (terms.timeInForce === 'GTC' || terms.timeInForce === 'POST_ONLY')

const isTakenBackAtOnce = ({ status, createdAtMs, updatedAtMs }: Order): boolean =>
  status === 'CANCELED' && updatedAtMs - createdAtMs < FAST_CANCEL_MS

const matchesQuery = (order: Order, { symbol, statuses, open, clientOrderId, origin }: OrderQuery): boolean =>
  (symbol === null || order.terms.symbol === symbol) &&
  (statuses === null || statuses.includes(order.status)) &&
  (open === null || open !== isTerminal(order.status)) &&
  (clientOrderId === null || order.clientOrderId === clientOrderId) &&
  (origin === null || order.origin === origin)

const isWanted = (entry: AccountEntry, { symbol, orderId, positionId }: AccountQuery): boolean => {
  const line =
    entry.kind === 'fill' ? entry.fill : { symbol: entry.funding.symbol, orderId: null, positionId: entry.positionId }
  return (
    (symbol === null || line.symbol === symbol) &&
    (orderId === null || line.orderId === orderId) &&
    (positionId === null || line.positionId === positionId)
  )
}
