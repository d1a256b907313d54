import { describe, expect, it } from 'vitest'
import { aPosition } from '../../../test/support/book-samples.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { decimal, printDecimal } from '../../core/decimal.ts'
import { lots } from '../market/instrument.ts'
import { computeBreakEvenPrice, computeEntryPrice } from './apply-fill.ts'
import type { Position } from './position.ts'

const instrument = anInstrument()
const TAKER = decimal('0.0005')

describe('entryPriceOf', () => {
  it.each([
    [10, 100_000_000n, '100.00000000'],
    [3, 100_000_000n, '333.33333333'],
    [6, 100_000_000n, '166.66666667'],
    [0, 0n, '0.00000000'],
  ])('of %d lots that cost %s is %s', (quantity, cost, price) => {
    expect(printDecimal(computeEntryPrice(instrument, { quantity: lots(quantity), cost }))).toBe(price)
  })
})

describe('breakEvenPriceOf', () => {
  it.each<[string, Partial<Position>, string]>([
    ['is the entry and the closing fee', {}, '100.05002501'],
    ['is below the entry of a short one', { direction: 'SHORT' }, '99.95002499'],
    ['is beyond the fees that were paid', { feesPaid: 1_000_000n }, '101.05052526'],
    ['is beyond the funding that was paid', { funding: -1_000_000n }, '101.05052526'],
    ['is nearer by what was realised before', { realizedPnl: 1_000_000n }, '99.04952476'],
    ['is nothing when nothing is open', { quantity: lots(0), cost: 0n }, '0.00000000'],
  ])('%s', (_, position, price) => {
    const held = aPosition({ feesPaid: 0n, ...position })
    expect(printDecimal(computeBreakEvenPrice(instrument, held, TAKER))).toBe(price)
  })
})
