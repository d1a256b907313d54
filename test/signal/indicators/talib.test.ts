import { describe, expect, it } from 'vitest'
import { adxSeries } from '../../../server/domain/signal/indicators/adx.ts'
import { atrSeries } from '../../../server/domain/signal/indicators/atr.ts'
import { cciSeries } from '../../../server/domain/signal/indicators/cci.ts'
import { emaSeries } from '../../../server/domain/signal/indicators/ema.ts'
import { macdSeries } from '../../../server/domain/signal/indicators/macd.ts'
import { obvSeries } from '../../../server/domain/signal/indicators/obv.ts'
import { rocSeries } from '../../../server/domain/signal/indicators/roc.ts'
import { rsiSeries } from '../../../server/domain/signal/indicators/rsi.ts'
import { smaSeries } from '../../../server/domain/signal/indicators/sma.ts'
import { stochasticSeries } from '../../../server/domain/signal/indicators/stochastic.ts'
import { trueRangeSeries } from '../../../server/domain/signal/indicators/true-range.ts'
import { wmaSeries } from '../../../server/domain/signal/indicators/wma.ts'
import { createBars, differences, referenceJson, referencesPresent } from './reference-data.ts'

interface Reference {
  readonly inputs: Readonly<Record<string, readonly number[]>>
  readonly outputs: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
}

const { inputs, outputs } = referenceJson<Reference>('talib_btcusdt_1m_crash.json', { inputs: {}, outputs: {} })
const bars = createBars(inputs)
const closes = bars.map(({ close }) => close)
const macds = macdSeries(closes, { fast: 12, slow: 26, signal: 9 })

/** TA-Lib's on-balance volume begins with the volume of the first bar, ours with nothing. */
const balances = obvSeries(bars).map((balance) => balance + (bars[0]?.volume ?? 0))
/** Williams %R is the place in the range, counted down from 0. */
const williams = stochasticSeries(bars, { k: 14, d: 1, smooth: 1 }).map(({ k }) => k - 100)

const EVERY_VALUE = [
  ['SMA', smaSeries(closes, 20)],
  ['EMA', emaSeries(closes, 20)],
  ['WMA', wmaSeries(closes, 20)],
  ['RSI', rsiSeries(closes, 14)],
  ['ATR', atrSeries(bars, 14)],
  ['TRANGE', trueRangeSeries(bars)],
  ['ROC', rocSeries(closes, 10)],
  ['OBV', balances],
  ['CCI', cciSeries(bars, 20)],
  ['WILLR', williams],
] as const

const ONCE_THE_SEED_IS_FORGOTTEN = [
  ['ADX', 'output', adxSeries(bars, 14).map(({ adx }) => adx)],
  ['MACD', 'MACD', macds.map(({ macd }) => macd)],
  ['MACD', 'MACDSignal', macds.map(({ signal }) => signal)],
  ['MACD', 'MACDHist', macds.map(({ histogram }) => histogram)],
] as const

describe.skipIf(!referencesPresent)('series of TA-Lib (need ../shared/data beside the repository)', () => {
  it.each(EVERY_VALUE)('%s: matches every value over a crash, beginning at the same bar', (name, series) => {
    const expected = outputs[name]?.output ?? []
    expect(expected.length).toBeGreaterThan(500)
    const before = Array<null>(series.length - expected.length).fill(null)
    expect(differences(series, [...before, ...expected], 1e-9)).toEqual([])
  })

  it.each(ONCE_THE_SEED_IS_FORGOTTEN)(
    '%s: matches the last 300 values of %s despite another seed',
    (name, output, series) => {
      const expected = outputs[name]?.[output]?.slice(-300) ?? []
      expect(expected).toHaveLength(300)
      expect(differences(series.slice(-300), expected, 1e-9)).toEqual([])
    },
  )
})
