import { describe, expect, it } from 'vitest'
import type { Urgency } from './attempt.ts'
import { createBudget, notePublished, spend } from './budget.ts'
import type { Count, CountingWindow } from './request-limits.ts'

const WINDOW: CountingWindow = { most: 2_400, perMs: 60_000, resets: 'aligned' }
const NOW = { monotonicMs: 0, exchangeMs: 0 }

const weight = (cost: number): Count[] => [{ name: 'weight', window: WINDOW, cost, of: 'everything' }]

/** The budget of an engine that has just started at an address which has used that much of the minute. */
const startedAfter = (used: number) => {
  const budget = createBudget()
  spend(budget, weight(1), 'ACCOUNT', NOW)
  notePublished(budget, { name: 'weight', used, requestedAt: NOW, now: NOW })
  return budget
}

const waits = (budget: ReturnType<typeof createBudget>, cost: number, urgency: Urgency): boolean =>
  spend(budget, weight(cost), urgency, NOW) > 0

describe('an engine that starts at an address with a used allowance', () => {
  it.each([1_320, 1_600])('reads its account after %i of 2,400 were used', (used) => {
    expect(waits(startedAfter(used), 300, 'ACCOUNT')).toBe(false)
  })

  it('leaves the share of protection and stops', () => {
    expect(waits(startedAfter(1_600), 320, 'ACCOUNT')).toBe(false)
    expect(waits(startedAfter(1_600), 321, 'ACCOUNT')).toBe(true)
  })

  it('resolves orders in flight before it sends entries', () => {
    expect(waits(startedAfter(1_320), 50, 'LOOKUP')).toBe(false)
    expect(waits(startedAfter(1_320), 50, 'TRADE')).toBe(true)
  })

  it('protects the share of the account reading from order queries and market data', () => {
    for (const urgency of ['LOOKUP', 'HISTORY'] as const) {
      const budget = startedAfter(1_441)
      expect(waits(budget, 1, urgency)).toBe(true)
      expect(waits(budget, 479, 'ACCOUNT')).toBe(false)
    }
  })
})
