import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { printDecimal } from '../../core/decimal.ts'
import { SYMBOL_PATTERN, toNotional } from './instrument.ts'

describe('notionalOf', () => {
  it.each([
    ['0.1', '0.001', 616_597n, '61.6597'],
    ['0.10', '0.001', 1n, '0.0001'],
    ['0.5', '10', 3n, '15.0'],
    ['0.0000001', '1', -25n, '-0.0000025'],
  ])('with tick %s and lot %s makes %d tick·lots %s', (tickSize, lotSize, tickLots, text) => {
    expect(printDecimal(toNotional(anInstrument({ tickSize, lotSize }), tickLots))).toBe(text)
  })
})

describe('SYMBOL_PATTERN', () => {
  it.each([
    ['BTCUSDT', true],
    ['1000PEPEUSDT', true],
    ['USDT', false],
    ['BTCUSDC', false],
    ['BTCUSDT_240927', false],
    ['btcusdt', false],
    [`${'A'.repeat(21)}USDT`, false],
    ['BTCUSDT\n', false],
  ])('accepts %j: %s', (symbol, taken) => {
    expect(new RegExp(SYMBOL_PATTERN).test(symbol)).toBe(taken)
  })
})
