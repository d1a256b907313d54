import { describe, expect, it } from 'vitest'
import { replayStrategy, rounded } from '../../../../test/signal/strategies/series.ts'
import { rsi2Dip } from './rsi2-dip.ts'

const { bars, ideas } = rsi2Dip.golden

describe('rsi2Dip', () => {
  it('enters at the third bar down and exits at the first close above the short mean', () => {
    expect(rounded(replayStrategy(rsi2Dip, bars))).toEqual(ideas)
  })

  it.each([
    { title: 'the dip is not sharp enough', params: { rsiMax: 4.4 } },
    { title: 'the close is below the long average', params: { trendBars: 3 } },
    { title: 'the target is no longer above the close', params: { exitBars: 1 } },
  ])('is silent when $title', ({ params }) => {
    expect(replayStrategy(rsi2Dip, bars, { params })).toEqual([])
  })

  it('returns no exit once the horizon is over', () => {
    const params = { horizonBars: 1 }
    expect(replayStrategy(rsi2Dip, bars, { params }).map(({ idea }) => idea.kind)).toEqual(['ENTER'])
  })
})
