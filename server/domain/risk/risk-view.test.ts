import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { decimal } from '../../core/decimal.ts'
import { ticks } from '../market/instrument.ts'
import { venuePriceLimits } from './risk-view.ts'

const within = (up: string, down: string) => anInstrument({ priceBand: { up: decimal(up), down: decimal(down) } })

describe('the price limits of an exchange', () => {
  it.each([
    ['1.05', '0.95', 600_000, { lowest: 570_000, highest: 630_000 }],
    ['1.05', '0.95', 600_001, { lowest: 570_001, highest: 630_001 }],
    ['1.0500', '0.9500', 3, { lowest: 3, highest: 3 }],
    ['5', '0.2', 10, { lowest: 2, highest: 50 }],
  ])('of %s up and %s down at a mark of %d ticks are %o, rounded inwards to ticks', (up, down, mark, limits) => {
    expect(venuePriceLimits(within(up, down), ticks(mark))).toEqual(limits)
  })

  it('are null without a mark price or without limits of the exchange', () => {
    expect(venuePriceLimits(within('1.05', '0.95'), null)).toBeNull()
    expect(venuePriceLimits(anInstrument(), ticks(600_000))).toBeNull()
  })
})
