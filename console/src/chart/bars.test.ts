import { expect, it } from 'vitest'
import { toBars } from './bars.ts'
import { aCandle } from './candle-samples.ts'

it('averages each Heikin-Ashi bar with the one before it', () => {
  const candles = [aCandle(0, '10'), { ...aCandle(1, '12'), open: '11', high: '13', low: '10' }]
  expect(toBars(candles, 'heikinAshi')).toEqual([
    { time: 0, open: 10, high: 11, low: 9, close: 10 },
    { time: 60, open: 10, high: 13, low: 10, close: 11.5 },
  ])
})

it('draws lines from closes only', () => {
  expect(toBars([aCandle(1, '10.5')], 'line')).toEqual([{ time: 60, value: 10.5 }])
})
