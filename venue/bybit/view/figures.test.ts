import { describe, expect, it } from 'vitest'
import { decimal } from '../../../server/core/decimal.ts'
import { lots } from '../../../server/domain/market/instrument.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import {
  executionName,
  orderName,
  plainAverage,
  plainMoney,
  plainPart,
  plainQuote,
  plainRate,
  priceOrNothing,
  tradeName,
} from './figures.ts'

const BTC = anInstrument()

describe('figures', () => {
  it.each([
    [0n, '0'],
    [100_000_000n, '1'],
    [-50_000_000n, '-0.5'],
    [1_000_000_000_000n, '10000'],
    [24_238_950n, '0.2423895'],
  ])('%s are written %s', (money, text) => {
    expect(plainMoney(money)).toBe(text)
  })

  it('of trades are exact', () => {
    expect(plainQuote(BTC, 4_847_790n)).toBe('484.779')
    expect([plainAverage(BTC, 4_847_790n, lots(10)), plainAverage(BTC, 0n, lots(0))]).toEqual(['48477.9', ''])
    expect(plainAverage(BTC, 10n, lots(3))).toBe('0.33333333')
  })

  it('are empty or zero without data', () => {
    expect([priceOrNothing(BTC, null), priceOrNothing(BTC, undefined), plainPart(1n, 0n)]).toEqual(['', '', '0'])
    expect([plainPart(1n, 3n), plainRate(decimal('0.00010'))]).toEqual(['0.3333', '0.0001'])
  })
})

const ORDER = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/
const EXECUTION = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/

it('derives the same UUID for an order or an execution every time', () => {
  expect(orderName('7', '1795254571077000001')).toMatch(ORDER)
  expect(executionName('7', '1795254571077000001')).toMatch(EXECUTION)
  expect(tradeName('BTCUSDT', '12')).toMatch(EXECUTION)
  expect(orderName('7', '1')).toBe(orderName('7', '1'))
})

it('derives different UUIDs for other accounts, numbers and kinds', () => {
  const names = [orderName('7', '1'), orderName('7', '2'), orderName('8', '1'), executionName('7', '1')]
  expect(new Set(names.map((name) => name.replace(/-[45]/, '-')))).toHaveProperty('size', 4)
})
