import { describe, expect, it } from 'vitest'
import { dipSeries } from '../../../../test/signal/strategies/golden-series.ts'
import { heard, rounded } from '../../../../test/signal/strategies/series.ts'
import { rsi2Dip } from './rsi2-dip.ts'

const { bars } = dipSeries

describe('rsi2Dip', () => {
  it('speaks at the third bar down and says to leave at the first close above the short mean', () => {
    expect(rounded(heard(rsi2Dip, bars))).toEqual([
      {
        at: 252,
        idea: {
          kind: 'ENTER',
          direction: 'LONG',
          score: 0.1176470588,
          stopLoss: 1232.66062,
          takeProfit: 1246.6,
          features: { atr: 4.169690097, rsi: 4.411764706, trendAtr: 20.80938575, meanAtr: 1.343025469 },
        },
      },
      {
        at: 254,
        idea: { kind: 'EXIT', direction: 'LONG', features: { atr: 4.289171564, aboveMeanAtr: 0.6061776642 } },
      },
    ])
  })

  it.each([
    { title: 'the dip is not sharp enough', params: { rsiMax: 4.4 } },
    { title: 'the close is below the long average', params: { trendBars: 3 } },
    { title: 'the target is no longer above the close', params: { exitBars: 1 } },
  ])('is silent when $title', ({ params }) => {
    expect(heard(rsi2Dip, bars, { params })).toEqual([])
  })

  it('no longer says to leave once the horizon is over', () => {
    const params = { horizonBars: 1 }
    expect(heard(rsi2Dip, bars, { params }).map(({ idea }) => idea.kind)).toEqual(['ENTER'])
  })
})
