import type { Evidence, Invariant } from './invariant.ts'

/** I1: the exchange accepts an intent once, and an increasing order is sent once, across all restarts. */
export const atMostOnce = (evidence: Evidence): Invariant => {
  const left = new Map<string, number>()
  const arrived = new Map<string, number>()
  const count = (into: Map<string, number>, name: string): number => {
    const times = (into.get(name) ?? 0) + 1
    into.set(name, times)
    return times
  }
  return {
    onSubmitted({ venueClientId, terms }) {
      const times = count(left, venueClientId)
      if (times > 1 && !terms.reduceOnly)
        evidence.violate('I1', `${venueClientId} increases and was sent ${times} times`)
    },
    onArrived({ venueClientId, terms }) {
      const times = count(arrived, venueClientId)
      if (times <= (left.get(venueClientId) ?? 0) || terms.reduceOnly) return
      evidence.violate(
        'I1',
        `${venueClientId} arrived ${times} times and was sent ${left.get(venueClientId) ?? 0} times`,
      )
    },
    onCommitted() {
      for (const name of evidence.exchange.acceptedNow) {
        if (!evidence.books.byVenueClientId.get(name)?.provenAbsent) continue
        evidence.violate('I1', `the exchange accepted ${name} after it was proven absent`)
      }
      for (const name of evidence.exchange.acceptedTwice) evidence.violate('I1', `the exchange accepted ${name} twice`)
    },
  }
}
