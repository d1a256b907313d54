import { assertNever } from '../../../core/assert.ts'
import type { VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'

/** The answer to a request that was not taken: nothing certain. */
export const answerNothing = (request: VenueRequest, reason: string): VenueEvent => {
  switch (request.kind) {
    case 'submit': {
      const { venueClientId } = request.submission
      return { kind: 'submitAnswered', venueClientId, outcome: { kind: 'unknown', reason } }
    }
    case 'cancel':
      return { kind: 'cancelAnswered', venueClientId: request.venueClientId, outcome: { kind: 'unknown', reason } }
    case 'queryOrder': {
      const { venueClientId, queryId } = request
      return { kind: 'orderQueried', venueClientId, queryId, outcome: { kind: 'failed', reason } }
    }
    case 'readAccount':
      return { kind: 'accountRead', queryId: request.queryId, snapshot: null }
    case 'readTime':
      return { kind: 'timeRead', queryId: request.queryId, serverTimeMs: null }
    default:
      return assertNever(request)
  }
}
