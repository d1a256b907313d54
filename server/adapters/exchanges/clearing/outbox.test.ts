import { describe, expect, it } from 'vitest'
import type { VenueEvent } from '../../../engine/venue.ts'
import { createOutbox } from './outbox.ts'

const beat: VenueEvent = { kind: 'heartbeat' }
const time = (queryId: number): VenueEvent => ({ kind: 'timeRead', queryId, serverTimeMs: 0 })

const aSink = () => {
  const told: VenueEvent[] = []
  const sink = {
    room: 100,
    told,
    offer(event: VenueEvent): boolean {
      if (sink.room === 0) return false
      sink.room--
      told.push(event)
      return true
    },
  }
  return sink
}

describe('an outbox', () => {
  it('keeps what is not taken, in order', () => {
    const [outbox, sink] = [createOutbox(9), aSink()]
    for (const id of [1, 2, 3]) outbox.push(time(id))
    sink.room = 1
    outbox.drain(sink)
    outbox.push(time(4))
    expect(outbox.isEmpty).toBe(false)
    sink.room = 9
    outbox.drain(sink)
    expect(sink.told).toEqual([1, 2, 3, 4].map(time))
    expect(outbox.isEmpty).toBe(true)
  })

  it('past its bound drops everything and says that the stream is lost, and later that it is back', () => {
    const [outbox, sink] = [createOutbox(2), aSink()]
    for (const id of [1, 2, 3, 4]) outbox.push(time(id))
    outbox.drain(sink)
    outbox.push(beat)
    expect(sink.told).toEqual([{ kind: 'stream', state: 'lost' }])
    outbox.drain(sink)
    outbox.push(beat)
    outbox.drain(sink)
    expect(sink.told.slice(1)).toEqual([{ kind: 'stream', state: 'connected' }, beat])
  })
})
