import type { Executed } from '../world/exchange-record.ts'
import type { JournalOrder } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I4: what was sent to reduce, by its purpose, never makes a position at the exchange larger, nor turns it. */
export const reduceOnly = (evidence: Evidence): Invariant => {
  /**
   * Returns the platform's order behind a fill, with the terms it was decided with and not those the exchange
   * accepted.
   */
  const sentFor = ({ fill }: Executed): JournalOrder | undefined =>
    fill.venueClientId === null ? undefined : evidence.books.byVenueClientId.get(fill.venueClientId)

  return {
    onCommitted(executed) {
      for (const execution of executed) {
        const sent = sentFor(execution)
        if (!sent?.ours || mayIncrease(sent) || isReduced(execution)) continue
        const { fill, before, after } = execution
        const moved = `${fill.symbol} from ${before} to ${after} lots`
        evidence.violate('I4', `${sent.purpose} ${fill.venueClientId} only reduces, and moved ${moved}`)
      }
    },
  }
}

/** An entry, or an order of a person that took something off when it was decided and is not marked as reduce-only. */
const mayIncrease = ({ purpose, terms }: JournalOrder): boolean =>
  purpose === 'ENTRY' || (purpose === 'EXIT' && !terms.reduceOnly)

const isReduced = ({ before, after }: Executed): boolean => Math.abs(after) < Math.abs(before) && before * after >= 0
