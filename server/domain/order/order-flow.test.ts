import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { lots, ticks } from '../market/instrument.ts'
import { addToFlow, computeRatios, conductUse, createFlowTally, type FlowOrder } from './order-flow.ts'

const T0 = Date.UTC(2026, 0, 2)

/** 0.01 BTC at 100,000.0: 1,000 USDT, filled. */
const anOrder = (changes: Partial<FlowOrder> = {}): FlowOrder => ({
  createdAtMs: T0,
  updatedAtMs: T0 + 100,
  symbol: 'BTCUSDT',
  type: 'LIMIT',
  timeInForce: 'GTC',
  purpose: 'ENTRY',
  status: 'FILLED',
  quantity: lots(10),
  filled: lots(10),
  price: ticks(1_000_000),
  attempts: 1,
  wasUncertain: false,
  signedAtMs: T0,
  ...changes,
})

const tallied = (...orders: readonly FlowOrder[]) => {
  const tally = createFlowTally()
  for (const order of orders) addToFlow(tally, order, anInstrument())
  return tally
}

const canceled = { status: 'CANCELED', filled: lots(0) } as const

describe('the flow of our orders', () => {
  it('is zero without orders', () => {
    expect(computeRatios(createFlowTally(), 0)).toEqual({
      orderToTrade: { count: null, volume: null },
      unfilled: null,
      fastCancel: null,
      expire: null,
      dust: null,
    })
  })

  it('has the ratios that an outsider computes from the orders', () => {
    const tally = tallied(
      anOrder(),
      anOrder(canceled),
      anOrder({ ...canceled, updatedAtMs: T0 + 2_000 }),
      anOrder({ timeInForce: 'IOC', status: 'EXPIRED', filled: lots(0) }),
    )
    expect(computeRatios(tally, 2)).toEqual({
      orderToTrade: { count: (4 + 2) / 2 - 1, volume: (4_000 + 2_000) / 1_000 - 1 },
      unfilled: 0.75,
      fastCancel: 1 / 3,
      expire: 1,
      dust: 0,
    })
  })

  it.each([
    [1_999, 1],
    [2_000, 0],
  ])('counts a cancel after %i ms as %i fast one', (afterMs, fast) => {
    expect(tallied(anOrder({ ...canceled, updatedAtMs: T0 + afterMs })).fastCanceled).toBe(fast)
  })

  it.each([
    [ticks(99_999), 1],
    [ticks(100_000), 0],
  ])('finds dust below 10 USDT: 0.001 BTC at %i ticks', (price, dust) => {
    expect(tallied(anOrder({ quantity: lots(1), filled: lots(1), price })).dust).toBe(dust)
  })

  it.each([
    ['a second of the clock', [0, 999, 1_000, 5_000], 2],
    ['one that begins between two of them', [0, 900, 999, 1_000, 1_899, 5_000], 4],
  ])('has its peak in any one second: %s', (_what, times, peak) => {
    expect(tallied(...times.map((ms) => anOrder({ createdAtMs: T0 + ms }))).peakPerSec).toBe(peak)
  })

  it('distinguishes proven outcomes from inferred ones', () => {
    const never = anOrder({ status: 'NEVER_ACCEPTED', filled: lots(0), wasUncertain: true, updatedAtMs: T0 + 9_000 })
    expect(tallied(never, anOrder({ wasUncertain: true }), anOrder())).toMatchObject({
      provenAbsent: 1,
      provenAbsentMs: 9_000,
      resolvedFound: 1,
    })
  })
})

describe('the use of a conduct limit by a cycle', () => {
  it.each([
    [{ ratio: 0.99, orders: 10_000 }, 1],
    [{ ratio: 0.99, orders: 700 }, 0.07],
    [{ ratio: 0.495, orders: 20_000 }, 0.5],
    [{ ratio: null, orders: 0 }, 0],
  ])('with %o it is %d', (had, use) => {
    expect(conductUse({ name: 'UNFILLED', ratio: 0.99, orders: 10_000 }, had)).toBeCloseTo(use, 10)
  })
})
