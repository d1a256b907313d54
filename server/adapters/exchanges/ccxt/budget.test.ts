import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Urgency } from './attempt.ts'
import { askedForSilence, createBudget, notePublished, spend } from './budget.ts'

describe('the allowance of an exchange', () => {
  it('keeps a reserve for what cancels and protects, and the last of it for a stop', () => {
    const budget = createBudget(100)
    expect(spend(budget, 50, 'READ', 0)).toBe(0)
    expect(spend(budget, 1, 'READ', 0)).toBe(60_000)
    expect(spend(budget, 20, 'TRADE', 10_000)).toBe(0)
    expect(spend(budget, 1, 'TRADE', 10_000)).toBe(50_000)
    expect(spend(budget, 20, 'PROTECT', 10_000)).toBe(0)
    expect(spend(budget, 1, 'PROTECT', 10_000)).toBe(50_000)
    expect(spend(budget, 10, 'STOP', 10_000)).toBe(0)
    expect(spend(budget, 1, 'TRADE', 60_000)).toBe(0)
  })

  it('goes by what the exchange has counted where that is more', () => {
    const budget = createBudget(100)
    spend(budget, 10, 'READ', 0)
    notePublished(budget, 49, 1_000)
    notePublished(budget, 20, 2_000)
    expect(spend(budget, 2, 'READ', 2_000)).toBe(58_000)
  })

  it('is silent when the exchange asks for it, but for what stops and protects', () => {
    const budget = createBudget(100)
    askedForSilence(budget, 5_000)
    expect(spend(budget, 1, 'READ', 1_000)).toBe(4_000)
    expect(spend(budget, 1, 'TRADE', 1_000)).toBe(4_000)
    expect(spend(budget, 1, 'PROTECT', 1_000)).toBe(0)
    expect(spend(budget, 1, 'READ', 5_000)).toBe(0)
  })

  it('never lets reading and entering have more than their share of any minute', () => {
    const calls = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 20_000 }),
        cost: fc.integer({ min: 1, max: 20 }),
        urgency: fc.constantFrom<Urgency>('READ', 'TRADE', 'PROTECT', 'STOP'),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(calls, (given) => {
        const budget = createBudget(100)
        const spent: { atMs: number; cost: number }[] = []
        let nowMs = 0
        for (const { afterMs, cost, urgency } of given) {
          nowMs += afterMs
          const waitMs = spend(budget, cost, urgency, nowMs)
          expect(waitMs).toBeLessThanOrEqual(60_000)
          if (waitMs > 0) continue
          spent.push({ atMs: nowMs, cost })
          const within = spent.filter(({ atMs }) => nowMs - atMs < 60_000).reduce((sum, one) => sum + one.cost, 0)
          expect(within).toBeLessThanOrEqual({ READ: 50, TRADE: 70, PROTECT: 90, STOP: 100 }[urgency])
        }
      }),
    )
  })
})
