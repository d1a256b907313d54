/** Queue of events to be published to the engine, and answers to requests whose outcome is unknown. */

import { assertNever } from '../../../core/assert.ts'
import { createBoundedQueue } from '../../../core/bounded-queue.ts'
import type { VenueSink } from '../../../engine/model/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'

/**
 * Queue of the events to be published. Beyond its limit all of them are dropped, and the loss and restoration of the
 * stream are reported instead.
 */
export interface Outbox {
  /** False while events are pending. */
  readonly isEmpty: boolean
  push(event: VenueEvent): void
  /**
   * Reports once, after everything published so far, that the stream is lost; until `mend`, events that do not fit are
   * dropped.
   */
  cut(): void
  /** Reports that the stream is restored. */
  mend(): void
  /** Publishes as much as the sink accepts. After a loss it reports that first, and the restoration in a later call. */
  drain(sink: VenueSink): void
}

const LOST: VenueEvent = { kind: 'stream', state: 'lost' }
const CONNECTED: VenueEvent = { kind: 'stream', state: 'connected' }

export const createOutbox = (limit: number): Outbox => {
  let queue = createBoundedQueue<VenueEvent>(limit)
  let refused: VenueEvent | undefined
  let stream: 'whole' | 'toBeLost' | 'toBeConnected' = 'whole'
  let isCut = false

  const drop = (): void => {
    queue = createBoundedQueue(limit)
    refused = undefined
    stream = 'toBeLost'
  }

  const push = (event: VenueEvent): void => {
    if (stream === 'whole' && !queue.offer(event) && !isCut) drop()
  }

  const publishQueued = (sink: VenueSink): void => {
    for (let event = refused ?? queue.take(); event; event = queue.take()) {
      refused = event
      if (!sink.offer(event)) return
      refused = undefined
    }
  }

  return {
    get isEmpty() {
      if (stream === 'toBeConnected') return isCut
      return stream === 'whole' && refused === undefined && queue.size === 0
    },
    push,
    cut() {
      push(LOST)
      isCut = true
    },
    mend() {
      isCut = false
      push(CONNECTED)
    },
    drain(sink) {
      if (stream === 'whole') publishQueued(sink)
      else if (stream === 'toBeLost') stream = sink.offer(LOST) ? 'toBeConnected' : stream
      else if (!isCut) stream = sink.offer(CONNECTED) ? 'whole' : stream
    },
  }
}

/** Returns the response to a request that failed or was not processed: its outcome is unknown. */
export const answerUnknown = (request: VenueRequest, reason: string): VenueEvent => {
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
