import { describe, expect, it } from 'vitest'
import type { Bar } from '../bar.ts'
import { adx } from './adx.ts'

const barBetween = (low: number, high: number): Bar => ({
  openMs: 0,
  open: low,
  high,
  low,
  close: (low + high) / 2,
  volume: 1,
  takerBuyVolume: null,
})

/** Indicators with averages of one bar, which are those of the last bar alone. */
const after = (first: Bar, second: Bar) => [first, second].map(adx(1)).at(-1)

describe('adx', () => {
  it.each([
    ['that went further up than down counts as up', barBetween(9, 24), { adx: 100, plus: (100 * 4) / 15, minus: 0 }],
    ['that went further down than up counts as down', barBetween(6, 21), { adx: 100, plus: 0, minus: (100 * 4) / 15 }],
    ['that went as far on both sides counts as neither', barBetween(6, 24), { adx: 0, plus: 0, minus: 0 }],
    ['that stayed inside counts as neither', barBetween(12, 18), { adx: 0, plus: 0, minus: 0 }],
  ])('a bar %s', (_, bar, expected) => {
    expect(after(barBetween(10, 20), bar)).toEqual(expected)
  })
})
