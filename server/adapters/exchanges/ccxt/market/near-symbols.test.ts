import { expect, it } from 'vitest'
import { nearSymbols } from './listings.ts'

const known = ['ADAUSDT', 'BTCUSDT', 'ETHUSDT', 'PEPEUSDT', 'SOLUSDT', 'XRPUSDT', '1000PEPEUSDT']

it.each([
  ['a letter too few', ['BTCUSD'], 'BTCUSDT'],
  ['a letter too many', ['SOLLUSDT'], 'SOLUSDT'],
  ['small letters', ['xrpusdt'], 'XRPUSDT'],
  ['one letter for another', ['ADBUSDT'], 'ADAUSDT'],
])('returns the most similar symbol first: %s', (_, unknown, expected) => {
  expect(nearSymbols(unknown, known)[0]).toBe(expected)
})

it('returns a few well-known symbols when none is similar', () => {
  expect(nearSymbols(['SOMETHING'], known)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', '1000PEPEUSDT'])
  expect(nearSymbols(['X'], [])).toEqual([])
})
