import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import type { Bar } from './bar.ts'
import { createPatternReader } from './patterns/pattern-reader.ts'
import {
  breakSeries,
  catchUp,
  createSeries,
  evaluateStrategies,
  metSince,
  PERIOD_BARS,
  readPatterns,
  type Series,
  warmFromMs,
} from './series.ts'
import type { BarContext, StrategyDefinition } from './strategy.ts'

const NO_CONTEXT: BarContext = {
  fundingRate: null,
  fundingPercentile: null,
  fundingZ: null,
  basis: null,
  openInterestChange: null,
}

/** Remembers every bar for ever, as an average does, and returns their sum on each seventh bar. */
const remembering: StrategyDefinition = {
  id: 'TEST',
  name: 'REMEMBERING',
  family: 'TREND',
  version: 1,
  params: {},
  warmupBars: 10,
  horizonBars: 5,
  needs: [],
  begin() {
    let sum = 0
    return (bar) => {
      sum = sum * 0.999 + bar.close
      return (bar.openMs / MINUTE_MS) % 7 === 0 ? enter(bar, sum) : null
    }
  },
}

const enter = ({ close }: Bar, score: number) =>
  ({ kind: 'ENTER', direction: 'LONG', score, stopLoss: close - 1, takeProfit: close + 1, features: {} }) as const

const barAt = (minute: number): Bar => {
  const close = 100 + Math.sin(minute / 13) + Math.cos(minute * 1.7)
  return {
    openMs: minute * MINUTE_MS,
    open: close,
    high: close + 1,
    low: close - 1,
    close,
    volume: 1,
    takerBuyVolume: 0,
  }
}

const evaluateFrom = (series: Series, from: number, to: number): readonly (readonly [number, number])[] => {
  const entries: (readonly [number, number])[] = []
  for (let minute = from; minute < to; minute++) {
    for (const { idea } of evaluateStrategies(series, barAt(minute), NO_CONTEXT)) {
      if (idea.kind === 'ENTER') entries.push([minute, idea.score])
    }
  }
  return entries
}

const begun = (): Series => createSeries('1m', [remembering])

/** A period begins here. */
const START = 10_000 * PERIOD_BARS

describe('a series', () => {
  it('returns nothing for warm-up bars', () => {
    expect(evaluateFrom(begun(), START, START + 30).map(([minute]) => minute - START >= 10)).not.toContain(false)
  })

  it('returns the same for a bar wherever the series began, once it includes the period before', () => {
    const END = START + 2 * PERIOD_BARS + 500
    const all = evaluateFrom(begun(), START - 3_000, END)
    fc.assert(
      fc.property(fc.integer({ min: START, max: END - 1 }), (startMinute) => {
        const from = warmFromMs('1m', startMinute * MINUTE_MS) / MINUTE_MS
        const again = evaluateFrom(begun(), from, END)
        expect(again.filter(([minute]) => minute >= startMinute)).toEqual(
          all.filter(([minute]) => minute >= startMinute),
        )
      }),
      { numRuns: runs(9) },
    )
  })

  it('returns the same ideas whenever it catches up, also when a lane replaces another', () => {
    const [FROM, TO] = [START - 500, START + PERIOD_BARS + 500]
    const expected = evaluateFrom(begun(), FROM, TO)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (every) => {
        const series = begun()
        const entries: (readonly [number, number])[] = []
        for (let minute = FROM; minute < TO; minute += every) {
          entries.push(...evaluateFrom(series, minute, Math.min(TO, minute + every)))
          catchUp(series)
        }
        expect(entries).toEqual(expected)
      }),
      { numRuns: runs(5) },
    )
  })

  it('restarts after a gap or an interruption', () => {
    const gap = begun()
    evaluateFrom(gap, START, START + 100)
    const broken = begun()
    evaluateFrom(broken, START, START + 101)
    breakSeries(broken)
    const anew = evaluateFrom(begun(), START + 101, START + 200)
    expect(evaluateFrom(gap, START + 101, START + 200)).toEqual(anew)
    expect(evaluateFrom(broken, START + 101, START + 200)).toEqual(anew)
  })

  it('accepts no bar twice, and none of the past', () => {
    const series = begun()
    const once = evaluateFrom(series, START, START + 100)
    expect(evaluateFrom(series, START + 40, START + 100)).toEqual([])
    expect([...once, ...evaluateFrom(series, START + 100, START + 150)]).toEqual(
      evaluateFrom(begun(), START, START + 150),
    )
  })

  it('returns an entry that persists from bar to bar only once, and an exit each time', () => {
    const lasting: StrategyDefinition = {
      ...remembering,
      begin: () => (bar) =>
        bar.openMs / MINUTE_MS - START < 40 ? enter(bar, 1) : { kind: 'EXIT', direction: 'LONG', features: {} },
    }
    const series = createSeries('1m', [lasting])
    const kinds: string[] = []
    for (let minute = START; minute < START + 45; minute++) {
      kinds.push(...evaluateStrategies(series, barAt(minute), NO_CONTEXT).map(({ idea }) => idea.kind))
    }
    expect(kinds).toEqual(['EXIT', 'EXIT', 'EXIT', 'EXIT', 'EXIT'])
  })

  it('always reads the patterns that end with a bar, and counts them as if each bar were read at once', () => {
    const expected = [...patternsFrom(START, BROKEN), ...patternsFrom(BROKEN, END)]
    const everyId = expected.flat()
    const countPattern = (id: string): number => everyId.filter((other) => other === id).length
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (leavesEvery, countedEvery) => {
        const series = createSeries('1m', [leaving(leavesEvery)])
        const matches = patternsOfIdeas(series, countedEvery)
        expect(matches).toEqual(matches.map(([minute]) => [minute, expected[minute - START]]))
        readPatterns(series)
        expect(everyId.map((id) => metSince(series.record, id, 0))).toEqual(everyId.map(countPattern))
      }),
      { numRuns: runs(12) },
    )
  })
})

/** A stretch of bars, and where the series is broken in it. */
const [BROKEN, END] = [START + 90, START + 200]

/** Leaves every so many bars. */
const leaving = (every: number): StrategyDefinition => ({
  ...remembering,
  warmupBars: 0,
  begin: () => (bar) =>
    (bar.openMs / MINUTE_MS) % every === 0 ? { kind: 'EXIT', direction: 'LONG', features: {} } : null,
})

/** The IDs of the patterns that end with each bar of a stretch, read bar by bar. */
const patternsFrom = (from: number, to: number): readonly (readonly string[])[] => {
  const findPatterns = createPatternReader()
  return Array.from({ length: to - from }, (_, index) => findPatterns(barAt(from + index)).map(({ id }) => id))
}

/** The patterns that come with the ideas of a stretch, while they are counted every so many bars. */
const patternsOfIdeas = (series: Series, countedEvery: number): readonly (readonly [number, readonly string[]])[] => {
  const matches: (readonly [number, readonly string[]])[] = []
  for (let minute = START; minute < END; minute++) {
    if (minute === BROKEN) breakSeries(series)
    const ideas = evaluateStrategies(series, barAt(minute), NO_CONTEXT)
    if (minute % countedEvery === 0) readPatterns(series)
    matches.push(...ideas.map(({ patternIds }) => [minute, patternIds] as const))
  }
  return matches
}
