import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../server/core/random.ts'
import { NO_WIRE_FAULTS, type WireFaultPlan } from './wire-fault-plan.ts'
import { beginFaults, drawMessage, drawRequest } from './wire-faults.ts'

const under = (plan: Partial<WireFaultPlan>) => beginFaults({ ...NO_WIRE_FAULTS, ...plan }, createRandom(3))

describe('faults', () => {
  it('do not happen unless planned', () => {
    const faults = under({})
    expect(drawRequest(faults, true)).toEqual({ arrives: true, answer: { kind: 'delivered' } })
    expect(drawMessage(faults)).toEqual({ copies: 1, delayMs: 0 })
  })

  it('are the same for the same seed', () => {
    const draws = () => {
      const faults = under({ serverErrors: 0.3, responseLost: 0.3, streamDropped: 0.3 })
      return Array.from({ length: 50 }, () => [drawRequest(faults, true).arrives, drawMessage(faults).copies])
    }
    expect(draws()).toEqual(draws())
  })

  it('with unknown outcomes execute half of the requests', () => {
    const faults = under({ timeouts: 1 })
    const carried = Array.from({ length: 400 }, () => drawRequest(faults, true)).filter(({ arrives }) => arrives).length
    expect(carried).toBeGreaterThan(150)
    expect(carried).toBeLessThan(250)
  })

  it('of trading leave reads unaffected, and those of reading leave trading unaffected', () => {
    expect(drawRequest(under({ unavailable: 1, serverErrors: 1, timeouts: 1 }), false).answer.kind).toBe('delivered')
    expect(drawRequest(under({ readsFail: 1 }), true).answer.kind).toBe('delivered')
  })

  it('last for their duration once they have begun', () => {
    const faults = under({ streamSilence: { probability: 1, fromMs: 60_000, toMs: 60_000 } })
    expect(drawMessage(faults).copies).toBe(0)
    expect([...faults.under]).toEqual(['streamSilence'])
    faults.over = true
    expect(drawMessage(faults).copies).toBe(1)
  })
})
