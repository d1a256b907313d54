import { expect, it } from 'vitest'
import { aCandle, MINUTE_MS } from './candle-samples.ts'
import { type Mark, placedMarks } from './mark.ts'

const aMark = (id: string, minute: number): Mark => ({
  id,
  kind: 'signal',
  atMs: minute * MINUTE_MS,
  side: 'BUY',
  word: 'long',
  text: 'long',
  price: null,
})

it('puts marks on the candle they lie in, in order of time, and omits those outside', () => {
  const placed = placedMarks([aMark('b', 2.5), aMark('a', 1), aMark('before', 0)], [aCandle(1), aCandle(2)])
  expect(placed.map(({ id, openTimeMs }) => [id, openTimeMs / MINUTE_MS])).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})
