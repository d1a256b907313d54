import { expect, it } from 'vitest'
import { divideEvenly } from './even-intervals.ts'

const point = (time: number) => ({ time, value: time * 10 })
const DAY = 86_400

it('leaves intervals without a point empty, so that times are to scale', () => {
  expect(divideEvenly([point(100), point(104), point(105)], 5)).toEqual([
    point(100),
    { time: 101 },
    { time: 102 },
    { time: 103 },
    point(104),
    point(105),
  ])
})

it('takes the last point of an interval with several, at a round time', () => {
  expect(divideEvenly([901, 902, 1_010, 1_830, 1_859].map(point), 20)).toEqual([
    { time: 900, value: 9_020 },
    { time: 960, value: 10_100 },
    ...Array.from({ length: 13 }, (_, minute) => ({ time: 1_020 + minute * 60 })),
    { time: 1_800, value: 18_590 },
  ])
})

it('has at most one point a day, however long the curve', () => {
  expect(divideEvenly([0, 1, DAY, 3 * DAY].map(point), 2)).toEqual([
    { time: 0, value: 10 },
    point(DAY),
    { time: 2 * DAY },
    point(3 * DAY),
  ])
})

it('keeps a single point, and nothing', () => {
  expect(divideEvenly([point(7)], 10)).toEqual([point(7)])
  expect(divideEvenly([], 10)).toEqual([])
})
