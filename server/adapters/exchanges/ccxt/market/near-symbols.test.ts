import { expect, it } from 'vitest'
import { nearSymbols } from './near-symbols.ts'

const known = ['ADAUSDT', 'BTCUSDT', 'ETHUSDT', 'PEPEUSDT', 'SOLUSDT', 'XRPUSDT', '1000PEPEUSDT']

it.each([
  ['a letter too few', ['BTCUSD'], 'BTCUSDT'],
  ['a letter too many', ['SOLLUSDT'], 'SOLUSDT'],
  ['small letters', ['xrpusdt'], 'XRPUSDT'],
  ['one letter for another', ['ADBUSDT'], 'ADAUSDT'],
])('names first what looks most like it: %s', (_, unknown, expected) => {
  expect(nearSymbols(unknown, known)[0]).toBe(expected)
})

it('names a few that are known to everybody when nothing looks like it', () => {
  expect(nearSymbols(['SOMETHING'], known)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', '1000PEPEUSDT'])
  expect(nearSymbols(['X'], [])).toEqual([])
})
