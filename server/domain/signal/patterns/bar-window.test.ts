import { describe, expect, it } from 'vitest'
import { barsOf, CALM, CALM_BARS, type Row } from '../../../../test/signal/patterns/bar-samples.ts'
import { createBarWindow } from './bar-window.ts'

const buildWindow = (rows: readonly Row[]) => {
  const window = createBarWindow()
  for (const bar of barsOf(rows)) window.push(bar)
  return window
}

describe('a bar window', () => {
  it('measures a white bar and a black one', () => {
    const window = buildWindow([
      [100, 112, 97, 110],
      [110, 111, 90, 95],
    ])
    expect(window.at(1)).toMatchObject({ color: 1, top: 110, bottom: 100, body: 10, upperShadow: 2, lowerShadow: 3 })
    expect(window.at(0)).toMatchObject({ color: -1, top: 110, bottom: 95, body: 15, upperShadow: 1, lowerShadow: 5 })
    expect([window.at(1).range, window.at(0).range]).toEqual([15, 21])
  })

  it('counts a bar that closed where it opened as white', () => {
    expect(buildWindow([[100, 101, 99, 100]]).at(0)).toMatchObject({
      color: 1,
      body: 0,
      upperShadow: 1,
      lowerShadow: 1,
    })
  })

  it('averages the previous bars, excluding the bar itself', () => {
    const window = buildWindow([...CALM_BARS, [1_000, 2_000, 1, 1_900]])
    expect(window.at(0)).toMatchObject({ usualBody: 10, dojiBody: 2, veryShortShadow: 2, shortShadow: 5 })
    expect(window.at(0)).toMatchObject({ near: 4, far: 12, equal: 1 })
  })

  it('averages ten bars for bodies and shadows, five for distances', () => {
    const rows: Row[] = [[0, 1_000, 0, 500], ...Array.from({ length: 9 }, () => CALM), CALM]
    const tenth = buildWindow(rows).at(0)
    expect(tenth).toMatchObject({ usualBody: 59, dojiBody: 0.1 * 118, shortShadow: 29.5, near: 4 })
    expect(buildWindow([...rows, CALM]).at(0)).toMatchObject({ usualBody: 10, dojiBody: 2, shortShadow: 5, near: 4 })
  })

  it('returns no averages before there are enough bars', () => {
    const { usualBody, dojiBody, veryShortShadow, shortShadow, near, far, equal } = buildWindow(
      CALM_BARS.slice(0, 5),
    ).at(0)
    expect([usualBody, dojiBody, veryShortShadow, shortShadow, near, far, equal]).toEqual(Array(7).fill(NaN))
    expect(buildWindow(CALM_BARS.slice(0, 6)).at(0)).toMatchObject({ usualBody: NaN, near: 4, far: 12, equal: 1 })
    expect(buildWindow(CALM_BARS.slice(0, 11)).at(0)).toMatchObject({ usualBody: 10, near: 4 })
  })

  it('holds the last sixteen bars and counts them all', () => {
    const window = buildWindow(Array.from({ length: 40 }, (_, index): Row => [index, index, index, index]))
    expect(window.count).toBe(40)
    expect(Array.from({ length: 16 }, (_, back) => window.at(back).close)).toEqual(
      Array.from({ length: 16 }, (_, back) => 39 - back),
    )
  })

  it.each([[-1], [2], [16]])('never reads a bar outside its window: %i', (back) => {
    const window = buildWindow([CALM, CALM])
    expect(() => window.at(back)).toThrow('Invariant')
  })
})
