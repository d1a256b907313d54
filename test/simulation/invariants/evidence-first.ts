import type { Submission } from '../../../server/engine/model/venue.ts'
import { readSeed } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** Prefix of the client order IDs of stops, targets and closes. */
const PROTECTS = /^t[SPCF]/

/**
 * I8: an order is sent only after its approval, its audit entry and any resubmission are durable. While nothing can be
 * written, only protective orders and the engine's own closes may be sent.
 */
export const evidenceFirst = (evidence: Evidence): Invariant => {
  const left = new Map<string, number>()
  const seedsOfCallers = new Set<string>()

  const isOwnProtection = ({ venueClientId, terms }: Submission): boolean =>
    terms.reduceOnly && PROTECTS.test(venueClientId) && !seedsOfCallers.has(readSeed(venueClientId))

  const findFault = ({ venueClientId }: Submission, times: number): string | undefined => {
    const decided = evidence.books.byVenueClientId.get(venueClientId)
    if (!decided?.approved || !decided.ours) return 'without a durable approval'
    if (!evidence.books.audited.has(decided.auditId)) return 'without an audit entry'
    if (times <= decided.resentTimes + 1) return undefined
    return `${times} times and the journal has ${decided.resentTimes} resendings`
  }

  return {
    onTaken(event) {
      if (event.kind === 'command' && event.command.kind === 'closePosition')
        seedsOfCallers.add(event.command.venueSeed)
    },
    onSubmitted(submission) {
      const { venueClientId } = submission
      if (evidence.storeFails && isOwnProtection(submission)) return
      const times = (left.get(venueClientId) ?? 0) + 1
      left.set(venueClientId, times)
      const fault = evidence.storeFails ? 'although nothing can be written' : findFault(submission, times)
      if (fault !== undefined) evidence.violate('I8', `${venueClientId} left ${fault}`)
    },
  }
}
