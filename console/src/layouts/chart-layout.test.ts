import { expect, it } from 'vitest'
import { areSaved, isLayout, ONE_CHART, otherPlaces, withOther, withSaved } from './chart-layout.ts'

const FOUR = { count: 4, others: [{ symbol: 'ETHUSDT', interval: '1m' }] } as const

it('shows stored charts, and longer intervals of the first symbol in the others', () => {
  expect(otherPlaces(ONE_CHART, 'BTCUSDT')).toEqual([])
  expect(otherPlaces(FOUR, 'BTCUSDT')).toEqual([
    { symbol: 'ETHUSDT', interval: '1m' },
    { symbol: 'BTCUSDT', interval: '1h' },
    { symbol: 'BTCUSDT', interval: '4h' },
  ])
})

it('changes one chart and keeps the others', () => {
  const place = { symbol: 'SOLUSDT', interval: '5m' } as const
  expect(withOther(FOUR, 'BTCUSDT', 1, place).others).toEqual([
    FOUR.others[0],
    place,
    { symbol: 'BTCUSDT', interval: '4h' },
  ])
})

it('saves a layout under its name, once, up to a maximum', () => {
  const scalp = { ...FOUR, name: 'Scalp' }
  const saved = withSaved([scalp, { ...ONE_CHART, name: 'Swing' }], { ...scalp, count: 2 })
  expect(saved.map(({ name, count }) => [name, count])).toEqual([
    ['Swing', 1],
    ['Scalp', 2],
  ])
  const many = Array.from({ length: 20 }, (_, index) => ({ ...ONE_CHART, name: String(index) }))
  expect(withSaved(many, scalp).length).toBe(20)
})

it('rejects stored values that are no layout', () => {
  expect(isLayout(FOUR)).toBe(true)
  expect([{ count: 3, others: [] }, { count: 2, others: [{ symbol: 'X', interval: '7m' }] }, null].some(isLayout)).toBe(
    false,
  )
  expect(areSaved([{ ...FOUR, name: 'x' }])).toBe(true)
  expect(areSaved([FOUR])).toBe(false)
})
