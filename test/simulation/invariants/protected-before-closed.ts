import type { Instant } from '../../../server/core/instant.ts'
import type { EngineEvent } from '../../../server/engine/model/events.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import type { Evidence, Invariant } from './invariant.ts'

/**
 * I5: a position without a stop at startup is protected before it is closed: the guardian closes it only when the
 * exchange has refused its stop, or after the usual time limit of this run.
 */
export const protectedBeforeClosed = (evidence: Evidence): Invariant => {
  const { fallbackAfterMs } = evidence.constitution.protection
  const refused = new Set<string | null>()
  let beganAtMs: Instant = Number.NEGATIVE_INFINITY

  return {
    onTaken(event) {
      const refusedId = refusedIn(event)
      const order = refusedId === undefined ? undefined : evidence.books.byVenueClientId.get(refusedId)
      if (order && PROTECTIVE.has(order.purpose)) refused.add(order.positionId)
    },
    onFact(fact) {
      if (fact.kind === 'runStarted') {
        beganAtMs = fact.atMs
        refused.clear()
      }
      if (!isFallback(fact) || refused.has(fact.order.positionId)) return
      const afterMs = fact.atMs - beganAtMs
      if (afterMs >= fallbackAfterMs) return
      const { positionId } = fact.order
      evidence.violate(
        'I5',
        `${positionId} is closed ${afterMs} ms after the start, although its stop was never rejected`,
      )
    },
  }
}

const PROTECTIVE: ReadonlySet<string> = new Set(['STOP_LOSS', 'TAKE_PROFIT'])

const refusedIn = (event: EngineEvent): string | undefined =>
  event.kind === 'venue' && event.event.kind === 'submitAnswered' && event.event.outcome.kind === 'rejected'
    ? event.event.venueClientId
    : undefined

const isFallback = (fact: Fact): fact is Extract<Fact, { kind: 'orderDecided' }> =>
  fact.kind === 'orderDecided' && fact.order.origin === 'GUARDIAN' && fact.order.purpose === 'CLOSE'
