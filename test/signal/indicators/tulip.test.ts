import { describe, expect, it } from 'vitest'
import { bollingerSeries } from '../../../server/domain/signal/indicators/bollinger.ts'
import { cciSeries } from '../../../server/domain/signal/indicators/cci.ts'
import { deviationSeries } from '../../../server/domain/signal/indicators/deviation.ts'
import { emaSeries } from '../../../server/domain/signal/indicators/ema.ts'
import { obvSeries } from '../../../server/domain/signal/indicators/obv.ts'
import { rmaSeries } from '../../../server/domain/signal/indicators/rma.ts'
import { rocSeries } from '../../../server/domain/signal/indicators/roc.ts'
import { rsiSeries } from '../../../server/domain/signal/indicators/rsi.ts'
import { smaSeries } from '../../../server/domain/signal/indicators/sma.ts'
import { stochasticSeries } from '../../../server/domain/signal/indicators/stochastic.ts'
import { trueRangeSeries } from '../../../server/domain/signal/indicators/true-range.ts'
import { typicalPrice } from '../../../server/domain/signal/indicators/typical-price.ts'
import { wmaSeries } from '../../../server/domain/signal/indicators/wma.ts'
import { createBars, differences, referenceJson, referencesPresent } from './reference-data.ts'

interface Vector {
  readonly indicator: string
  readonly arrays: readonly (readonly number[])[]
}

type Series = readonly number[]

const vectors = referenceJson<readonly Vector[]>('tulip_atoz.json', [])

const range = (high: Series, low: Series, close: Series) => createBars({ high, low, close })

/** Theirs begins with H−L of the first bar, which D2 leaves out. */
const rangesFromTheFirst = (high: Series, low: Series, close: Series): number[] => [
  (high[0] ?? 0) - (low[0] ?? 0),
  ...trueRangeSeries(range(high, low, close)).slice(1),
]

const fastEnough = { k: 5, d: 3, smooth: 3 }

/** Indicator, inputs it takes, and ours for each of its outputs. */
const OURS: readonly (readonly [indicator: string, inputs: number, outputs: (...inputs: Series[]) => number[][]])[] = [
  ['sma', 1, (xs = []) => [smaSeries(xs, 5)]],
  ['wma', 1, (xs = []) => [wmaSeries(xs, 5)]],
  ['wilders', 1, (xs = []) => [rmaSeries(xs, 5)]],
  ['stddev', 1, (xs = []) => [deviationSeries(xs, 5)]],
  ['rsi', 1, (xs = []) => [rsiSeries(xs, 5)]],
  ['rocr', 1, (xs = []) => [rocSeries(xs, 12).map((percent) => 1 + percent / 100)]],
  [
    'bbands',
    1,
    (xs = []) => {
      const bands = bollingerSeries(xs, 5, 2)
      return [bands.map(({ lower }) => lower), bands.map(({ middle }) => middle), bands.map(({ upper }) => upper)]
    },
  ],
  ['tr', 3, (high = [], low = [], close = []) => [rangesFromTheFirst(high, low, close)]],
  ['atr', 3, (high = [], low = [], close = []) => [rmaSeries(rangesFromTheFirst(high, low, close), 4)]],
  ['typprice', 3, (high = [], low = [], close = []) => [range(high, low, close).map(typicalPrice)]],
  ['cci', 3, (high = [], low = [], close = []) => [cciSeries(range(high, low, close), 5)]],
  ['obv', 2, (close = [], volume = []) => [obvSeries(createBars({ close, volume }))]],
  [
    'stoch',
    3,
    (high = [], low = [], close = []) => {
      const values = stochasticSeries(range(high, low, close), fastEnough)
      return [values.map(({ k }) => k), values.map(({ d }) => d)]
    },
  ],
]

describe.skipIf(!referencesPresent)('worked examples of Tulip (need ../shared/data beside the repository)', () => {
  it.each(OURS)('%s: matches every value, to the four published decimals', (name, inputs, outputs) => {
    const arrays = vectors.find(({ indicator }) => indicator === name)?.arrays ?? []
    const ours = outputs(...arrays.slice(0, inputs))
    const expected = arrays.slice(inputs)
    expect(expected).toHaveLength(ours.length)
    for (const [i, values] of expected.entries()) {
      expect(differences(ours[i]?.slice(-values.length) ?? [], values, 2e-4)).toEqual([])
    }
  })

  it('ema: begins with the first value instead of a mean, and converges', () => {
    const [xs = [], theirs = []] = vectors.find(({ indicator }) => indicator === 'ema')?.arrays ?? []
    const ours = emaSeries(xs, 5)
    const distances = xs.map((_, i) => Math.abs((ours[i] ?? 0) - (theirs[i] ?? 0))).slice(4)
    expect(distances).toEqual([...distances].sort((a, b) => b - a))
  })
})
