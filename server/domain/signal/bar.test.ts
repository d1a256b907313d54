import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCandle, anInstrument } from '../../../test/support/market-samples.ts'
import { ticks } from '../market/instrument.ts'
import { barOf, doubleOf, ticksOf } from './bar.ts'

describe('a bar', () => {
  it('has the figures of its candle as the nearest doubles', () => {
    const instrument = anInstrument()
    const bar = barOf(aCandle({ prices: [616_597, 616_600, 616_590, 616_598], volume: 12_345 }), instrument)
    expect(bar).toMatchObject({ open: 61_659.7, high: 61_660, low: 61_659, close: 61_659.8, volume: 12.345 })
  })

  it('comes back to the ticks it came from, up and down', () => {
    const instrument = anInstrument()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (count) => {
        const price = doubleOf(instrument, ticks(count))
        expect(ticksOf(instrument, price, 'UP')).toBe(count)
        expect(ticksOf(instrument, price, 'DOWN')).toBe(count)
        expect(ticksOf(instrument, price + 0.03, 'UP')).toBe(count + 1)
        expect(ticksOf(instrument, price + 0.03, 'DOWN')).toBe(count)
      }),
    )
  })
})
