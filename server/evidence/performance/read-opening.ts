import type { Opening } from '../../domain/performance/closed-trade.ts'
import { closingSide, type Position } from '../../domain/position/position.ts'
import type { PerformanceSources } from './performance-sources.ts'

/** Executions of one instant: there are few. */
const FILLS_MAX = 50

/** Returns the opening of a lifecycle: first order and plan, signal, and the order book at the decision. */
export const readOpening = (sources: PerformanceSources, position: Position): Opening => {
  const { trading, signals } = sources.store
  const orderId = openedBy(sources, position)
  const order = orderId === null ? undefined : trading.findOrder(orderId)
  const entry = position.cause && signals.findEntry(position.cause.candidateId)
  const { bid, ask } = entry && entry.orderId === orderId ? entry.evidence.book : NO_TOUCH
  return {
    stopLoss: order?.plan?.stopLoss.price ?? null,
    regime: (position.cause && signals.findSignal(position.cause.signalId)?.signal.regime) ?? null,
    touch: bid === null || ask === null ? null : [bid, ask],
    order: order ?? null,
  }
}

const NO_TOUCH = { bid: null, ask: null }

/** Returns the order that opened a position; null when it was not an order of ours. */
const openedBy = ({ store }: PerformanceSources, position: Position): string | null => {
  const { positionId, openedAtMs } = position
  const atOpening = { fromMs: openedAtMs, toMs: openedAtMs + 1, limit: FILLS_MAX }
  const entries = store.trading.findAccountEntries({
    symbol: null,
    orderId: null,
    positionId,
    before: null,
    ...atOpening,
  })
  const first = entries.findLast((entry) => entry.kind === 'fill' && entry.fill.side !== closingSide(position))
  return first?.kind === 'fill' ? first.fill.orderId : null
}
