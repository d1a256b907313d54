import { describe, expect, it } from 'vitest'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import { adx } from '../../../server/domain/signal/indicators/adx.ts'
import { atr } from '../../../server/domain/signal/indicators/atr.ts'
import { cci } from '../../../server/domain/signal/indicators/cci.ts'
import { deviation } from '../../../server/domain/signal/indicators/deviation.ts'
import { highest } from '../../../server/domain/signal/indicators/highest.ts'
import { lagged } from '../../../server/domain/signal/indicators/lagged.ts'
import { lowest } from '../../../server/domain/signal/indicators/lowest.ts'
import { macd } from '../../../server/domain/signal/indicators/macd.ts'
import { rma } from '../../../server/domain/signal/indicators/rma.ts'
import { roc } from '../../../server/domain/signal/indicators/roc.ts'
import { stochastic } from '../../../server/domain/signal/indicators/stochastic.ts'
import { supertrend } from '../../../server/domain/signal/indicators/supertrend.ts'
import { trueRange } from '../../../server/domain/signal/indicators/true-range.ts'
import { vwap } from '../../../server/domain/signal/indicators/vwap.ts'
import { zscore } from '../../../server/domain/signal/indicators/zscore.ts'
import { referenceJson, referencesPresent } from './reference-data.ts'

interface Expected {
  readonly candles: string
  readonly indicator: string
  readonly output: string | null
  readonly decimals: number | null
  readonly expectedLast: number
}

type Indicator<X, V> = (x: X) => V

const expectations = referenceJson<readonly Expected[]>('jesse_expected.json', [])
const candles = referenceJson<Readonly<Record<string, readonly (readonly number[])[]>>>('jesse_candles.json', {})

/** Their columns are time, open, close, high, low, volume. */
const readBars = (name: string): Bar[] =>
  (candles[name] ?? []).map(([openMs = 0, open = 0, close = 0, high = 0, low = 0, volume = 0]) => ({
    openMs,
    open,
    high,
    low,
    close,
    volume,
    takerBuyVolume: null,
  }))

const ofClose =
  <V>(indicator: Indicator<number, V>): Indicator<Bar, V> =>
  (bar) =>
    indicator(bar.close)

const momentum = (): Indicator<number, number> => {
  const before = lagged(9)
  return (x) => x - before(x)
}

const relativeRange = (): Indicator<Bar, number> => {
  const range = atr(14)
  return (bar) => (100 * range(bar)) / bar.close
}

/** The channel before a bar that does nothing ends with the last bar. */
const donchianWithLast = (side: 'upper' | 'lower'): Indicator<Bar, number> => {
  const [high, low] = [highest(20), lowest(20)]
  return side === 'upper' ? (bar) => high(bar.high) : (bar) => low(bar.low)
}

const fastStochastic = (): Indicator<Bar, number> => {
  const indicator = stochastic({ k: 5, d: 3, smooth: 1 })
  return (bar) => indicator(bar).k
}

const TREND = supertrend({ atr: 10, k: 3 })
const SIGNAL = macd({ fast: 12, slow: 26, signal: 9 })
const DIRECTION = adx(14)
const SPREAD = deviation(14)

/** Indicator, its output, and the platform's counterpart; lengths are their defaults. */
const OURS: readonly (readonly [indicator: string, output: string | null, indicator: Indicator<Bar, number>])[] = [
  ['atr', null, atr(14)],
  ['natr', null, relativeRange()],
  ['trange', null, trueRange()],
  ['cci', null, cci(14)],
  ['di', 'plus', (bar) => DIRECTION(bar).plus],
  ['donchian', 'upperband', donchianWithLast('upper')],
  ['donchian', 'lowerband', donchianWithLast('lower')],
  ['macd', 'signal', ofClose((x) => SIGNAL(x).signal)],
  ['mom', null, ofClose(momentum())],
  ['roc', null, ofClose(roc(14))],
  ['smma', null, ofClose(rma(5))],
  ['stddev', null, ofClose(deviation(5))],
  ['stochf', 'k', fastStochastic()],
  ['supertrend', 'trend', (bar) => TREND(bar).line],
  ['var', null, ofClose((x) => SPREAD(x) ** 2)],
  ['vwap', null, vwap()],
  ['zscore', null, ofClose(zscore(14))],
]

describe.skipIf(!referencesPresent)('values of jesse (need ../shared/data beside the repository)', () => {
  it.each(OURS)('%s: matches their last value of %s', (indicator, output, compute) => {
    const expected = expectations.find((one) => one.indicator === indicator && one.output === output)
    const last =
      readBars(expected?.candles ?? '')
        .map(compute)
        .at(-1) ?? Number.NaN
    expect(Number(last.toFixed(expected?.decimals ?? 0))).toBe(expected?.expectedLast)
  })
})
