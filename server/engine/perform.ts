import { assertNever } from '../core/assert.ts'
import type { Effect } from './effects.ts'
import type { Ledger } from './ledger.ts'
import type { ExecutionVenue, VenueSink } from './ports.ts'

export interface Outside {
  readonly venue: ExecutionVenue
  /** Where is told what was not sent after all. */
  readonly venueSink: VenueSink
  readonly requestBook: (symbol: string) => void
}

/**
 * Carries out an effect whose facts are durable. The latch is looked at once more before the bytes of an increasing
 * order leave: it may have come between the decision and now.
 */
export const perform = (effect: Effect, ledger: Ledger, { venue, venueSink, requestBook }: Outside): void => {
  switch (effect.kind) {
    case 'requestBook':
      return requestBook(effect.symbol)
    case 'askVenue':
      return venue.send(effect.request)
    case 'submitOrder': {
      const { venueClientId, terms } = effect.order.candidate
      if (ledger.latch && !terms.reduceOnly) {
        venueSink.offer({ kind: 'notSent', venueClientId, reason: 'LATCHED' })
        return
      }
      const { signedAtMs, recvWindowMs } = effect
      return venue.send({ kind: 'submit', submission: { venueClientId, terms, signedAtMs, recvWindowMs } })
    }
    default:
      return assertNever(effect)
  }
}
