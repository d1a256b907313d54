import { describe, expect, it } from 'vitest'
import { makeBars, NOTHING_KNOWN } from '../../../../test/signal/strategies/series.ts'
import type { BarContext, Idea, Rule } from '../strategy.ts'
import { bothWays, mirrorBar, mirrorContext } from './mirror.ts'

const enter: Idea = { kind: 'ENTER', direction: 'LONG', score: 2, stopLoss: 90, takeProfit: 120, features: { z: 1 } }
const leave: Idea = { kind: 'EXIT', direction: 'LONG', features: { z: 1 } }
const enterShort: Idea = { ...enter, direction: 'SHORT', stopLoss: -90, takeProfit: -120 }
const leaveShort: Idea = { ...leave, direction: 'SHORT' }
const [bar] = makeBars(100, [5])

/** Builds a rule that returns one idea for original bars and another for mirrored ones. */
const createRule = (ofLong: Idea | null, ofShort: Idea | null): Rule =>
  bothWays(
    () =>
      ({ close }: { close: number }) =>
        close > 0 ? ofLong : ofShort,
  )({})

const known: BarContext = {
  fundingRate: 0.01,
  fundingPercentile: 0.25,
  fundingZ: 2,
  basis: -0.5,
  openInterestChange: 0.125,
}

describe('mirrorBar', () => {
  it('negates prices and swaps high and low, buyers and sellers', () => {
    expect(bar && mirrorBar(bar)).toEqual({
      openMs: 0,
      open: -100,
      high: -99,
      low: -106,
      close: -105,
      volume: 8,
      takerBuyVolume: 3,
    })
  })

  it('leaves unknown values unknown', () => {
    expect(bar && mirrorBar({ ...bar, takerBuyVolume: null }).takerBuyVolume).toBeNull()
    expect(mirrorContext(NOTHING_KNOWN)).toEqual(NOTHING_KNOWN)
  })

  it('is its own inverse', () => {
    expect(bar && mirrorBar(mirrorBar(bar))).toEqual(bar)
  })
})

describe('mirrorContext', () => {
  it('swaps who pays and retains the open interest', () => {
    expect(mirrorContext(known)).toEqual({
      fundingRate: -0.01,
      fundingPercentile: 0.75,
      fundingZ: -2,
      basis: 0.5,
      openInterestChange: 0.125,
    })
    expect(mirrorContext(mirrorContext(known))).toEqual(known)
  })
})

describe('bothWays', () => {
  it.each<{ title: string; ofLong: Idea | null; ofShort: Idea | null; expected: Idea | null }>([
    { title: 'nothing of nothing', ofLong: null, ofShort: null, expected: null },
    { title: 'the idea for the bars', ofLong: enter, ofShort: null, expected: enter },
    { title: 'the mirrored idea for mirrored bars', ofLong: null, ofShort: enter, expected: enterShort },
    { title: 'an exit of the other direction', ofLong: null, ofShort: leave, expected: leaveShort },
    { title: 'neither of two entries', ofLong: enter, ofShort: enter, expected: null },
    { title: 'the entry before the exit of a short', ofLong: enter, ofShort: leave, expected: enter },
    { title: 'the entry before the exit of a long', ofLong: leave, ofShort: enter, expected: enterShort },
  ])('returns $title', ({ ofLong, ofShort, expected }) => {
    expect(bar && createRule(ofLong, ofShort)(bar, NOTHING_KNOWN)).toEqual(expected)
  })

  it('creates a separate rule for each direction and series', () => {
    let begun = 0
    const begin = bothWays(() => {
      begun++
      return () => null
    })
    begin({})
    begin({})
    expect(begun).toBe(4)
  })
})
