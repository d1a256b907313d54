import { assertNever } from '../../../core/assert.ts'
import type { Instant } from '../../../core/instant.ts'
import type { AccountSnapshot } from '../../../domain/order/venue-report.ts'
import type { QueryOutcome, VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'
import type { Clearing } from './clearing.ts'
import type { ClearingStore } from './clearing-store.ts'
import { toVenuePosition } from './margin.ts'
import { toVenueOrder } from './working-order.ts'

/** A request that changes nothing. */
export type ReadRequest = Extract<VenueRequest, { kind: 'queryOrder' | 'readAccount' | 'readTime' }>

/** Answers from what is committed; to be called when nothing is left to commit. */
export const answerRead = (clearing: Clearing, store: ClearingStore, request: ReadRequest): VenueEvent => {
  const { queryId } = request
  switch (request.kind) {
    case 'readTime':
      return { kind: 'timeRead', queryId, serverTimeMs: clearing.clock() }
    case 'readAccount':
      return { kind: 'accountRead', queryId, snapshot: snapshotSince(clearing, store, request.sinceMs) }
    case 'queryOrder': {
      const { symbol, venueClientId } = request
      return { kind: 'orderQueried', venueClientId, queryId, outcome: queryOrder(store, symbol, venueClientId) }
    }
    default:
      return assertNever(request)
  }
}

const snapshotSince = (clearing: Clearing, store: ClearingStore, sinceMs: Instant): AccountSnapshot => ({
  walletBalance: clearing.walletBalance,
  positions: [...clearing.books.values()]
    .filter(({ quantity }) => quantity !== 0)
    .map((book) => toVenuePosition(clearing, book)),
  openOrders: [...clearing.open.values()].map(toVenueOrder),
  fills: store.fillsSince(sinceMs),
  funding: store.fundingSince(sinceMs),
  takenAtMs: clearing.clock(),
})

const queryOrder = (store: ClearingStore, symbol: string, venueClientId: string): QueryOutcome => {
  const order = store.findOrder(venueClientId)
  if (!order || order.vanished || order.terms.symbol !== symbol) return { kind: 'notFound' }
  return { kind: 'found', order: toVenueOrder(order), fills: store.readFills(venueClientId) }
}
