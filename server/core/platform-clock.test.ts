import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLOCK_STEP_MS, createPlatformClock } from './platform-clock.ts'

const START_MS = Date.UTC(2026, 0, 2)
const HOUR_MS = 3_600_000

/** A host whose clocks a test moves. */
const aHost = () => {
  const host = { wallMs: START_MS, monotonicMs: 5_000, uptimeMs: 90_000 }
  const clock = createPlatformClock({
    wall: () => host.wallMs,
    monotonic: () => host.monotonicMs,
    uptimeMs: () => host.uptimeMs,
  })
  return {
    clock,
    pass(ms: number) {
      host.wallMs += ms
      host.monotonicMs += ms
      host.uptimeMs += ms
    },
    sleep(ms: number) {
      host.wallMs += ms
      host.uptimeMs += ms
    },
    setWall(byMs: number) {
      host.wallMs += byMs
    },
    wall: () => host.wallMs,
  }
}

describe('platform time', () => {
  it.each([HOUR_MS, -HOUR_MS, 60_000, -60_000])(
    'keeps counting elapsed time when the wall clock is set by %i ms',
    (byMs) => {
      const { clock, pass, setWall } = aHost()
      pass(250)
      setWall(byMs)
      expect(clock.now()).toBe(START_MS + 250)
      expect(clock.check()).toEqual({ byMs, hostOffsetMs: byMs })
      pass(1_000)
      expect(clock.check()).toBeUndefined()
      expect(clock.now()).toBe(START_MS + 1_250)
      expect(clock.hostOffsetMs).toBe(byMs)
    },
  )

  it('reports the step back when the wall clock is corrected', () => {
    const { clock, pass, setWall } = aHost()
    setWall(HOUR_MS)
    clock.check()
    pass(12_000)
    setWall(-HOUR_MS)
    expect(clock.check()).toEqual({ byMs: -HOUR_MS, hostOffsetMs: 0 })
    expect(clock.now()).toBe(START_MS + 12_000)
    expect(clock.check()).toBeUndefined()
  })

  it('moves to the wall clock when it is adopted, and counts on from there', () => {
    const { clock, pass, setWall, wall } = aHost()
    setWall(-HOUR_MS)
    clock.check()
    const elapsedMs = clock.elapsed()
    expect(clock.adopt()).toBe(-HOUR_MS)
    expect(clock.now()).toBe(wall())
    expect(clock.elapsed()).toBe(elapsedMs)
    pass(100)
    expect(clock.check()).toBeUndefined()
    expect(clock.now()).toBe(wall())
  })

  it('counts the sleep of the machine as elapsed, which is not a step', () => {
    const { clock, sleep, wall } = aHost()
    sleep(8 * HOUR_MS)
    expect(clock.check()).toBeUndefined()
    expect(clock.now()).toBe(wall())
    expect(clock.elapsed()).toBe(8 * HOUR_MS)
  })

  it('slews drift without a step', () => {
    const { clock, pass, setWall, wall } = aHost()
    setWall(-CLOCK_STEP_MS)
    for (let checks = 0; checks < 300; checks++) {
      pass(100)
      expect(clock.check()).toBeUndefined()
    }
    expect(wall() - clock.now()).toBe(0)
  })

  it('never runs backwards unless it is adopted, and never faster than 105%', () => {
    const moves = fc.array(
      fc.record({
        passMs: fc.integer({ min: 0, max: 5_000 }),
        setMs: fc.integer({ min: -2 * HOUR_MS, max: 2 * HOUR_MS }),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(moves, (all) => {
        const { clock, pass, setWall } = aHost()
        for (const { passMs, setMs } of all) {
          const before = clock.now()
          setWall(setMs)
          pass(passMs)
          clock.check()
          expect(clock.now() - before).toBeGreaterThanOrEqual(0.94 * passMs - 1)
          expect(clock.now() - before).toBeLessThanOrEqual(1.06 * passMs + 1)
        }
      }),
    )
  })
})
