import { createBoundedQueue } from '../../../../core/bounded-queue.ts'
import type { VenueSink } from '../../../../engine/model/ports.ts'
import type { VenueEvent } from '../../../../engine/model/venue.ts'

/** Publishes venue events to the engine asynchronously and in order, and buffers events it cannot accept yet. */
export interface EventBuffer {
  open(sink: VenueSink): void
  publish(event: VenueEvent): void
  /** Stops publishing. */
  close(): void
}

export interface EventBufferParts {
  readonly delay: (ms: number) => Promise<void>
  /** Called when the engine is too far behind: the buffer was dropped, and the stream counts as lost. */
  readonly overflowed: () => void
}

const WAITING_MAX = 50_000
const AGAIN_AFTER_MS = 5

export const createEventBuffer = ({ delay, overflowed }: EventBufferParts): EventBuffer => {
  let waiting = createBoundedQueue<VenueEvent>(WAITING_MAX)
  let refused: VenueEvent | undefined
  let sink: VenueSink | undefined
  let scheduled = false

  const drain = (): void => {
    scheduled = false
    if (!sink) return
    for (let event = refused ?? waiting.take(); event; event = waiting.take()) {
      refused = sink.offer(event) ? undefined : event
      if (refused) return void schedule(delay(AGAIN_AFTER_MS))
    }
  }

  const schedule = (pause: Promise<void>): void => {
    if (scheduled) return
    scheduled = true
    void pause.then(drain)
  }

  return {
    open(to) {
      sink = to
      schedule(Promise.resolve())
    },
    publish(event) {
      if (!waiting.offer(event)) {
        waiting = createBoundedQueue(WAITING_MAX)
        refused = undefined
        waiting.offer({ kind: 'stream', state: 'lost' })
        overflowed()
      }
      schedule(Promise.resolve())
    },
    close() {
      sink = undefined
    },
  }
}
