import type { Executed } from '../world/exchange-record.ts'
import type { JournalOrder } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I4: an order sent to reduce, by its purpose, never enlarges or reverses a position at the exchange. */
export const reduceOnly = (evidence: Evidence): Invariant => {
  /** Returns the platform's order of a fill, with its decided terms rather than those the exchange accepted. */
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

/**
 * Returns whether an order may increase: an entry, or a manual order that reduced when decided but is not marked as
 * reduce-only.
 */
const mayIncrease = ({ purpose, terms }: JournalOrder): boolean =>
  purpose === 'ENTRY' || (purpose === 'EXIT' && !terms.reduceOnly)

const isReduced = ({ before, after }: Executed): boolean => Math.abs(after) < Math.abs(before) && before * after >= 0
