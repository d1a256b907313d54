import { isTerminal } from '../server/domain/order/transition.ts'
import type { ExecutionVenue } from '../server/engine/model/ports.ts'
import type { VenueEvent } from '../server/engine/model/venue.ts'

/** Observer of the traffic between the engine and an exchange for a set of orders. */
export interface VenueWatch {
  readonly around: (venue: ExecutionVenue) => ExecutionVenue
  /**
   * Records, from now on, when the first cancel is sent and when the exchange has reported that all these orders have
   * ended.
   */
  watch(venueClientIds: Iterable<string>): Watched
}

/** Times of `performance.now`, in milliseconds. */
export interface Watched {
  readonly firstCancel: Promise<number>
  readonly allGone: Promise<number>
}

interface Watching {
  readonly left: Set<string>
  readonly cancelled: (atMs: number) => void
  readonly gone: (atMs: number) => void
}

export const createVenueWatch = (): VenueWatch => {
  let watching: Watching | undefined

  const onVenueEvent = (event: VenueEvent): void => {
    if (event.kind !== 'report' || !watching || !isTerminal(event.report.status)) return
    watching.left.delete(event.report.venueClientId)
    if (watching.left.size === 0) watching.gone(performance.now())
  }

  return {
    around: (venue) => ({
      ...venue,
      open: (sink) =>
        venue.open({
          offer(event) {
            onVenueEvent(event)
            return sink.offer(event)
          },
        }),
      send(request) {
        if (request.kind === 'cancel') watching?.cancelled(performance.now())
        venue.send(request)
      },
    }),
    watch(venueClientIds) {
      const first = Promise.withResolvers<number>()
      const last = Promise.withResolvers<number>()
      watching = { left: new Set(venueClientIds), cancelled: first.resolve, gone: last.resolve }
      return { firstCancel: first.promise, allGone: last.promise }
    },
  }
}
