import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_FAULTS, parseFaultPlan } from './fault-plan.ts'

describe('parseFaultPlan', () => {
  it('accepts the given fields, and no fault for the rest', () => {
    const pause = { probability: 0.1, fromMs: 5, toMs: 9 }
    const plan = { seed: 7, requestLost: 0.5, clockSkewMs: -300, pause }
    expect(parseFaultPlan(plan)).toEqual({ ok: true, value: { ...NO_FAULTS, ...plan } })
    expect(parseFaultPlan({})).toEqual({ ok: true, value: NO_FAULTS })
    expect(parseFaultPlan(NO_FAULTS).ok).toBe(true)
  })

  it('names every invalid field', () => {
    const plan = {
      seed: -1,
      requestLost: 2,
      readsFail: '1',
      clockSkewMs: 0.5,
      pause: { probability: 0.1, fromMs: 9, toMs: 5 },
      streamGap: { probability: 1, fromMs: 1, toMs: 2, more: 3 },
      rateLimitStorm: 0.1,
      gremlins: 1,
    }
    expect(parseFaultPlan(plan)).toEqual({
      ok: false,
      error: [
        '/seed must be a whole number from 0 to 9007199254740991, or null',
        '/requestLost must be a number from 0 to 1',
        '/readsFail must be a number from 0 to 1',
        '/clockSkewMs must be a whole number from -86400000 to 86400000',
        '/pause/toMs must not be less than fromMs',
        '/streamGap/more is not a field',
        '/rateLimitStorm must be {"probability", "fromMs", "toMs"}',
        '/gremlins is not a field',
      ],
    })
  })

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.anything(), (value) => parseFaultPlan(value).ok !== undefined))
  })
})
