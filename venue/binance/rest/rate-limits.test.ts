import { describe, expect, it } from 'vitest'
import { chargeWeight, countOrders, createRateLimits, orderCounts } from './rate-limits.ts'

const LIMITS = { weightPerMinute: 100, ordersPerTenSeconds: 2, ordersPerMinute: 3 }
const MINUTE = 60_000 * 1_000

describe('request weight', () => {
  it('sums within a minute and by address, and starts anew', () => {
    const rates = createRateLimits(LIMITS)
    expect(chargeWeight(rates, 'a', 40, MINUTE)).toBe(40)
    expect(chargeWeight(rates, 'a', 40, MINUTE + 59_999)).toBe(80)
    expect(chargeWeight(rates, 'b', 1, MINUTE)).toBe(1)
    expect(chargeWeight(rates, 'a', 40, MINUTE + 60_000)).toBe(40)
  })

  it('is rejected past the limit until the minute is over, and the address is banned when it continues', () => {
    const rates = createRateLimits(LIMITS)
    const spend = (at: number) => () => chargeWeight(rates, 'a', 101, MINUTE + at)
    expect(spend(10_000)).toThrow(expect.objectContaining({ status: 429, code: -1003, retryAfterS: 50 }))
    for (let count = 0; count < 9; count++) expect(spend(10_000)).toThrow(expect.objectContaining({ status: 429 }))
    expect(spend(10_000)).toThrow(expect.objectContaining({ status: 418, retryAfterS: 120 }))
    expect(spend(129_999)).toThrow(expect.objectContaining({ status: 418 }))
    expect(() => chargeWeight(rates, 'a', 1, MINUTE + 130_000)).not.toThrow()
  })
})

describe('order counts', () => {
  it('cover ten seconds and a minute, and exclude rejected orders', () => {
    const rates = createRateLimits(LIMITS)
    const order = (at: number) => () => countOrders(rates, 1, MINUTE + at)
    order(0)()
    order(1)()
    expect(order(2)).toThrow(expect.objectContaining({ status: 429, code: -1015, retryAfterS: 10 }))
    order(10_000)()
    expect(orderCounts(rates, MINUTE + 10_000)).toEqual({ tenSeconds: 1, minute: 3 })
    expect(order(20_000)).toThrow('3 orders per 1 MINUTE')
    order(60_000)()
  })
})
