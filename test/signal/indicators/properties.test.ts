import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import { runs } from '../../support/runs.ts'
import { EVERY_INDICATOR, type Sample, STOCHASTIC } from './every-indicator.ts'
import { barSeries, mirrorBar } from './series.ts'

type Figures = readonly number[]

const RUNS = { numRuns: runs(75) }

const runIndicator = (begin: Sample['begin'], bars: readonly Bar[]): Figures[] => bars.map(begin())

/** The first place where two series differ, or undefined. */
const firstDifference = (
  actual: readonly Figures[],
  expected: readonly Figures[],
  isSame: (a: number, b: number) => boolean,
): unknown => {
  if (actual.length !== expected.length) return { lengths: [actual.length, expected.length] }
  const differ = (figures: Figures, i: number): boolean =>
    figures.some((figure, j) => !isSame(figure, expected[i]?.[j] ?? Number.NaN))
  const at = actual.findIndex(differ)
  return at < 0 ? undefined : { at, actual: actual[at], expected: expected[at] }
}

const isEqual = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b))
const isNear = (a: number, b: number): boolean => isEqual(a, b) || Math.abs(a - b) <= 1e-9

/** A supertrend waits for the first bar that does not close in its middle. */
const decidedAt = ({ name, warmAt }: Sample, bars: readonly Bar[]): Figures => {
  if (name !== 'supertrend') return warmAt
  const isDecided = ({ high, low, close }: Bar, i: number): boolean => i >= 5 && close !== (high + low) / 2
  const at = bars.findIndex(isDecided)
  return warmAt.map(() => (at < 0 ? bars.length : at))
}

/** Two stated answers have no mirror: 100 for what never moved, 0 for the place in no range. */
const isMirrored = ({ name }: Sample, bars: readonly Bar[]): boolean => {
  if (name === 'rsi') return bars[0]?.close !== bars[1]?.close
  if (name !== 'stochastic') return true
  return bars.every((_, i) => {
    const range = bars.slice(i, i + STOCHASTIC.k)
    return Math.max(...range.map(({ high }) => high)) > Math.min(...range.map(({ low }) => low))
  })
}

describe.each(EVERY_INDICATOR)('$name', (sample) => {
  it('matches its definition over the whole series bar by bar, bit for bit', () => {
    fc.assert(
      fc.property(barSeries, (bars) => {
        expect(firstDifference(runIndicator(sample.begin, bars), sample.batch(bars), Object.is)).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('is NaN until it is warm, from then on always a finite number', () => {
    fc.assert(
      fc.property(barSeries, (bars) => {
        const warmAt = decidedAt(sample, bars)
        const isRight = (figures: Figures, i: number): boolean =>
          figures.length === warmAt.length &&
          figures.every((figure, j) => (i < (warmAt[j] ?? 0) ? Number.isNaN(figure) : Number.isFinite(figure)))
        expect(runIndicator(sample.begin, bars).findIndex((figures, i) => !isRight(figures, i))).toBe(-1)
      }),
      RUNS,
    )
  })

  it('is independent of other instances of its kind', () => {
    fc.assert(
      fc.property(barSeries, barSeries, (bars, others) => {
        const indicator = sample.begin()
        const other = sample.begin()
        const values = bars.map((bar, i) => {
          const beside = others[i]
          if (beside) other(beside)
          return indicator(bar)
        })
        expect(firstDifference(values, runIndicator(sample.begin, bars), Object.is)).toBeUndefined()
      }),
      { numRuns: runs(20) },
    )
  })
})

describe.each(EVERY_INDICATOR.filter(({ mirrored }) => mirrored))('$name over mirrored bars', (sample) => {
  const isSame = ['rsi', 'stochastic'].includes(sample.name) ? isNear : isEqual

  it('is symmetric under reflection', () => {
    fc.assert(
      fc.property(barSeries, (bars) => {
        fc.pre(isMirrored(sample, bars))
        const expected = runIndicator(sample.mirrored ?? sample.begin, bars)
        expect(firstDifference(runIndicator(sample.begin, bars.map(mirrorBar)), expected, isSame)).toBeUndefined()
      }),
      RUNS,
    )
  })
})
