import { lots } from '../../server/domain/market/instrument.ts'
import { perform } from '../../server/engine/perform.ts'
import type { Batch } from '../../server/engine/ports.ts'
import type { VenueRequest } from '../../server/engine/venue.ts'
import type { Disk } from './world/disk.ts'
import type { Parts } from './world/world.ts'

/** Lets an increasing order leave although the latch has come in between. */
export const ignoresLatch: Parts = {
  perform: (effect, ledger, outside) => perform(effect, { ...ledger, latch: null }, outside),
}

/** Delivers every order twice, as a client does that tries again by itself. */
export const submitsTwice: Parts = {
  arrivalsOf: (request) => (request.kind === 'submit' ? [request, request] : [request]),
}

/** Takes what only reduces for an ordinary order, and more of it. */
export const forgetsReduceOnly: Parts = { arrivalsOf: (request) => [loosened(request)] }

const loosened = (request: VenueRequest): VenueRequest => {
  if (request.kind !== 'submit' || !request.submission.terms.reduceOnly) return request
  const { submission } = request
  const { terms } = submission
  const quantity = lots(terms.quantity * 2)
  return { ...request, submission: { ...submission, terms: { ...terms, quantity, reduceOnly: false } } }
}

/** Says of each tenth batch that it is durable, and forgets it. */
export const forgetsBatches: Parts = {
  diskOf: ({ journal, candles }: Disk) => {
    let batches = 0
    return {
      candles,
      journal: {
        read: journal.read,
        append(batch: Batch) {
          if (++batches % 10 !== 0) journal.append(batch)
        },
      },
    }
  },
}

/** Loses every stop on its way, and tells nobody. */
export const losesStops: Parts = {
  arrivalsOf: (request) =>
    request.kind === 'submit' && request.submission.terms.type === 'STOP_MARKET' ? [] : [request],
}

/** Loses everything that would reduce a position. */
export const losesWhatReduces: Parts = {
  arrivalsOf: (request) => (request.kind === 'submit' && request.submission.terms.reduceOnly ? [] : [request]),
}

/** Lets effects leave twice, as a loop does that performs a batch again. */
export const performsTwice: Parts = {
  perform(effect, ledger, outside) {
    perform(effect, ledger, outside)
    perform(effect, ledger, outside)
  },
}
