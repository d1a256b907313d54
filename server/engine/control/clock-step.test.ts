import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audited, type ControlHarness, openControlHarness, stopEngine } from '../../../test/support/control-floor.ts'
import { runs } from '../../../test/support/runs.ts'
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

const openRunningHarness = (): ControlHarness => {
  const harness = openControlHarness()
  harness.enter()
  harness.run(15_000)
  return harness
}

const market = { type: 'MARKET', price: null, timeInForce: 'IOC', size: { quantity: lots(7) } } as const

const readState = ({ state }: ControlHarness): string => state.ledger.control.state

const readRefusal = (harness: ControlHarness, orderId: string): string | null => harness.order(orderId).statusReason

describe('a step of the host clock', () => {
  it.each(changes)(
    'is a fact and an audit entry when the wall clock is set by $byMs ms, adopted $adoptedMs',
    (step) => {
      const harness = openRunningHarness()
      harness.stepClock(step)
      expect(harness.facts.at(-1)).toMatchObject({ kind: 'clockStepped', ...step, atMs: harness.nowMs })
      expect(audited(harness).at(-1)).toMatchObject({
        action: 'CLOCK_STEP',
        target: 'clock',
        actor: { type: 'ENGINE' },
      })
    },
  )

  it.each(changes)(
    'rejects risk-increasing orders until everything was read again, by $byMs ms, adopted $adoptedMs',
    (step) => {
      const harness = openRunningHarness()
      harness.manners.silent = true
      harness.stepClock(step)
      const refused = harness.place(market)
      expect(readRefusal(harness, refused)).toContain('CLOCK')
      const reading = harness.facts.flatMap((fact) => (fact.kind === 'orderDecided' ? fact.decision.readings : []))
      expect(reading.findLast(({ code }) => code === 'CLOCK')?.detail).toContain('account')
      harness.manners.silent = false
      harness.run(3_000)
      expect(readRefusal(harness, harness.place(market))).toBeNull()
    },
  )

  it.each(changes)('degrades the engine, which runs again automatically, by $byMs ms, adopted $adoptedMs', (step) => {
    const harness = openRunningHarness()
    harness.manners.silent = true
    harness.stepClock(step)
    harness.run(1_000)
    expect(readState(harness)).toBe('DEGRADED')
    expect(harness.state.ledger.control.reason.code).toBe('CLOCK')
    harness.manners.silent = false
    harness.run(75_000)
    expect(readState(harness)).toBe('RUNNING')
  })

  it.each(changes)('requests account, time and order books immediately, by $byMs ms, adopted $adoptedMs', (step) => {
    const harness = openRunningHarness()
    harness.sent.length = 0
    harness.stepClock(step)
    harness.run(200)
    expect(harness.sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['readAccount', 'readTime']))
  })

  it.each(changes)('continues to protect and stop, by $byMs ms, adopted $adoptedMs', (step) => {
    const harness = openRunningHarness()
    const stops = harness.names()
    expect(stops).toHaveLength(1)
    harness.stepClock(step)
    harness.open.delete(stops[0] ?? '')
    harness.run(20_000)
    expect(harness.names()).toHaveLength(1)
    expect(stopEngine(harness)).toMatchObject({ kind: 'stopTaken' })
    expect(readState(harness)).toBe('HALTED')
  })

  it.each(changes)('does not confuse a new order with an earlier one, by $byMs ms, adopted $adoptedMs', (step) => {
    const harness = openRunningHarness()
    harness.place(market)
    harness.run(10_000)
    harness.stepClock(step)
    harness.run(3_000)
    expect(readRefusal(harness, harness.place(market))).toBeNull()
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

  it('moves every time', () => {
    const harness = openRunningHarness()
    harness.manners.refuses = () => true
    harness.placeByHand()
    harness.place(market)
    harness.run(5_000)
    const { session } = harness.state
    const before = times(session)
    const history = (path: string): boolean => path.startsWith('.hostClock') || path.startsWith('.health')
    moveSessionTimes(session, -HOUR_MS)
    const left = new Set(times(session))
    expect(before.length).toBeGreaterThan(10)
    expect(before.filter((path) => left.has(path) && !history(path))).toEqual([])
  })

  it('is undone by the reverse step', () => {
    fc.assert(
      fc.property(fc.integer({ min: -HOUR_MS, max: HOUR_MS }), (byMs) => {
        const session = openControlHarness().state.session
        const before = times(session)
        moveSessionTimes(session, byMs)
        moveSessionTimes(session, -byMs)
        expect(times(session)).toEqual(before)
      }),
      { numRuns: runs(3) },
    )
  })

  it('accepts a session without events', () => {
    const session = createSession()
    moveSessionTimes(session, HOUR_MS)
    expect(session.lastMessageAtMs).toBeNull()
  })
})
