import { describe, expect, it } from 'vitest'
import type { VenueEvent } from '../../../engine/model/venue.ts'
import { createOutbox } from './outbox.ts'

const beat: VenueEvent = { kind: 'heartbeat' }
const LOST: VenueEvent = { kind: 'stream', state: 'lost' }
const CONNECTED: VenueEvent = { kind: 'stream', state: 'connected' }
const time = (queryId: number): VenueEvent => ({ kind: 'timeRead', queryId, serverTimeMs: 0 })

const aSink = () => {
  const venueEvents: VenueEvent[] = []
  const sink = {
    room: 100,
    venueEvents,
    offer(event: VenueEvent): boolean {
      if (sink.room === 0) return false
      sink.room--
      venueEvents.push(event)
      return true
    },
  }
  return sink
}

describe('an outbox', () => {
  it('retains what is not accepted, in order', () => {
    const [outbox, sink] = [createOutbox(9), aSink()]
    for (const id of [1, 2, 3]) outbox.push(time(id))
    sink.room = 1
    outbox.drain(sink)
    outbox.push(time(4))
    expect(outbox.isEmpty).toBe(false)
    sink.room = 9
    outbox.drain(sink)
    expect(sink.venueEvents).toEqual([1, 2, 3, 4].map(time))
    expect(outbox.isEmpty).toBe(true)
  })

  it('drops everything beyond its limit and reports the stream as lost, and later as restored', () => {
    const [outbox, sink] = [createOutbox(2), aSink()]
    for (const id of [1, 2, 3, 4]) outbox.push(time(id))
    outbox.drain(sink)
    outbox.push(beat)
    expect(sink.venueEvents).toEqual([{ kind: 'stream', state: 'lost' }])
    outbox.drain(sink)
    outbox.push(beat)
    outbox.drain(sink)
    expect(sink.venueEvents.slice(1)).toEqual([{ kind: 'stream', state: 'connected' }, beat])
  })

  it('reports a cut after its pending events, and accepts what fits; reports the restoration too', () => {
    const [outbox, sink] = [createOutbox(4), aSink()]
    outbox.push(time(1))
    outbox.cut()
    for (const id of [2, 3, 4]) outbox.push(time(id))
    outbox.drain(sink)
    expect(sink.venueEvents).toEqual([time(1), LOST, time(2), time(3)])
    outbox.mend()
    outbox.push(time(5))
    outbox.drain(sink)
    expect(sink.venueEvents.slice(4)).toEqual([CONNECTED, time(5)])
  })

  it('delays the restoration report when it was cut after dropping everything', () => {
    const [outbox, sink] = [createOutbox(2), aSink()]
    for (const id of [1, 2, 3]) outbox.push(time(id))
    outbox.cut()
    for (let times = 0; times < 3; times++) outbox.drain(sink)
    expect(sink.venueEvents).toEqual([LOST])
    expect(outbox.isEmpty).toBe(true)
    outbox.mend()
    expect(outbox.isEmpty).toBe(false)
    outbox.drain(sink)
    expect(sink.venueEvents).toEqual([LOST, CONNECTED])
    expect(outbox.isEmpty).toBe(true)
  })
})
