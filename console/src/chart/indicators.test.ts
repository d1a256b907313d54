import { expect, it } from 'vitest'
import { emaSeries } from '../../../server/domain/signal/indicators/ema.ts'
import { aCandle } from './candle-samples.ts'
import type { Candle } from './candles.ts'
import { computeIndicators, INDICATORS } from './indicators.ts'
import { readPlot } from './plots.ts'

const COUNT = 260
const MINUTES_OF_DAY = 1_440

const CANDLES = Array.from({ length: COUNT }, (_, minute) => {
  const price = 10 + Math.sin(minute / 20)
  return { ...aCandle(minute, price.toFixed(4)), high: (price + 0.1).toFixed(4), low: (price - 0.1).toFixed(4) }
})

it('has each indicator once', () => {
  expect(new Set(INDICATORS.map(({ name }) => name)).size).toBe(INDICATORS.length)
})

it('draws what the strategies compute', () => {
  const index = INDICATORS.findIndex(({ name }) => name === 'EMA 21')
  const values = computeIndicators(INDICATORS, CANDLES)[index]?.map(({ value }) => value)
  expect(values).toEqual(
    emaSeries(
      CANDLES.map(({ close }) => Number(close)),
      21,
    ),
  )
})

it.each(INDICATORS)('has a value for every plot of $name once there are enough bars', ({ name, plots }) => {
  const [values] = computeIndicators(
    INDICATORS.filter((indicator) => indicator.name === name),
    CANDLES,
  )
  expect(values).toHaveLength(COUNT)
  for (const { key } of plots) expect(values?.some((record) => Number.isFinite(record[key]))).toBe(true)
})

const findEnds = (name: string, candles: readonly Candle[]): readonly boolean[] => {
  const indicator = INDICATORS.find((one) => one.name === name)
  const [plot] = indicator?.plots ?? []
  if (!indicator || !plot) throw new Error(`there is no indicator ${name}`)
  const [values = []] = computeIndicators([indicator], candles)
  return candles.map((_, at) => readPlot(plot, { indicator, values, candles }, at).isEnd)
}

it('ends the line of the VWAP at the last candle of each UTC day', () => {
  const untilMidnight = MINUTES_OF_DAY - 2
  const candles = [0, 1, 2, 3].map((minute) => aCandle(untilMidnight + minute, '10'))
  expect(findEnds('VWAP', candles)).toEqual([false, true, false, false])
})

it('ends the rising line of the Supertrend where it begins to fall', () => {
  const prices = [...Array(40).keys()].map((minute) => (minute < 25 ? 10 + minute : 35 - 3 * (minute - 25)))
  const candles = prices.map((price, minute) => ({
    ...aCandle(minute, String(price)),
    high: String(price + 1),
    low: String(price - 2),
  }))
  const ends = findEnds('ST 10 3', candles)
  expect(ends.filter(Boolean)).toHaveLength(1)
  expect(ends.indexOf(true)).toBeGreaterThan(24)
})
