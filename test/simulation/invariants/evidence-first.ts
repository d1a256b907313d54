import type { Submission } from '../../../server/engine/model/venue.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** Mark of stops, targets and closes of the engine in a client order id; callers' orders carry epoch 0. */
const PROTECTS = /^t[SPCF](?!0000)/

/**
 * I8: an order leaves only after its approval, its audit entry and, when it leaves again, that too are durable. While
 * nothing can be written only what protects may leave, or the engine's own closes.
 */
export const evidenceFirst = (evidence: Evidence): Invariant => {
  const left = new Map<string, number>()

  const findFault = ({ venueClientId }: Submission, times: number): string | undefined => {
    const decided = evidence.books.byVenueClientId.get(venueClientId)
    if (!decided?.approved || !decided.ours) return 'without a durable approval'
    if (!evidence.books.audited.has(decided.auditId)) return 'without an audit entry'
    if (times <= decided.resentTimes + 1) return undefined
    return `${times} times and the journal has ${decided.resentTimes} resendings`
  }

  return {
    onSubmitted(submission) {
      const { venueClientId, terms } = submission
      if (evidence.storeFails && terms.reduceOnly && PROTECTS.test(venueClientId)) return
      const times = (left.get(venueClientId) ?? 0) + 1
      left.set(venueClientId, times)
      const fault = evidence.storeFails ? 'although nothing can be written' : findFault(submission, times)
      if (fault !== undefined) evidence.violate('I8', `${venueClientId} left ${fault}`)
    },
  }
}
