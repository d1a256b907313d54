import type { components } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { buildBookLevels, computeSpread } from './book.ts'

type Order = components['schemas']['Order']

const book = {
  bids: [
    ['99.9', '0.1'],
    ['99.8', '0.2'],
  ],
  asks: [['100.1', '0.6']],
} as const

it('sums the levels exactly, and scales them by the deepest', () => {
  const { bids, asks } = buildBookLevels(book, [])
  expect(bids.map(({ sum }) => sum)).toEqual(['0.1', '0.3'])
  expect([bids[1]?.share, asks[0]?.share]).toEqual([0.5, 1])
})

it('marks the remainder of our own orders on their level', () => {
  const order = (fields: Partial<Order>) =>
    ({ side: 'BUY', type: 'LIMIT', status: 'NEW', price: '99.90', remainingQty: '0.02', ...fields }) as Order
  const orders = [
    order({}),
    order({ status: 'PARTIALLY_FILLED' }),
    order({ status: 'CANCELED' }),
    order({ side: 'SELL' }),
  ]
  expect(buildBookLevels(book, orders).bids.map(({ own }) => own)).toEqual(['0.04', undefined])
})

it.each([
  ['99.9', '100.1', { abs: '0.2', bps: '20' }],
  [null, '100.1', undefined],
])('returns the spread between %s and %s', (bid, ask, spread) => {
  expect(computeSpread(bid, ask)).toEqual(spread)
})
