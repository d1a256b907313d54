import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { type AccessEvent, createAccessEvents } from './access-events.ts'

const anEvent = (parts: Partial<AccessEvent> = {}): AccessEvent => ({
  action: 'EMERGENCY_STOP',
  target: 'engine',
  outcome: 'REFUSED_403',
  actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: '::1' },
  requestId: anId('req'),
  reason: null,
  ...parts,
})

const begin = () => {
  const written: AccessEvent[] = []
  const state = { nowMs: NOON_MS, works: true, tries: 0 }
  const events = createAccessEvents({
    write(event) {
      state.tries++
      if (state.works) written.push(event)
      return state.works
    },
    now: () => state.nowMs,
    callersMax: 256,
  })
  const lines = () => written.map(({ outcome, actor, reason }) => [outcome, actor.sub ?? actor.ip, reason])
  return { events, written, state, lines }
}

const times = (count: number, work: (index: number) => void): void => {
  for (let index = 0; index < count; index++) work(index)
}

describe('an access event', () => {
  it('is written immediately and unchanged', () => {
    const { events, written } = begin()
    events.note(anEvent())
    expect(written).toEqual([anEvent()])
  })

  it('is counted when it is repeated, and written once when the minute is over', () => {
    const { events, state, written, lines } = begin()
    times(18, () => events.note(anEvent()))
    state.nowMs += 59_999
    events.writeDue()
    expect(lines()).toHaveLength(1)
    state.nowMs += 1
    events.writeDue()
    events.writeDue()
    expect(lines()).toEqual([
      ['REFUSED_403', 'usr_1', null],
      ['REFUSED_403', 'usr_1', '17 more in 60 s'],
    ])
    expect(written[1]?.requestId).toBeNull()
    events.note(anEvent())
    expect(lines()[2]).toEqual(['REFUSED_403', 'usr_1', null])
  })

  it('is counted by action, target, outcome and caller; a caller without a user by the address', () => {
    const { events, lines } = begin()
    const stranger = { type: 'USER', sub: null, sid: null, ip: '10.0.0.1' } as const
    for (const event of [
      anEvent(),
      anEvent({ action: 'PAUSE' }),
      anEvent({ target: 'alice' }),
      anEvent({ outcome: 'REFUSED_429' }),
      anEvent({ outcome: 'REFUSED_401', actor: stranger }),
      anEvent({ outcome: 'REFUSED_401', actor: { ...stranger, ip: '10.0.0.2' } }),
    ]) {
      events.note(event)
    }
    expect(lines()).toHaveLength(6)
    events.flush()
    expect(lines()).toHaveLength(6)
  })

  it('is counted under one name when there are more callers than are distinguished, so that nothing grows', () => {
    const { events, lines } = begin()
    times(1_000, (index) =>
      events.note(
        anEvent({ target: `user-${index}`, actor: { type: 'USER', sub: null, sid: null, ip: `10.0.0.${index}` } }),
      ),
    )
    expect(lines()).toHaveLength(257)
    events.flush()
    expect(lines().at(-1)).toEqual(['REFUSED_403', '*', '743 more in 60 s'])
    expect(lines()).toHaveLength(258)
  })

  it('is counted when it cannot be written, tried again when its minute is over, and never thrown', () => {
    const { events, state, lines } = begin()
    state.works = false
    times(3, () => events.note(anEvent()))
    state.nowMs += 60_000
    events.writeDue()
    expect(state.tries).toBe(2)
    state.works = true
    events.writeDue()
    expect(lines()).toEqual([['REFUSED_403', 'usr_1', '3 more in 60 s']])
  })

  it('is written at the end of the server, its minute over or not', () => {
    const { events, lines } = begin()
    times(2, () => events.note(anEvent()))
    events.flush()
    expect(lines()[1]).toEqual(['REFUSED_403', 'usr_1', '1 more in 60 s'])
  })
})
