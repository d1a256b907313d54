import { describe, expect, it } from 'vitest'
import { NOTHING_KNOWN, replayStrategy, rounded } from '../../../../test/signal/strategies/series.ts'
import { basisReversion } from './basis-reversion.ts'

const { bars, context, ideas } = basisReversion.golden

describe('basisReversion', () => {
  it('signals at the bar on which the basis turns, with the price at its mean basis as target', () => {
    expect(rounded(replayStrategy(basisReversion, bars, { context }))).toEqual(ideas)
  })

  it.each([
    { title: 'the basis is not as low', params: { scoreMax: -9.5 } },
    {
      title: 'the basis falls on',
      context: (index: number) => (index === 111 ? { ...context(index), basis: -0.03 } : context(index)),
    },
    {
      title: 'a basis of its window is not known',
      context: (index: number) => (index === 16 ? NOTHING_KNOWN : context(index)),
    },
    { title: 'no basis is known', context: () => NOTHING_KNOWN },
  ])('is silent when $title', ({ context: known = context, params = {} }) => {
    expect(replayStrategy(basisReversion, bars, { context: known, params })).toEqual([])
  })

  it('ignores a basis from before its window', () => {
    const known = (index: number) => (index === 14 ? NOTHING_KNOWN : context(index))
    expect(replayStrategy(basisReversion, bars, { context: known }).map(({ at }) => at)).toEqual([111])
  })
})
