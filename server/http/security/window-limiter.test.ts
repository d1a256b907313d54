import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWindowLimiter } from './window-limiter.ts'

const quota = { name: 'test', requests: 3, windowMs: 1_000 }

const limiterAt = () => {
  const clock = { now: 0 }
  return { clock, limit: createWindowLimiter(quota, () => clock.now) }
}

describe('window limiter', () => {
  it('allows the quota, refuses the next, and reports when capacity is available again', () => {
    const { clock, limit } = limiterAt()
    expect([0, 1, 2].map(() => limit('a').remaining)).toEqual([2, 1, 0])
    clock.now = 400
    expect(limit('a')).toMatchObject({ allowed: false, remaining: 0, resetSec: 1 })
    clock.now = 999.9
    expect(limit('a').allowed).toBe(false)
    clock.now = 1_000
    expect(limit('a')).toMatchObject({ allowed: true, remaining: 2 })
  })

  it('counts each caller separately', () => {
    const { limit } = limiterAt()
    for (let call = 0; call < 3; call++) limit('a')
    expect(limit('a').allowed).toBe(false)
    expect(limit('b').allowed).toBe(true)
  })

  it('never allows more than the quota in any window, and never fewer when requested', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), (pauses) => {
        const { clock, limit } = limiterAt()
        const allowedAt: number[] = []
        for (const pause of pauses) {
          clock.now += pause
          const inWindow = allowedAt.filter((at) => at > clock.now - quota.windowMs).length
          const { allowed } = limit('a')
          expect(allowed).toBe(inWindow < quota.requests)
          if (allowed) allowedAt.push(clock.now)
        }
      }),
    )
  })

  it('announces capacity no earlier than it is available', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 4, maxLength: 30 }), (pauses) => {
        const { clock, limit } = limiterAt()
        for (const pause of pauses) {
          clock.now += pause
          const { allowed, resetSec } = limit('a')
          if (allowed) continue
          clock.now += resetSec * 1_000
          expect(limit('a').allowed).toBe(true)
        }
      }),
    )
  })

  it('reports active callers, exhausted ones, and the number of recent refusals', () => {
    const { clock, limit } = limiterAt()
    for (const caller of ['a', 'a', 'a', 'a', 'b']) limit(caller)
    expect([limit.callers(), limit.rejectedWithin(60_000)]).toEqual([{ active: 2, limited: 1 }, 1])
    clock.now = 1_000
    expect([limit.callers(), limit.rejectedWithin(60_000)]).toEqual([{ active: 0, limited: 0 }, 1])
    clock.now = 3_600_000
    expect(limit.rejectedWithin(3_600_000)).toBe(0)
  })
})
