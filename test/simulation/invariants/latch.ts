import type { Evidence, Invariant } from './invariant.ts'

/** Maximum time a running engine takes to follow a new stop file. */
const FOLLOWS_WITHIN_MS = 5_000
const TICK_MS = 100

/**
 * I3 and I10: once the stop is in memory, file or ledger, no risk-increasing order is sent; orders that still arrive
 * were sent before, and the stop remains engaged across crashes until a host clears it.
 */
export const latch = (evidence: Evidence): Invariant => {
  const left = new Set<string>()
  let notFollowedMs = 0

  const check = (isLatched: boolean, when: string): void => {
    const { latch: durable } = evidence.books
    if (durable && !isLatched) evidence.violate('I10', `the latch (${durable.code}) is gone ${when}`)
    if (!durable && isLatched && !evidence.isBehind) evidence.violate('I10', `a latch without a record is set ${when}`)
  }

  return {
    onSubmitted({ venueClientId, terms }) {
      left.add(venueClientId)
      if (terms.reduceOnly) return
      const sinceMs = evidence.stop.heldSinceMs
      if (sinceMs === null) return
      evidence.violate('I3', `${venueClientId} increases and left ${evidence.nowMs - sinceMs} ms after the stop`)
    },
    onArrived({ venueClientId, terms }) {
      if (terms.reduceOnly || left.has(venueClientId) || evidence.stop.heldSinceMs === null) return
      evidence.violate('I3', `${venueClientId} increases and arrived although it had not left before the stop`)
    },
    onFact(fact) {
      if (fact.kind !== 'latchReleased' || evidence.isBelated) return
      const byHost = fact.by.type === 'HOST' && evidence.confirming.includes('clearStop')
      if (!byHost) evidence.violate('I10', 'the stop was cleared without a host confirmation')
    },
    onTick(ledger) {
      const follows = ledger === undefined || !evidence.stop.isFiled || evidence.books.latch || evidence.isBehind
      notFollowedMs = follows || !evidence.isHealthy ? 0 : notFollowedMs + TICK_MS
      if (notFollowedMs > FOLLOWS_WITHIN_MS) evidence.violate('I10', 'the stop file is there and nothing is stopped')
    },
    onSettled: (ledger) => check(ledger.latch !== null, 'in a running engine'),
    onRecovered: (ledger) => check(ledger.latch !== null, 'after a restart'),
  }
}
