import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { usdt } from '../../../test/support/risk-samples.ts'
import { valueAt } from '../account/money.ts'
import { lots, ticks } from '../market/instrument.ts'
import { type SizingInputs, sizeByRisk } from './entry-candidate.ts'

/** BTCUSDT at 100,000.0 with a stop 1,000 below: 0.001 BTC loses 1 USDT, and 0.1 more in costs of ten basis points. */
const createInputs = (changes: Partial<SizingInputs> = {}): SizingInputs => ({
  instrument: anInstrument(),
  equity: usdt(10_000),
  riskBps: 20,
  price: ticks(1_000_000),
  stopLoss: ticks(990_000),
  costReturn: 0.001,
  maxNotional: null,
  ...changes,
})

describe('sizing by risk', () => {
  it.each<[string, Partial<SizingInputs>, number, string]>([
    ['loses a fifth of a percent of the equity at the stop, costs included', {}, 18, 'RISK'],
    ['takes no account of costs that are none', { costReturn: 0 }, 20, 'RISK'],
    ['is the same for a short', { stopLoss: ticks(1_010_000) }, 18, 'RISK'],
    ['is held down by what an order may be worth', { maxNotional: usdt(1_000) }, 10, 'ORDER_LIMIT'],
    ['is nothing when one lot is too much', { equity: usdt(400) }, 0, 'RISK'],
    ['is nothing without equity', { equity: usdt(-1) }, 0, 'RISK'],
  ])('%s', (_title, changes, quantity, sizedBy) => {
    expect(sizeByRisk(createInputs(changes))).toMatchObject({ quantity, sizedBy })
  })

  it('never risks nor buys more than allowed, and one lot more would', () => {
    const cases = fc.record({
      equity: fc.bigInt(0n, usdt(1_000_000)),
      riskBps: fc.integer({ min: 1, max: 500 }),
      stopLoss: fc.integer({ min: 500_000, max: 999_990 }).map(ticks),
      costReturn: fc.double({ min: 0, max: 0.01, noNaN: true }),
      maxNotional: fc.option(fc.bigInt(0n, usdt(100_000))),
    })
    fc.assert(
      fc.property(cases, (changes) => {
        const given = createInputs(changes)
        const { quantity, risk } = sizeByRisk(given)
        const budget = (given.equity * BigInt(given.riskBps)) / 10_000n
        const worth = (count: number) => valueAt(given.instrument, given.price, lots(count))
        expect(risk <= budget).toBe(true)
        if (given.maxNotional !== null) expect(worth(quantity) <= given.maxNotional).toBe(true)
        const more = (risk / BigInt(quantity || 1)) * BigInt(quantity + 1)
        const tooMuch =
          quantity === 0 || more > budget || (given.maxNotional ?? worth(quantity + 2)) < worth(quantity + 1)
        expect(tooMuch).toBe(true)
      }),
    )
  })
})
