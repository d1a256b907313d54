import { describe, expect, it } from 'vitest'
import { createBudget, noteLimit, noteRetryAfter, spend } from '../../adapters/exchanges/ccxt/budget.ts'
import { createLocalThrottle, withLocalRefusals } from './exchange.ts'
import { toAllowance } from './external.ts'

const WINDOW = { most: 100, perMs: 60_000, resets: 'rolling' } as const
const at = (ms: number) => ({ monotonicMs: ms, exchangeMs: ms })
const standing = (budget: ReturnType<typeof createBudget>, ms: number) =>
  toAllowance(budget, { clock: () => 1_000_000 + ms, now: at(ms) })

describe('the allowance of an exchange', () => {
  it('lists every count with its used amount', () => {
    const budget = createBudget()
    spend(budget, [{ name: 'weight', window: WINDOW, cost: 25, of: 'everything' }], 'TRADE', at(0))
    expect(standing(budget, 1_000)).toMatchObject({
      counts: [{ name: 'weight', limit: 100, windowMs: 60_000, used: 25, reservedForStops: 0.1, publishedAtMs: null }],
      rejected1h: { http429: 0, http418: 0, venueCode: 0 },
      silentUntilMs: null,
    })
  })

  it('returns until when the exchange accepts no requests, on the platform clock, and null when that is over', () => {
    const budget = createBudget()
    noteRetryAfter(budget, 10_000)
    expect(standing(budget, 4_000).silentUntilMs).toBe(1_010_000)
    expect(standing(budget, 10_000).silentUntilMs).toBeNull()
  })

  it('counts refusals of an hour and waits of the requested period', () => {
    const budget = createBudget()
    noteLimit(budget, 'http429', at(0))
    noteLimit(budget, 'delayed', at(0))
    noteLimit(budget, 'delayed', at(20 * 60_000))
    const { rejected1h, delayedWithin } = standing(budget, 21 * 60_000)
    expect([rejected1h.http429, delayedWithin(5 * 60_000), delayedWithin(3_600_000)]).toEqual([1, 1, 2])
  })
})

describe('the refusals of an exchange in this process', () => {
  const refusing = () => {
    let nowMs = 0
    const throttle = createLocalThrottle(() => nowMs)
    throttle.note('venueCode')
    throttle.note('venueCode')
    throttle.note('http429')
    return { throttle, pass: (ms: number) => (nowMs += ms) }
  }

  it('are counted for an hour, by kind', () => {
    const { throttle, pass } = refusing()
    expect(throttle.allowance().rejected1h).toEqual({ http429: 1, http418: 0, venueCode: 2 })
    pass(61 * 60_000)
    expect(throttle.allowance().rejected1h).toEqual({ http429: 0, http418: 0, venueCode: 0 })
  })

  it('are added to those of the watched exchange', () => {
    const budget = createBudget()
    noteLimit(budget, 'http429', at(0))
    const { throttle } = refusing()
    expect(withLocalRefusals(standing(budget, 0), throttle.allowance())).toMatchObject({
      rejected1h: { http429: 2, http418: 0, venueCode: 2 },
    })
  })
})
