import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audited, type ControlFloor, openControlFloor, stopEngine } from '../../../test/support/control-floor.ts'
import { lots } from '../../domain/market/instrument.ts'
import { moveSessionTimes } from '../state/move-times.ts'
import { createSession } from '../state/session.ts'

const HOUR_MS = 3_600_000
const STEPS_MS = [HOUR_MS, -HOUR_MS, 60_000, -60_000]

/** Wall clock alone, or platform time with it. */
const changes = STEPS_MS.flatMap((byMs) => [
  { byMs, hostOffsetMs: byMs, adoptedMs: 0 },
  { byMs, hostOffsetMs: 0, adoptedMs: byMs },
])

const openRunningFloor = (): ControlFloor => {
  const floor = openControlFloor()
  floor.enter()
  floor.run(15_000)
  return floor
}

const market = { type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(7) } } as const

const readState = ({ state }: ControlFloor): string => state.ledger.control.state

const readRefusal = (floor: ControlFloor, orderId: string): string | null => floor.order(orderId).statusReason

describe('a step of the host clock', () => {
  it.each(changes)(
    'is a fact and an audit entry when the wall clock is set by $byMs ms, adopted $adoptedMs',
    (step) => {
      const floor = openRunningFloor()
      floor.stepClock(step)
      expect(floor.facts.at(-1)).toMatchObject({ kind: 'clockStepped', ...step, atMs: floor.nowMs })
      expect(audited(floor).at(-1)).toMatchObject({ action: 'CLOCK_STEP', target: 'clock', actor: { type: 'ENGINE' } })
    },
  )

  it.each(changes)(
    'refuses what increases risk until everything was read again, by $byMs ms, adopted $adoptedMs',
    (step) => {
      const floor = openRunningFloor()
      floor.manners.silent = true
      floor.stepClock(step)
      const refused = floor.place(market)
      expect(readRefusal(floor, refused)).toContain('CLOCK')
      const reading = floor.facts.flatMap((fact) => (fact.kind === 'orderDecided' ? fact.decision.readings : []))
      expect(reading.findLast(({ code }) => code === 'CLOCK')?.detail).toContain('account')
      floor.manners.silent = false
      floor.run(3_000)
      expect(readRefusal(floor, floor.place(market))).toBeNull()
    },
  )

  it.each(changes)('degrades the engine, which runs again automatically, by $byMs ms, adopted $adoptedMs', (step) => {
    const floor = openRunningFloor()
    floor.manners.silent = true
    floor.stepClock(step)
    floor.run(1_000)
    expect(readState(floor)).toBe('DEGRADED')
    expect(floor.state.ledger.control.reason.code).toBe('CLOCK')
    floor.manners.silent = false
    floor.run(75_000)
    expect(readState(floor)).toBe('RUNNING')
  })

  it.each(changes)('requests account, time and order books immediately, by $byMs ms, adopted $adoptedMs', (step) => {
    const floor = openRunningFloor()
    floor.sent.length = 0
    floor.stepClock(step)
    floor.run(200)
    expect(floor.sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['readAccount', 'readTime']))
  })

  it.each(changes)('goes on protecting and stopping, by $byMs ms, adopted $adoptedMs', (step) => {
    const floor = openRunningFloor()
    const stops = floor.names()
    expect(stops).toHaveLength(1)
    floor.stepClock(step)
    floor.open.delete(stops[0] ?? '')
    floor.run(20_000)
    expect(floor.names()).toHaveLength(1)
    expect(stopEngine(floor)).toMatchObject({ kind: 'stopTaken' })
    expect(readState(floor)).toBe('HALTED')
  })

  it.each(changes)('does not take a new order for the one of before, by $byMs ms, adopted $adoptedMs', (step) => {
    const floor = openRunningFloor()
    floor.place(market)
    floor.run(10_000)
    floor.stepClock(step)
    floor.run(3_000)
    expect(readRefusal(floor, floor.place(market))).toBeNull()
  })
})

describe('moveSessionTimes', () => {
  const times = (value: unknown, path = ''): string[] =>
    value instanceof Map
      ? [...value].flatMap(([key, held]) => times(held, `${path}.${String(key)}`))
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, held]) => times(held, `${path}.${key}`))
        : typeof value === 'number' && value > 1e12
          ? [`${path}=${value}`]
          : []

  it('leaves no time where it was', () => {
    const floor = openRunningFloor()
    floor.manners.refuses = () => true
    floor.placeByHand()
    floor.place(market)
    floor.run(5_000)
    const { session } = floor.state
    const before = times(session)
    const history = (path: string): boolean => path.startsWith('.hostClock') || path.startsWith('.health')
    moveSessionTimes(session, -HOUR_MS)
    const left = new Set(times(session))
    expect(before.length).toBeGreaterThan(10)
    expect(before.filter((path) => left.has(path) && !history(path))).toEqual([])
  })

  it('is undone by the way back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -HOUR_MS, max: HOUR_MS }), (byMs) => {
        const session = openControlFloor().state.session
        const before = times(session)
        moveSessionTimes(session, byMs)
        moveSessionTimes(session, -byMs)
        expect(times(session)).toEqual(before)
      }),
      { numRuns: 5 },
    )
  })

  it('takes a session that has seen nothing', () => {
    const session = createSession()
    moveSessionTimes(session, HOUR_MS)
    expect(session.lastMessageAtMs).toBeNull()
  })
})
