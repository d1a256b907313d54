import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  findLineAt,
  handleRange,
  handleY,
  originY,
  snapPrice,
  spreadHandles,
  stepPrice,
  withoutFarOrders,
} from './line-drag.ts'

const RANGE = handleRange(400, 60)

it.each([
  [64_000.04, '0.1', '64000'],
  [64_000.05, '0.1', '64000.1'],
  [64_000.149_999, '0.1', '64000.1'],
  [0.000_000_149, '0.00000001', '0.00000015'],
  [1_234, '5', '1235'],
  [0.01, '0.1', '0.1'],
  [-20, '0.10', '0.1'],
])('returns for the price %d with a tick of %s the price %s', (price, tickSize, snapped) => {
  expect(snapPrice(price, tickSize)).toBe(snapped)
})

it.each([
  ['64000', 1, '64000.1'],
  ['64000', -10, '63999'],
  ['0.3', -2, '0.1'],
  ['0.3', -10, '0.1'],
])('moves %s by %d ticks to %s', (price, ticks, moved) => {
  expect(stepPrice(price, ticks, '0.1')).toBe(moved)
})

it.each([
  [100, 'stop'],
  [104, 'stop'],
  [105, undefined],
  [109, 'target'],
  [111, 'target'],
  [117, undefined],
])('grabs the nearest line within reach of %d px', (y, id) => {
  const places = [
    { id: 'target', y: 112 },
    { id: 'stop', y: 100 },
  ]
  expect(findLineAt(places, y)?.id).toBe(id)
})

it('keeps the handle of a line on it, but below the legend and above the link of the pane', () => {
  expect([-500, 5, 200, 399, 900].map((y) => handleY(y, RANGE))).toEqual([78, 78, 200, 352, 352])
})

it.each([
  [
    [100, 200],
    [100, 200],
  ],
  [
    [200, 100, 110],
    [200, 100, 126],
  ],
  [
    [340, 352, 352],
    [300, 326, 352],
  ],
])('places handles at %j so that none covers another: %j', (places, spread) => {
  expect(spreadHandles(places, 26, 352)).toEqual(spread)
})

it('keeps handles apart and in the order of their lines while there is room', () => {
  const places = fc.array(fc.integer({ min: 48, max: 752 }), { maxLength: 20 })
  fc.assert(
    fc.property(places, (ys) => {
      const spread = spreadHandles(ys, 26, 752)
      const downwards = [...ys.keys()].toSorted((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0))
      for (const [rank, index] of downwards.entries()) {
        const above = downwards[rank - 1]
        if (above !== undefined) expect((spread[index] ?? 0) - (spread[above] ?? 0)).toBeGreaterThanOrEqual(26)
      }
    }),
  )
})

it('begins the drag of a line on it, and on its handle when the line lies beyond the pane', () => {
  expect([-500, 5, 200, 399, 900].map((y) => originY(y, 400, RANGE))).toEqual([78, 5, 200, 399, 352])
})

it('has a handle for every line, but of the orders beyond the visible prices only for the nearest on each side', () => {
  const order = (y: number) => ({ y, isOrder: true })
  const position = (y: number) => ({ y, isOrder: false })
  const lines = [order(-300), order(-20), position(-90), order(10), order(390), order(450), order(420), position(900)]
  expect(withoutFarOrders(lines, 400).map(({ y }) => y)).toEqual([-20, -90, 10, 390, 420, 900])
})
