import { expect, it } from 'vitest'
import { type Destination, matching } from './matching.ts'

const DESTINATIONS: readonly Destination[] = [
  { name: 'Market', kind: 'Screen', href: '/market' },
  { name: 'Positions and orders', kind: 'Screen', href: '/positions' },
  { name: 'Monitor', kind: 'Screen', href: '/monitor' },
  { name: 'ETHUSDT', kind: 'Symbol', href: '/market?symbol=ETHUSDT' },
]

it.each([
  ['', ['Market', 'Positions and orders', 'Monitor', 'ETHUSDT']],
  ['m', ['Market', 'Monitor']],
  ['or', ['Positions and orders', 'Monitor']],
  ['ord POS', ['Positions and orders']],
  [' eth ', ['ETHUSDT']],
  ['bitcoin', []],
])('finds by "%s" %j', (text, names) => {
  expect(matching(DESTINATIONS, text).map(({ name }) => name)).toEqual(names)
})
