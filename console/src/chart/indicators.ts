/** Indicators of the chart: their definitions, and their values on given candles. */

import type { Bar } from '../../../server/domain/signal/bar.ts'
import { adx } from '../../../server/domain/signal/indicators/adx.ts'
import { atr } from '../../../server/domain/signal/indicators/atr.ts'
import { bollinger } from '../../../server/domain/signal/indicators/bollinger.ts'
import { cci } from '../../../server/domain/signal/indicators/cci.ts'
import { donchian } from '../../../server/domain/signal/indicators/donchian.ts'
import { ema } from '../../../server/domain/signal/indicators/ema.ts'
import { keltner } from '../../../server/domain/signal/indicators/keltner.ts'
import { macd } from '../../../server/domain/signal/indicators/macd.ts'
import { obv } from '../../../server/domain/signal/indicators/obv.ts'
import { roc } from '../../../server/domain/signal/indicators/roc.ts'
import { rsi } from '../../../server/domain/signal/indicators/rsi.ts'
import { sma } from '../../../server/domain/signal/indicators/sma.ts'
import { stochastic } from '../../../server/domain/signal/indicators/stochastic.ts'
import { supertrend } from '../../../server/domain/signal/indicators/supertrend.ts'
import { vwap } from '../../../server/domain/signal/indicators/vwap.ts'
import { wma } from '../../../server/domain/signal/indicators/wma.ts'
import { zscore } from '../../../server/domain/signal/indicators/zscore.ts'
import { DAY_MS } from '../figures/time-units.ts'
import { t } from '../messages/messages.ts'
import type { Candle } from './candles.ts'
import type { ChartColours } from './create-chart.ts'
import type { Indicator, Plot, Values } from './plots.ts'

/** Returns the values of each indicator on these candles. */
export const computeIndicators = (indicators: readonly Indicator[], candles: readonly Candle[]): readonly Values[] => {
  if (indicators.length === 0) return []
  const bars = candles.map(toIndicatorBar)
  return indicators.map(({ begin }) => bars.map(begin()))
}

const line = (colour: keyof ChartColours): readonly Plot[] => [{ key: 'value', colour }]

const ofClose = (of: (close: number) => number) => (bar: Bar) => ({ value: of(bar.close) })

const bands = (colour: keyof ChartColours): readonly Plot[] =>
  ['upper', 'middle', 'lower'].map((key) => ({ key, colour }))

const average = (kind: 'EMA' | 'SMA', length: number, colour: keyof ChartColours): Indicator => ({
  name: `${kind} ${length}`,
  title: t('{kind} moving average, {length}', { kind: kind === 'EMA' ? t('Exponential') : t('Simple'), length }),
  isOverlay: true,
  plots: line(colour),
  begin: () => ofClose(kind === 'EMA' ? ema(length) : sma(length)),
})

/** Indicators of the chart, computed by the functions that the strategies use. */
export const INDICATORS: readonly Indicator[] = [
  average('EMA', 9, 'series-1'),
  average('EMA', 21, 'series-2'),
  average('EMA', 50, 'series-3'),
  average('EMA', 200, 'series-4'),
  average('SMA', 50, 'series-5'),
  average('SMA', 200, 'muted'),
  {
    name: 'WMA 20',
    title: t('Weighted moving average, {length}', { length: 20 }),
    isOverlay: true,
    plots: line('series-2'),
    begin: () => ofClose(wma(20)),
  },
  {
    name: 'BB 20 2',
    title: t('Bollinger bands, 20, 2 deviations'),
    isOverlay: true,
    plots: bands('series-1'),
    begin: () => {
      const of = bollinger(20, 2)
      return ({ close }) => ({ ...of(close) })
    },
  },
  {
    name: 'KC 20 2',
    title: t('Keltner channel, 20, 2 × ATR 10'),
    isOverlay: true,
    plots: bands('series-4'),
    begin: () => {
      const of = keltner({ ema: 20, atr: 10, k: 2 })
      return (bar) => ({ ...of(bar) })
    },
  },
  {
    name: 'DC 20',
    title: t('Donchian channel of the 20 bars before'),
    isOverlay: true,
    plots: ['high', 'middle', 'low'].map((key) => ({ key, colour: 'series-3' })),
    begin: () => {
      const of = donchian(20)
      return (bar) => ({ ...of(bar) })
    },
  },
  {
    name: 'VWAP',
    title: t('Volume-weighted average price of the UTC day'),
    isOverlay: true,
    plots: line('series-1'),
    restartsAt: (candle, before) => isOtherDay(candle.openTimeMs, before.openTimeMs),
    begin: () => {
      const of = vwap()
      return (bar) => ({ value: of(bar) })
    },
  },
  {
    name: 'ST 10 3',
    title: t('Supertrend, ATR 10 × 3'),
    isOverlay: true,
    plots: [
      { key: 'rising', colour: 'up' },
      { key: 'falling', colour: 'down' },
    ],
    begin: () => {
      const of = supertrend({ atr: 10, k: 3 })
      return (bar) => {
        const { line: at, direction } = of(bar)
        return { rising: direction === 1 ? at : Number.NaN, falling: direction === -1 ? at : Number.NaN }
      }
    },
  },
  {
    name: 'RSI 14',
    title: t('Relative strength index, 14'),
    isOverlay: false,
    plots: line('series-3'),
    levels: [30, 70],
    begin: () => ofClose(rsi(14)),
  },
  {
    name: 'MACD 12 26 9',
    title: t('Moving average convergence divergence, 12, 26, 9'),
    isOverlay: false,
    plots: [
      { key: 'histogram', colour: 'muted', isHistogram: true },
      { key: 'macd', colour: 'series-1' },
      { key: 'signal', colour: 'series-2' },
    ],
    begin: () => {
      const of = macd({ fast: 12, slow: 26, signal: 9 })
      return ({ close }) => ({ ...of(close) })
    },
  },
  {
    name: 'Stoch 14 3 3',
    title: t('Stochastic oscillator, 14, 3, 3'),
    isOverlay: false,
    plots: [
      { key: 'k', colour: 'series-1' },
      { key: 'd', colour: 'series-2' },
    ],
    levels: [20, 80],
    begin: () => {
      const of = stochastic({ k: 14, d: 3, smooth: 3 })
      return (bar) => ({ ...of(bar) })
    },
  },
  {
    name: 'ROC 10',
    title: t('Rate of change, 10, %'),
    isOverlay: false,
    plots: line('series-1'),
    levels: [0],
    begin: () => ofClose(roc(10)),
  },
  {
    name: 'Z 20',
    title: t('Z-score of the close, 20'),
    isOverlay: false,
    plots: line('series-3'),
    levels: [-2, 2],
    begin: () => ofClose(zscore(20)),
  },
  {
    name: 'ATR 14',
    title: t('Average true range, 14'),
    isOverlay: false,
    plots: line('series-4'),
    begin: () => {
      const of = atr(14)
      return (bar) => ({ value: of(bar) })
    },
  },
  {
    name: 'ADX 14',
    title: t('Average directional index, 14, with +DI and −DI'),
    isOverlay: false,
    plots: [
      { key: 'adx', colour: 'ink' },
      { key: 'plus', colour: 'up' },
      { key: 'minus', colour: 'down' },
    ],
    levels: [25],
    begin: () => {
      const of = adx(14)
      return (bar) => ({ ...of(bar) })
    },
  },
  {
    name: 'CCI 20',
    title: t('Commodity channel index, 20'),
    isOverlay: false,
    plots: line('series-5'),
    levels: [-100, 100],
    begin: () => {
      const of = cci(20)
      return (bar) => ({ value: of(bar) })
    },
  },
  {
    name: 'OBV',
    title: t('On-balance volume'),
    isOverlay: false,
    plots: line('series-2'),
    begin: () => {
      const of = obv()
      return (bar) => ({ value: of(bar) })
    },
  },
]

const isOtherDay = (aMs: number, bMs: number): boolean => Math.floor(aMs / DAY_MS) !== Math.floor(bMs / DAY_MS)

/** Converts a candle for the indicators, in doubles. */
const toIndicatorBar = (candle: Candle): Bar => ({
  openMs: candle.openTimeMs,
  open: Number(candle.open),
  high: Number(candle.high),
  low: Number(candle.low),
  close: Number(candle.close),
  volume: Number(candle.volume),
  takerBuyVolume: null,
})
