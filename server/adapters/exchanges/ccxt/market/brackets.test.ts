import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../core/decimal.ts'
import { moneyOf } from '../../../../domain/account/money.ts'
import { bracketsFrom } from '../../../../domain/margin/brackets.ts'
import { readBrackets } from './brackets.ts'

const tier = (minNotional: unknown, maintenanceMarginRate: unknown) => ({ minNotional, maintenanceMarginRate })

describe('readBrackets', () => {
  it('makes brackets of tiers, in whatever order and form they come', () => {
    const tiers = [tier('50000', '0.005'), tier(0, 0.004), tier('250000.0', '1e-2')]
    const rows = [
      { floor: '0', rate: '0.004' },
      { floor: '50000', rate: '0.005' },
      { floor: '250000', rate: '0.01' },
    ]
    expect(readBrackets(tiers)).toEqual(bracketsFrom(rows))
  })

  it('makes one of tiers that differ in leverage alone', () => {
    const brackets = readBrackets([tier('0', '0.01'), tier('1000', '0.01'), tier('2000', '0.02')])
    expect(brackets?.map(({ floor }) => floor)).toEqual([0n, moneyOf(decimal('2000'))])
  })

  it.each([
    ['nothing', undefined],
    ['no tiers', []],
    ['a tier without a floor', [tier(undefined, '0.01')]],
    ['a tier without a rate', [tier('0', null)]],
    ['a first floor above zero', [tier('1', '0.01')]],
    ['two tiers of one floor', [tier('0', '0.01'), tier('0', '0.02')]],
    ['rates that fall', [tier('0', '0.02'), tier('10', '0.01')]],
    ['a rate of zero', [tier('0', '0')]],
    ['a rate of one', [tier('0', '1')]],
    ['a tier that is none', [null]],
  ])('makes none of %s', (_, tiers) => {
    expect(readBrackets(tiers)).toBeUndefined()
  })

  it('never throws, whatever comes', () => {
    fc.assert(fc.property(fc.anything(), (tiers) => void readBrackets(tiers)))
    const any = fc.array(fc.record({ minNotional: fc.double(), maintenanceMarginRate: fc.double({ min: 0, max: 2 }) }))
    fc.assert(fc.property(any, (tiers) => void readBrackets(tiers)))
  })
})
