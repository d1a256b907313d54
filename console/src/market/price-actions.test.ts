import { expect, it } from 'vitest'
import { priceActionKinds } from './price-actions.ts'

const FREE = { markPrice: '100', held: undefined, canTrade: true } as const

it.each([
  { price: '99', with: FREE, kinds: ['BUY', 'alert', 'horizontal'] },
  { price: '101', with: FREE, kinds: ['SELL', 'alert', 'horizontal'] },
  { price: '99', with: { ...FREE, held: 'LONG' }, kinds: ['BUY', 'stop', 'alert', 'horizontal'] },
  { price: '101', with: { ...FREE, held: 'LONG' }, kinds: ['SELL', 'target', 'alert', 'horizontal'] },
  { price: '99', with: { ...FREE, held: 'SHORT' }, kinds: ['BUY', 'target', 'alert', 'horizontal'] },
  { price: '101', with: { ...FREE, held: 'SHORT' }, kinds: ['SELL', 'stop', 'alert', 'horizontal'] },
  { price: '99', with: { ...FREE, canTrade: false }, kinds: ['alert', 'horizontal'] },
  { price: '100', with: FREE, kinds: ['horizontal'] },
  { price: '99', with: { ...FREE, markPrice: undefined }, kinds: ['horizontal'] },
] as const)('offers $kinds at $price with $with', ({ price, with: rest, kinds }) => {
  expect(priceActionKinds({ price, ...rest })).toEqual(kinds)
})
