import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../../core/decimal.ts'
import { toMoney } from '../account/money.ts'
import { bracketAt, bracketsFrom, maintenanceMargin } from './brackets.ts'

const usdt = (text: string) => toMoney(decimal(text))

const TABLE = bracketsFrom([
  { floor: '0', rate: '0.004' },
  { floor: '50000', rate: '0.005' },
  { floor: '250000', rate: '0.01' },
])

describe('bracketsFrom', () => {
  it('computes caps and maintenance amounts as published', () => {
    expect(TABLE).toEqual([
      { floor: 0n, cap: usdt('50000'), rate: decimal('0.004'), cum: 0n },
      { floor: usdt('50000'), cap: usdt('250000'), rate: decimal('0.005'), cum: usdt('50') },
      { floor: usdt('250000'), cap: null, rate: decimal('0.01'), cum: usdt('1300') },
    ])
  })

  it.each([
    ['nothing', []],
    ['a first floor above zero', [{ floor: '1', rate: '0.01' }]],
    [
      'floors that do not ascend',
      [
        { floor: '0', rate: '0.01' },
        { floor: '0', rate: '0.02' },
      ],
    ],
    [
      'rates that do not ascend',
      [
        { floor: '0', rate: '0.01' },
        { floor: '5', rate: '0.01' },
      ],
    ],
    ['a rate of one', [{ floor: '0', rate: '1' }]],
  ])('refuses %s', (_, rows) => {
    expect(() => bracketsFrom(rows)).toThrow('Invariant')
  })
})

describe('bracketAt', () => {
  it.each([
    ['0', 0],
    ['49999.99999999', 0],
    ['50000', 1],
    ['250000', 2],
    ['999999999999', 2],
  ])('returns the bracket of a notional of %s', (notional, index) => {
    expect(bracketAt(TABLE, usdt(notional))).toBe(TABLE[index])
  })
})

describe('maintenanceMargin', () => {
  it.each([
    ['0', '0'],
    ['10000', '40'],
    ['50000', '200'],
    ['100000', '450'],
    ['250000', '1200'],
    ['1000000', '8700'],
  ])('of a notional of %s is %s', (notional, margin) => {
    expect(maintenanceMargin(TABLE, usdt(notional))).toBe(usdt(margin))
  })

  it('never shrinks when the position grows, also across brackets', () => {
    const notional = fc.bigInt({ min: 0n, max: usdt('600000') })
    fc.assert(
      fc.property(notional, notional, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        expect(maintenanceMargin(TABLE, small) <= maintenanceMargin(TABLE, large)).toBe(true)
      }),
    )
  })
})
