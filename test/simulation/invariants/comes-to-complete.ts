import { hasForeignOrder } from '../world/exchange-record.ts'
import type { Evidence, Invariant } from './invariant.ts'

const TICK_MS = 100
const COMPLETE_WITHIN_MS = 60_000
const SLICES = 3

/**
 * A stop completes once everything has responded for a minute and nothing blocks it. A flattening stop has then closed
 * all positions, or has made the maximum number of attempts for each remaining one.
 */
export const comesToComplete = (evidence: Evidence): Invariant => {
  let waitedMs = 0
  const { books } = evidence
  const left = (): string[] =>
    [...books.positions].flatMap(([symbol, quantity]) => {
      const slices = books.latch?.slices.get(books.lifecycles.get(symbol) ?? '') ?? 0
      return quantity !== 0 && slices < SLICES ? [`${quantity} lots of ${symbol} after ${slices} closes`] : []
    })

  return {
    onFact(fact) {
      if (fact.kind !== 'stopCompleted' || books.latch?.flatten !== 'REDUCE_ONLY') return
      for (const what of left()) evidence.violate('STOP', `it is reported as complete, but leaves ${what}`)
    },
    onTick() {
      const waits = books.latch !== null && !books.latch.complete
      const isBlocked = evidence.isBehind || hasForeignOrder(evidence.exchange.orders) || isUnprotected(evidence)
      waitedMs = waits && evidence.isHealthy && !isBlocked ? waitedMs + TICK_MS : 0
      if (waitedMs > COMPLETE_WITHIN_MS) evidence.violate('STOP', `it is not complete after ${waitedMs} ms`)
    },
  }
}

const isUnprotected = ({ books }: Evidence): boolean =>
  [...books.lifecycles].some(([symbol, id]) => books.positions.get(symbol) !== 0 && books.unprotected.has(id))
