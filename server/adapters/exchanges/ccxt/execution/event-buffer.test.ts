import { describe, expect, it } from 'vitest'
import type { VenueEvent } from '../../../../engine/model/venue.ts'
import { createEventBuffer } from './event-buffer.ts'

const time = (queryId: number): VenueEvent => ({ kind: 'timeRead', queryId, serverTimeMs: 1 })
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const aBuffer = () => {
  const venueEvents: VenueEvent[] = []
  const state = { takes: true, overflows: 0, again: Promise.withResolvers<void>() }
  const buffer = createEventBuffer({
    delay: () => state.again.promise,
    overflowed: () => void state.overflows++,
  })
  const sink = {
    offer(event: VenueEvent) {
      if (state.takes) venueEvents.push(event)
      return state.takes
    },
  }
  return { buffer, venueEvents, state, sink }
}

describe('the event buffer for the engine', () => {
  it('never publishes within a call, and preserves its order', async () => {
    const { buffer, venueEvents, sink } = aBuffer()
    buffer.publish(time(1))
    buffer.open(sink)
    buffer.publish(time(2))
    expect(venueEvents).toEqual([])
    await settled()
    expect(venueEvents).toEqual([time(1), time(2)])
  })

  it('waits while the engine is behind', async () => {
    const { buffer, venueEvents, state, sink } = aBuffer()
    buffer.open(sink)
    state.takes = false
    buffer.publish(time(1))
    buffer.publish(time(2))
    await settled()
    state.takes = true
    buffer.publish(time(3))
    await settled()
    expect(venueEvents).toEqual([])
    state.again.resolve()
    await settled()
    expect(venueEvents).toEqual([time(1), time(2), time(3)])
  })

  it('is dropped beyond its limit, and then the stream counts as lost', async () => {
    const { buffer, venueEvents, state, sink } = aBuffer()
    for (let count = 0; count < 50_001; count++) buffer.publish(time(count))
    expect(state.overflows).toBe(1)
    buffer.open(sink)
    await settled()
    expect(venueEvents).toEqual([{ kind: 'stream', state: 'lost' }])
  })

  it('publishes nothing once it is closed', async () => {
    const { buffer, venueEvents, sink } = aBuffer()
    buffer.open(sink)
    buffer.publish(time(1))
    buffer.close()
    await settled()
    expect(venueEvents).toEqual([])
  })
})
