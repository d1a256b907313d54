import { expect, it } from 'vitest'
import { orderSymbols, sparklinePath } from './watchlist.ts'

const SYMBOLS = ['SOLUSDT', 'BTCUSDT', 'ETHUSDT']

it.each([
  { starred: [], search: '', found: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'] },
  { starred: ['SOLUSDT'], search: '', found: ['SOLUSDT', 'BTCUSDT', 'ETHUSDT'] },
  { starred: [], search: ' et', found: ['ETHUSDT'] },
  { starred: ['SOLUSDT'], search: 'xyz', found: [] },
])('lists $found with $starred starred and "$search" searched', ({ starred, search, found }) => {
  expect(orderSymbols(SYMBOLS, starred, search)).toEqual(found)
})

it('lists no more rows than prices can be subscribed to', () => {
  const many = Array.from({ length: 90 }, (_, index) => `S${index}USDT`)
  expect(orderSymbols(many, [], '').length).toBe(30)
})

it('draws values from left to right, the highest at the top', () => {
  expect(sparklinePath([1, 3, 2], 10, 4)).toBe('M0.0 4.0L5.0 0.0L10.0 2.0')
  expect(sparklinePath([5, 5], 10, 4)).toBe('M0.0 2.0L10.0 2.0')
  expect(sparklinePath([5], 10, 4)).toBe('')
  expect(sparklinePath([1, 3, 2], 10, 4, 4)).toBe('M0.0 3.0L5.0 1.0L10.0 2.0')
})
