import type { Evidence, Invariant } from './invariant.ts'

/** I3 and I10: once the latch is durable nothing that increases leaves, and nothing in the program lets go of it. */
export const latch = (evidence: Evidence): Invariant => {
  const check = (found: boolean, when: string): void => {
    if (evidence.books.latch && !found)
      evidence.violate('I10', `the latch (${evidence.books.latch.reason}) is gone ${when}`)
  }
  return {
    onSubmitted({ venueClientId, terms }) {
      const { latch: engaged } = evidence.books
      if (!engaged || terms.reduceOnly) return
      evidence.violate('I3', `${venueClientId} increases and left although the latch is durable (${engaged.reason})`)
    },
    onSettled: (ledger) => check(ledger.latch !== null, 'in a running engine'),
    onRecovered: (ledger) => check(ledger.latch !== null, 'after a restart'),
  }
}
