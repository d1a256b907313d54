import { describe, expect, it } from 'vitest'
import { makeBars, repeat, replayStrategy, rounded } from '../../../../test/signal/strategies/series.ts'
import { squeezeRelease } from './squeeze-release.ts'

/** The squeeze and what comes after. */
const released = (...moves: readonly number[]) =>
  makeBars(1_000, [...repeat(30, 0.5, -0.5), ...moves], { up: 2, down: 2 })
const { bars, ideas } = squeezeRelease.golden

describe('squeezeRelease', () => {
  it('signals at the bar that ends the squeeze', () => {
    expect(rounded(replayStrategy(squeezeRelease, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the squeeze was too short', params: { squeezeBars: 42 } },
    { title: 'the momentum falls', bars: released(6, 6, 0) },
    { title: 'the momentum rises below zero', bars: released(-6, -6, 0) },
    { title: 'the squeeze goes on', bars: bars.slice(0, 61) },
  ])('is silent when $title', ({ bars: changed = bars, params = {} }) => {
    expect(replayStrategy(squeezeRelease, changed, { params })).toEqual([])
  })

  it('is short when the release is downwards', () => {
    expect(replayStrategy(squeezeRelease, released(-12, -8))).toMatchObject([{ at: 61, idea: { direction: 'SHORT' } }])
  })
})
