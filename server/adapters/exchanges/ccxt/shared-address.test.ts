import { describe, expect, it } from 'vitest'
import { URGENCIES, type Urgency } from './attempt.ts'
import { type Budget, createBudget, notePublished, spend } from './budget.ts'
import type { Count, CountingWindow } from './request-limits.ts'

const WINDOW: CountingWindow = { most: 2_400, perMs: 60_000, resets: 'aligned' }
const NOW = { monotonicMs: 0, exchangeMs: 0 }

const weight = (cost: number): Count[] => [{ name: 'weight', window: WINDOW, cost, of: 'everything' }]

/** The budget of an engine that has just started at an address which has used that much of the minute. */
const startedAfter = (used: number): Budget => {
  const budget = createBudget()
  spend(budget, weight(1), 'SAFETY', NOW)
  notePublished(budget, { name: 'weight', used, requestedAt: NOW, now: NOW })
  return budget
}

const waits = (budget: Budget, cost: number, urgency: Urgency): boolean => spend(budget, weight(cost), urgency, NOW) > 0

/** Returns what a process sends in one minute at most, apart from protection and stops. */
const useUp = (budget: Budget): number => {
  let used = 0
  for (const urgency of URGENCIES.slice(0, URGENCIES.indexOf('SAFETY'))) while (!waits(budget, 1, urgency)) used++
  return used
}

describe('an engine that starts at an address with a used allowance', () => {
  it.each([1_320, 1_600, 1_800])('reads its account after %i of 2,400 were used', (used) => {
    expect(waits(startedAfter(used), 300, 'SAFETY')).toBe(false)
  })

  it('connects and reads its account when another engine has used all that it may', () => {
    const used = useUp(createBudget())
    expect(used).toBe(1_800)
    const taking = startedAfter(used)
    expect(waits(taking, 2, 'ACCOUNT')).toBe(true)
    expect(waits(taking, 300, 'SAFETY')).toBe(false)
  })

  it('leaves the share of protection and stops', () => {
    expect(waits(startedAfter(1_600), 560, 'SAFETY')).toBe(false)
    expect(waits(startedAfter(1_600), 561, 'SAFETY')).toBe(true)
  })

  it('resolves orders in flight before it sends entries', () => {
    expect(waits(startedAfter(1_200), 50, 'LOOKUP')).toBe(false)
    expect(waits(startedAfter(1_200), 50, 'TRADE')).toBe(true)
  })

  it('protects the share of the account reading from order queries and market data', () => {
    for (const urgency of ['LOOKUP', 'HISTORY'] as const) {
      const budget = startedAfter(1_321)
      expect(waits(budget, 1, urgency)).toBe(true)
      expect(waits(budget, 479, 'ACCOUNT')).toBe(false)
    }
  })
})
