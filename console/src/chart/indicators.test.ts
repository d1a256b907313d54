import { expect, it } from 'vitest'
import { emaSeries } from '../../../server/domain/signal/indicators/ema.ts'
import { aCandle } from './candle-samples.ts'
import { computeIndicators, INDICATORS } from './indicators.ts'

const COUNT = 260

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
