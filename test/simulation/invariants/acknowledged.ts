import type { EngineEvent } from '../../../server/engine/model/events.ts'
import { readSeed } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I7: an order confirmed to a caller exists after every restart. */
export const acknowledged = (evidence: Evidence): Invariant => {
  const promised = new Set<string>()
  return {
    onAnswered(event, outcome) {
      const named = outcome.kind === 'done' ? nameIn(event) : undefined
      if (named === undefined) return
      if (!evidence.books.seeds.has(named))
        evidence.violate('I7', `an order was acknowledged as ${named} and is not in the journal`)
      promised.add(named)
    },
    onRecovered(ledger) {
      const known = new Set([...ledger.byVenueClientId.keys()].map(readSeed))
      for (const named of promised) {
        if (!known.has(named))
          evidence.violate('I7', `an order was acknowledged as ${named} and is gone after a restart`)
      }
    },
  }
}

const nameIn = (event: EngineEvent): string | undefined => {
  if (event.kind !== 'command') return undefined
  const { command } = event
  return command.kind === 'placeOrder' || command.kind === 'closePosition' ? command.venueSeed : undefined
}
