import type { Bar } from '../../../server/domain/signal/bar.ts'
import { adx, adxSeries } from '../../../server/domain/signal/indicators/adx.ts'
import { atr, atrSeries } from '../../../server/domain/signal/indicators/atr.ts'
import type { Bands } from '../../../server/domain/signal/indicators/bands.ts'
import { bollinger, bollingerSeries } from '../../../server/domain/signal/indicators/bollinger.ts'
import { cci, cciSeries } from '../../../server/domain/signal/indicators/cci.ts'
import { cvd, cvdSeries } from '../../../server/domain/signal/indicators/cvd.ts'
import { deviation, deviationSeries } from '../../../server/domain/signal/indicators/deviation.ts'
import { donchian, donchianSeries } from '../../../server/domain/signal/indicators/donchian.ts'
import { ema, emaSeries } from '../../../server/domain/signal/indicators/ema.ts'
import { highest, highestSeries } from '../../../server/domain/signal/indicators/highest.ts'
import { keltner, keltnerSeries } from '../../../server/domain/signal/indicators/keltner.ts'
import { lagged, laggedSeries } from '../../../server/domain/signal/indicators/lagged.ts'
import { lowest, lowestSeries } from '../../../server/domain/signal/indicators/lowest.ts'
import { macd, macdSeries } from '../../../server/domain/signal/indicators/macd.ts'
import { obv, obvSeries } from '../../../server/domain/signal/indicators/obv.ts'
import { rma, rmaSeries } from '../../../server/domain/signal/indicators/rma.ts'
import { roc, rocSeries } from '../../../server/domain/signal/indicators/roc.ts'
import { rsi, rsiSeries } from '../../../server/domain/signal/indicators/rsi.ts'
import { sma, smaSeries } from '../../../server/domain/signal/indicators/sma.ts'
import { stochastic, stochasticSeries } from '../../../server/domain/signal/indicators/stochastic.ts'
import { supertrend, supertrendSeries } from '../../../server/domain/signal/indicators/supertrend.ts'
import { trueRange, trueRangeSeries } from '../../../server/domain/signal/indicators/true-range.ts'
import { varianceRatio, varianceRatioSeries } from '../../../server/domain/signal/indicators/variance-ratio.ts'
import {
  volatilityPercentile,
  volatilityPercentileSeries,
} from '../../../server/domain/signal/indicators/volatility-percentile.ts'
import { vwap, vwapSeries } from '../../../server/domain/signal/indicators/vwap.ts'
import { wma, wmaSeries } from '../../../server/domain/signal/indicators/wma.ts'
import { zscore, zscoreSeries } from '../../../server/domain/signal/indicators/zscore.ts'
import { called } from '../../support/called.ts'

type Figures = readonly number[]

/** An indicator with small parameters, its value laid out as a list of figures. */
export interface Sample {
  readonly name: string
  /** The bar, counted from 0, at which each figure begins. */
  readonly warmAt: Figures
  readonly begin: () => (bar: Bar) => Figures
  readonly batch: (bars: readonly Bar[]) => Figures[]
  /**
   * Returns the figures of mirrored bars, computed from the original bars; undefined where the indicator is not a
   * price.
   */
  readonly mirrored?: () => (bar: Bar) => Figures
}

type Mirror<V> = (value: V) => V

const figures = (value: number | object): Figures => (typeof value === 'number' ? [value] : Object.values(value))

const ofBars = <V extends number | object>(
  name: string,
  warmAt: Figures,
  [begin, batch]: readonly [() => (bar: Bar) => V, (bars: readonly Bar[]) => V[]],
  mirror?: Mirror<V>,
): Sample => {
  const begun = (turn: Mirror<V>) => () => {
    const indicator = begin()
    return (bar: Bar) => figures(turn(indicator(bar)))
  }
  const sample = {
    name,
    warmAt,
    begin: begun((value) => value),
    batch: (bars: readonly Bar[]) => batch(bars).map(figures),
  }
  return mirror ? { ...sample, mirrored: begun(mirror) } : sample
}

const ofCloses = <V extends number | object>(
  name: string,
  warmAt: Figures,
  [begin, batch]: readonly [() => (x: number) => V, (xs: readonly number[]) => V[]],
  mirror: Mirror<V>,
): Sample => {
  const onBars = () => {
    const indicator = begin()
    return (bar: Bar) => indicator(bar.close)
  }
  return ofBars(name, warmAt, [onBars, (bars) => batch(bars.map(({ close }) => close))], mirror)
}

const negated = (x: number): number => -x
const same = <V>(value: V): V => value
const swapped = ({ middle, upper, lower }: Bands): Bands => ({ middle: -middle, upper: -lower, lower: -upper })
const ofHundred = (x: number): number => 100 - x

const MACD = { fast: 3, slow: 6, signal: 4 }
const KELTNER = { ema: 5, atr: 3, k: 1.5 }
const TREND = { atr: 5, k: 1.5 }
const RATIO = { q: 3, n: 12 }
const PERCENTILE = { window: 4, over: 6 }
export const STOCHASTIC = { k: 5, d: 3, smooth: 2 }

const PAIR: readonly Sample[] = [
  ofCloses('highest', [4], [() => highest(5), (xs) => highestSeries(xs, 5)], same),
  ofCloses('lowest', [4], [() => lowest(5), (xs) => lowestSeries(xs, 5)], same),
]

/** In mirrored bars, highest and lowest are exchanged and negated. */
const EXTREMES = PAIR.map((sample, i): Sample => {
  const other = PAIR[1 - i] ?? sample
  const mirrored = () => {
    const indicator = other.begin()
    return (bar: Bar) => indicator(bar).map(negated)
  }
  return { ...sample, mirrored }
})

export const EVERY_INDICATOR: readonly Sample[] = [
  ...EXTREMES,
  ofCloses('sma', [4], [() => sma(5), (xs) => smaSeries(xs, 5)], negated),
  ofCloses('ema', [4], [() => ema(5), (xs) => emaSeries(xs, 5)], negated),
  ofCloses('rma', [4], [() => rma(5), (xs) => rmaSeries(xs, 5)], negated),
  ofCloses('wma', [4], [() => wma(5), (xs) => wmaSeries(xs, 5)], negated),
  ofCloses('roc', [3], [() => roc(3), (xs) => rocSeries(xs, 3)], negated),
  ofCloses('lagged', [3], [() => lagged(3), (xs) => laggedSeries(xs, 3)], negated),
  ofCloses('deviation', [4], [() => deviation(5), (xs) => deviationSeries(xs, 5)], same),
  ofCloses('zscore', [4], [() => zscore(5), (xs) => zscoreSeries(xs, 5)], negated),
  ofCloses('rsi', [5], [() => rsi(5), (xs) => rsiSeries(xs, 5)], ofHundred),
  ofCloses('bollinger', [4, 4, 4], [() => bollinger(5, 2), (xs) => bollingerSeries(xs, 5, 2)], swapped),
  ofCloses('macd', [5, 8, 8], [() => macd(MACD), (xs) => macdSeries(xs, MACD)], (value) => ({
    macd: -value.macd,
    signal: -value.signal,
    histogram: -value.histogram,
  })),
  ofCloses('varianceRatio', [12], [() => called(varianceRatio(RATIO)), (xs) => varianceRatioSeries(xs, RATIO)], same),
  ofCloses(
    'volatilityPercentile',
    [9],
    [() => called(volatilityPercentile(PERCENTILE)), (xs) => volatilityPercentileSeries(xs, PERCENTILE)],
    same,
  ),
  ofBars('trueRange', [1], [trueRange, trueRangeSeries], same),
  ofBars('atr', [5], [() => atr(5), (bars) => atrSeries(bars, 5)], same),
  ofBars('adx', [9, 5, 5], [() => adx(5), (bars) => adxSeries(bars, 5)], (value) => ({
    adx: value.adx,
    plus: value.minus,
    minus: value.plus,
  })),
  ofBars('keltner', [4, 4, 4], [() => keltner(KELTNER), (bars) => keltnerSeries(bars, KELTNER)], swapped),
  ofBars('donchian', [5, 5, 5], [() => donchian(5), (bars) => donchianSeries(bars, 5)], ({ high, low, middle }) => ({
    high: -low,
    low: -high,
    middle: -middle,
  })),
  ofBars('supertrend', [5, 5], [() => supertrend(TREND), (bars) => supertrendSeries(bars, TREND)], (value) => ({
    line: -value.line,
    direction: -value.direction,
  })),
  ofBars('cci', [4], [() => cci(5), (bars) => cciSeries(bars, 5)], negated),
  ofBars(
    'stochastic',
    [5, 7],
    [() => stochastic(STOCHASTIC), (bars) => stochasticSeries(bars, STOCHASTIC)],
    ({ k, d }) => ({ k: ofHundred(k), d: ofHundred(d) }),
  ),
  ofBars('vwap', [0], [vwap, vwapSeries], negated),
  ofBars('obv', [0], [obv, obvSeries], negated),
  ofBars('cvd', [0], [cvd, cvdSeries]),
]
