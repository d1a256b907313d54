import { describe, expect, it } from 'vitest'
import { NO_WIRE_FAULTS, parseWireFaultPlan } from './wire-fault-plan.ts'

describe('a fault plan', () => {
  it('injects no fault that it does not name', () => {
    expect(parseWireFaultPlan({ responseCut: 0.5 })).toEqual({
      ok: true,
      value: { ...NO_WIRE_FAULTS, responseCut: 0.5 },
    })
  })

  it.each([
    [[], '/ must be an object'],
    [{ sabotage: 1 }, '/sabotage is not a field'],
    [{ responseCut: 2 }, '/responseCut must be a number from 0 to 1'],
    [{ streamSilence: 0.5 }, '/streamSilence must be {"probability", "fromMs", "toMs"}'],
    [{ streamSilence: { probability: 1, fromMs: 0 } }, '/streamSilence/toMs is missing'],
    [{ streamSilence: { probability: 1, fromMs: 0, toMs: -1 } }, '/streamSilence/toMs must be a whole number'],
    [{ streamSilence: { probability: 1, fromMs: 5, toMs: 4 } }, '/streamSilence/toMs must not be less than fromMs'],
    [{ streamSilence: { probability: 1, fromMs: 5, toMs: 6, often: 1 } }, '/streamSilence/often is not a field'],
    [{ connectionMs: 0 }, '/connectionMs must be a whole number from 1'],
  ])('reports the location of each fault: %o', (plan, fault) => {
    const parsed = parseWireFaultPlan(plan)
    expect(parsed).toMatchObject({ ok: false, error: [expect.stringContaining(fault)] })
  })

  it('lists every fault together', () => {
    const parsed = parseWireFaultPlan({ sabotage: 1, seed: -1 })
    expect(parsed.ok ? 0 : parsed.error.length).toBe(2)
  })
})
