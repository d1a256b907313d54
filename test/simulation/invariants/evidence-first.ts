import type { Evidence, Invariant } from './invariant.ts'

/** I8: an order leaves only after its approval, its audit entry and, when it leaves again, that too are durable. */
export const evidenceFirst = (evidence: Evidence): Invariant => {
  const left = new Map<string, number>()
  return {
    onSubmitted({ venueClientId }) {
      const times = (left.get(venueClientId) ?? 0) + 1
      left.set(venueClientId, times)
      const decided = evidence.books.byVenueClientId.get(venueClientId)
      if (!decided?.approved || !decided.ours)
        evidence.violate('I8', `${venueClientId} left without a durable approval`)
      else if (!evidence.books.audited.has(decided.auditId))
        evidence.violate('I8', `${venueClientId} left without an audit entry`)
      else if (times > decided.resentTimes + 1) {
        evidence.violate(
          'I8',
          `${venueClientId} left ${times} times and the journal has ${decided.resentTimes} resendings`,
        )
      }
    },
  }
}
