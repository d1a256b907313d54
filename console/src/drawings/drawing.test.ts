import { expect, it } from 'vitest'
import { type Drawing, movedBy, nextId, parseDrawings, withPoint } from './drawing.ts'

const TREND: Drawing = {
  id: 'a',
  kind: 'trend',
  points: [
    { atMs: 60_000, price: 100 },
    { atMs: 120_000, price: 110 },
  ],
}
const NOTE: Drawing = { id: 'b', kind: 'text', points: [{ atMs: 0, price: 1 }], text: 'support' }

it('returns stored drawings, and none that is not of their form', () => {
  const strange = [
    { ...TREND, kind: 'spiral' },
    { ...TREND, points: TREND.points.slice(1) },
    { ...NOTE, points: [{ atMs: 0, price: 'high' }] },
    { ...NOTE, text: 'x'.repeat(81) },
    null,
  ]
  expect(parseDrawings(JSON.stringify([TREND, ...strange, NOTE]))).toEqual([TREND, NOTE])
  expect([null, '{', '{}', '7'].map(parseDrawings)).toEqual([[], [], [], []])
})

it('keeps the newest of too many drawings', () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ ...NOTE, id: String(index) }))
  const newest = parseDrawings(JSON.stringify(many))
  expect([newest.length, newest[0]?.id]).toEqual([100, '1'])
})

it('moves one point, or the whole drawing', () => {
  expect(withPoint(TREND, 1, { atMs: 0, price: 5 }).points).toEqual([TREND.points[0], { atMs: 0, price: 5 }])
  expect(movedBy(TREND, 60_000, -10).points).toEqual([
    { atMs: 120_000, price: 90 },
    { atMs: 180_000, price: 100 },
  ])
})

it('gives a new drawing an id that no other has', () => {
  expect([[], [{ id: '1' }, { id: '7' }], [{ id: 'x' }]].map(nextId)).toEqual(['1', '8', '1'])
})
