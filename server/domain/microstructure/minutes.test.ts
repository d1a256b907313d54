import { describe, expect, it } from 'vitest'
import { aCandle, NOON_MS } from '../../../test/support/market-samples.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import {
  countGaps,
  createMinutes,
  dayVolume,
  enterMinute,
  hourChangePct,
  parkinsonPct,
  realisedPct,
} from './minutes.ts'

const swinging = (count: number) => {
  const minutes = createMinutes()
  for (let index = 0; index < count; index++) {
    const close = index % 2 === 0 ? 10_000 : 10_100
    const prices = [close, 10_200, 9_900, close] as const
    enterMinute(minutes, aCandle({ openMs: NOON_MS + index * MINUTE_MS, prices, volume: 2 }))
  }
  return { minutes, at: NOON_MS + count * MINUTE_MS }
}

describe('the minutes of a day', () => {
  it('return the root of the sum of squared returns in percent', () => {
    const { minutes, at } = swinging(61)
    expect(realisedPct(minutes, at, 60)).toEqual({ value: expect.closeTo(Math.log(1.01) * Math.sqrt(60) * 100), n: 60 })
    expect(hourChangePct(minutes, at)).toBe(0)
  })

  it('return null for a window of which a tenth is unknown', () => {
    const { minutes, at } = swinging(53)
    expect(realisedPct(minutes, at, 60)).toEqual({ value: null, n: 52 })
    expect([realisedPct(minutes, at, 1_440).value, dayVolume(minutes, at), hourChangePct(minutes, at)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('return volume and range of a day', () => {
    const { minutes, at } = swinging(1_440)
    expect(dayVolume(minutes, at)).toBe(2_880)
    const perMinute = Math.log(10_200 / 9_900) ** 2 / (4 * Math.LN2)
    expect(parkinsonPct(minutes, at).value).toBeCloseTo(Math.sqrt(1_440 * perMinute) * 100, 3)
  })

  it('omit an incompletely observed minute', () => {
    const minutes = createMinutes()
    enterMinute(minutes, aCandle({ missing: [{ fromMs: NOON_MS, toMs: NOON_MS + 1 }] }))
    expect(minutes.stamps.every((stamp) => stamp === -1)).toBe(true)
  })

  it('return the number of unknown stretches of a day', () => {
    const { minutes, at } = swinging(1_440)
    const stretchesIn = (count: number): number => countGaps(minutes, at + count * MINUTE_MS)
    expect([stretchesIn(0), stretchesIn(1), stretchesIn(2)]).toEqual([0, 0, 1])
    enterMinute(minutes, aCandle({ openMs: at + MINUTE_MS }))
    enterMinute(minutes, aCandle({ openMs: at + 4 * MINUTE_MS }))
    expect(stretchesIn(5)).toBe(2)
    expect(countGaps(createMinutes(), at)).toBe(1)
  })
})
