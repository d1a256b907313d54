import { expect, it } from 'vitest'
import { buildTrialMap, measureExtent, toShare } from './trial-map.ts'

const trial = (number: number, params: Readonly<Record<string, number>>, value: number | null) => ({
  number,
  params,
  value,
  trades: 40,
  net: '1',
})

it('lays trials out by two parameters, with the best of each cell', () => {
  const trials = [
    trial(1, { a: 2, b: 1, c: 1 }, 0.5),
    trial(2, { a: 1, b: 1, c: 1 }, null),
    trial(3, { a: 2, b: 1, c: 2 }, 0.9),
    trial(4, { a: 1, b: 3, c: 1 }, -1),
  ]
  const { columns, rows } = buildTrialMap(trials, 'a', 'b')
  expect(columns).toEqual([1, 2])
  expect(rows.map(({ value, cells }) => [value, cells.map((cell) => cell?.number)])).toEqual([
    [1, [2, 3]],
    [3, [4, undefined]],
  ])
})

it('measures scored trials only', () => {
  expect(measureExtent([trial(1, {}, null), trial(2, {}, -1), trial(3, {}, 3)])).toEqual([-1, 3])
  expect(measureExtent([trial(1, {}, null)])).toBeUndefined()
  expect([toShare(1, [-1, 3]), toShare(3, [3, 3])]).toEqual([0.5, 1])
})
