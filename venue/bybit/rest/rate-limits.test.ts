import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRequest, createBybitRates, isAdmitted, USUAL_LIMITS } from './rate-limits.ts'

const T0 = 1_700_000_000_000

describe('the account', () => {
  it('allows the quota of a route within a sliding second', () => {
    const rates = createBybitRates(USUAL_LIMITS)
    const at = (ms: number) => countRequest(rates, '/order', 2, T0 + ms)
    expect([at(0).left, at(900).left, at(990).left]).toEqual([1, 0, -1])
    expect(at(995)).toEqual({ limit: 2, left: -1, resetMs: T0 + 1_000 })
    expect([at(1_000).left, at(1_001).left]).toEqual([0, -1])
  })

  it('counts each route separately', () => {
    const rates = createBybitRates(USUAL_LIMITS)
    expect([countRequest(rates, '/a', 1, T0).left, countRequest(rates, '/b', 1, T0).left]).toEqual([0, 0])
  })

  it('never admits more than the limit in any second', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 }), (steps) => {
        const rates = createBybitRates(USUAL_LIMITS)
        let now = T0
        const through: number[] = []
        for (const step of steps) {
          now += step
          if (countRequest(rates, '/order', 5, now).left >= 0) through.push(now)
        }
        for (const end of through) {
          expect(through.filter((at) => at > end - 1_000 && at <= end).length).toBeLessThanOrEqual(5)
        }
      }),
    )
  })
})

describe('an address', () => {
  it('is banned for ten minutes after too many requests', () => {
    const rates = createBybitRates({ requestsPerAddress: 2, times: 1 })
    const at = (ms: number, ip = 'a') => isAdmitted(rates, ip, T0 + ms)
    expect([at(0), at(1), at(2), at(6_000), at(600_001), at(600_003)]).toEqual([true, true, false, false, false, true])
    expect(at(3, 'b')).toBe(true)
  })

  it('starts anew every five seconds', () => {
    const rates = createBybitRates({ requestsPerAddress: 1, times: 1 })
    expect([isAdmitted(rates, 'a', T0), isAdmitted(rates, 'a', T0 + 5_000)]).toEqual([true, true])
  })
})
