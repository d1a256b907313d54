import { describe, expect, it } from 'vitest'
import { addConduct, conductComponent, fastCancelShare, NO_CONDUCT, orderToTradeRatio } from './own-conduct.ts'

describe('our own conduct', () => {
  it('of two combined stretches is that of both', () => {
    const a = { ...NO_CONDUCT, orders: 3, cancels: 1, fills: 2, restingOrders: 2, fastCancels: 1 }
    const b = { ...NO_CONDUCT, orders: 1, selfCrossRefusals: 2, selfTrades: 1, complete: false }
    expect(addConduct(a, b)).toEqual({
      orders: 4,
      cancels: 1,
      fills: 2,
      restingOrders: 2,
      fastCancels: 1,
      selfCrossRefusals: 2,
      selfTrades: 1,
      complete: false,
    })
    expect(addConduct(a, NO_CONDUCT)).toEqual(a)
  })

  it('has no ratio with a zero denominator', () => {
    expect([orderToTradeRatio(NO_CONDUCT), fastCancelShare(NO_CONDUCT)]).toEqual([null, null])
    const some = { ...NO_CONDUCT, orders: 6, cancels: 2, fills: 4, restingOrders: 4, fastCancels: 1 }
    expect([orderToTradeRatio(some), fastCancelShare(some)]).toEqual([1, 0.25])
  })

  it.each([
    [{}, 'CLEAN'],
    [{ selfTrades: 1 }, 'HOSTILE'],
    [{ selfTrades: 1, complete: false }, 'HOSTILE'],
    [{ complete: false }, 'INSUFFICIENT_EVIDENCE'],
    [{ restingOrders: 19, fastCancels: 19 }, 'CLEAN'],
    [{ restingOrders: 20, fastCancels: 11 }, 'CLEAN'],
    [{ restingOrders: 20, fastCancels: 12 }, 'ELEVATED'],
    [{ selfCrossRefusals: 9 }, 'CLEAN'],
  ])('of %j is %s', (conduct, level) => {
    expect(conductComponent({ ...NO_CONDUCT, ...conduct }, 20)).toMatchObject({ id: 'selfConduct', level })
  })
})
