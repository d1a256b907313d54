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

it('draws values from left to right where they belong, the highest at the top', () => {
  const line = [
    [0, 1],
    [6, 3],
    [8, 2],
  ] as const
  expect(sparklinePath(line, 10, 4)).toBe('M0.0 4.0L7.5 0.0L10.0 2.0')
  expect(sparklinePath(line, 10, 4, 4)).toBe('M0.0 3.0L7.5 1.0L10.0 2.0')
  expect(sparklinePath(line.slice(0, 1), 10, 4)).toBe('')
  expect(
    sparklinePath(
      [
        [0, 5],
        [1, 5],
      ],
      10,
      4,
    ),
  ).toBe('M0.0 2.0L10.0 2.0')
})
