import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aCandle, anInstrument } from '../../../test/support/market-samples.ts'
import { ticks } from '../market/instrument.ts'
import { toBar, toPriceNumber, toTicks } from './bar.ts'

describe('a bar', () => {
  it('has the values of its candle as the nearest doubles', () => {
    const instrument = anInstrument()
    const bar = toBar(aCandle({ prices: [616_597, 616_600, 616_590, 616_598], volume: 12_345 }), instrument)
    expect(bar).toMatchObject({ open: 61_659.7, high: 61_660, low: 61_659, close: 61_659.8, volume: 12.345 })
  })

  it('rounds back to its original ticks, up and down', () => {
    const instrument = anInstrument()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (count) => {
        const price = toPriceNumber(instrument, ticks(count))
        expect(toTicks(instrument, price, 'UP')).toBe(count)
        expect(toTicks(instrument, price, 'DOWN')).toBe(count)
        expect(toTicks(instrument, price + 0.03, 'UP')).toBe(count + 1)
        expect(toTicks(instrument, price + 0.03, 'DOWN')).toBe(count)
      }),
    )
  })
})
