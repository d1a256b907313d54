import { expect, it } from 'vitest'
import { marketPath, readPlace } from './place.ts'

it.each([
  ['symbol=ETHUSDT&interval=1h', { symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT', interval: '1h', strange: undefined }],
  ['', { symbol: 'BTCUSDT' }, { symbol: 'BTCUSDT', interval: '5m', strange: undefined }],
  ['', { symbol: 'BTCUSDT', interval: '4h' }, { symbol: 'BTCUSDT', interval: '4h', strange: undefined }],
  ['interval=7m', { symbol: undefined, interval: '4h' }, { symbol: undefined, interval: '5m', strange: '7m' }],
] as const)('reads %j as a place', (query, usual, place) => {
  expect(readPlace(new URLSearchParams(query), usual)).toEqual(place)
})

it('parses the address it produces', () => {
  const place = { symbol: 'SOLUSDT', interval: '12h' } as const
  expect(readPlace(new URL(marketPath(place), 'http://host').searchParams, { symbol: undefined })).toMatchObject(place)
})
