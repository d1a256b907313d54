import { describe, expect, it } from 'vitest'
import type { VenueEvent } from '../../../../engine/venue.ts'
import { createTeller } from './teller.ts'

const time = (queryId: number): VenueEvent => ({ kind: 'timeRead', queryId, serverTimeMs: 1 })
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const aTeller = () => {
  const told: VenueEvent[] = []
  const state = { takes: true, overflows: 0, again: Promise.withResolvers<void>() }
  const teller = createTeller({
    delay: () => state.again.promise,
    overflowed: () => void state.overflows++,
  })
  const sink = {
    offer(event: VenueEvent) {
      if (state.takes) told.push(event)
      return state.takes
    },
  }
  return { teller, told, state, sink }
}

describe('what is told to the engine', () => {
  it('never comes within a call, and keeps its order', async () => {
    const { teller, told, sink } = aTeller()
    teller.tell(time(1))
    teller.open(sink)
    teller.tell(time(2))
    expect(told).toEqual([])
    await settled()
    expect(told).toEqual([time(1), time(2)])
  })

  it('waits while the engine is behind', async () => {
    const { teller, told, state, sink } = aTeller()
    teller.open(sink)
    state.takes = false
    teller.tell(time(1))
    teller.tell(time(2))
    await settled()
    state.takes = true
    teller.tell(time(3))
    await settled()
    expect(told).toEqual([])
    state.again.resolve()
    await settled()
    expect(told).toEqual([time(1), time(2), time(3)])
  })

  it('is dropped past all bounds, and then the stream counts as lost', async () => {
    const { teller, told, state, sink } = aTeller()
    for (let count = 0; count < 50_001; count++) teller.tell(time(count))
    expect(state.overflows).toBe(1)
    teller.open(sink)
    await settled()
    expect(told).toEqual([{ kind: 'stream', state: 'lost' }])
  })

  it('is nothing once it is closed', async () => {
    const { teller, told, sink } = aTeller()
    teller.open(sink)
    teller.tell(time(1))
    teller.close()
    await settled()
    expect(told).toEqual([])
  })
})
