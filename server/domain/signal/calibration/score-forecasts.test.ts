import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ForecastScores, scoreForecasts } from './score-forecasts.ts'

interface Forecast {
  readonly p: number
  readonly won: boolean
  readonly weight: number
}

const score = (forecasts: readonly Forecast[]): ForecastScores | null =>
  scoreForecasts(
    {
      ps: Float64Array.from(forecasts, ({ p }) => p),
      wins: Uint8Array.from(forecasts, ({ won }) => (won ? 1 : 0)),
      weights: Float64Array.from(forecasts, ({ weight }) => weight),
    },
    'OUT_OF_SAMPLE',
  )

const forecasts = (...pairs: readonly (readonly [p: number, y: 0 | 1])[]): Forecast[] =>
  pairs.map(([p, y]) => ({ p, won: y === 1, weight: 1 }))

describe('scoreForecasts', () => {
  it('returns the Brier score, its reference and the skill', () => {
    const scores = score(forecasts([0.9, 1], [0.8, 1], [0.3, 0], [0.6, 0], [0.5, 1]))
    expect(scores).toMatchObject({
      brier: expect.closeTo(0.15, 12),
      uncertainty: expect.closeTo(0.24, 12),
      brierSkill: expect.closeTo(0.375, 12),
      baseRate: expect.closeTo(0.6, 12),
      logLoss: expect.closeTo(-Math.log(0.9 * 0.8 * 0.7 * 0.4 * 0.5) / 5, 12),
      ece10: expect.closeTo((0.1 + 0.2 + 0.3 + 0.6 + 0.5) / 5, 12),
    })
  })

  it('decomposes the score as computed by hand: forecast 0.2 and 0.6, observed 0.25 and 0.75', () => {
    const predictions = forecasts([0.2, 1], [0.2, 0], [0.2, 0], [0.2, 0], [0.6, 1], [0.6, 1], [0.6, 1], [0.6, 0])
    expect(score(predictions)).toMatchObject({
      baseRate: 0.5,
      reliability: expect.closeTo((0.05 ** 2 + 0.15 ** 2) / 2, 12),
      resolution: expect.closeTo(0.25 ** 2, 12),
      uncertainty: 0.25,
      ece10: expect.closeTo(0.1, 12),
      brier: expect.closeTo(0.0125 - 0.0625 + 0.25, 12),
    })
  })

  it('has no skill when all outcomes are equal', () => {
    expect(score(forecasts([0.7, 1], [0.9, 1]))).toMatchObject({ brierSkill: null, uncertainty: 0 })
  })

  it('stays finite when a certain forecast was wrong', () => {
    expect(score(forecasts([1, 0]))?.logLoss).toBeCloseTo(34.54, 2)
  })

  it('is null without forecasts', () => {
    expect(score([])).toBeNull()
  })

  const anyForecast = fc.record({
    p: fc.constantFrom(0.1, 0.25, 0.4, 0.55, 0.8),
    won: fc.boolean(),
    weight: fc.constantFrom(0.25, 0.5, 1),
  })

  it('always equals reliability less resolution plus uncertainty when there are few distinct forecasts', () => {
    fc.assert(
      fc.property(fc.array(anyForecast, { minLength: 1 }), (predictions) => {
        // One bin for each: every forecast value has to weigh a tenth of all or more.
        const whole = [0.1, 0.25, 0.4, 0.55, 0.8].flatMap((p) => [
          ...predictions.map((forecast) => ({ ...forecast, p })),
          { p, won: true, weight: 1 },
        ])
        const scores = score(whole)
        expect(scores && scores.reliability - scores.resolution + scores.uncertainty).toBeCloseTo(
          scores?.brier ?? Number.NaN,
          12,
        )
      }),
    )
  })

  it('scores one outcome of weight one like two equal ones of half the weight', () => {
    fc.assert(
      fc.property(fc.array(anyForecast, { minLength: 1 }), (predictions) => {
        const halves = predictions.flatMap((forecast) => [
          { ...forecast, weight: forecast.weight / 2 },
          { ...forecast, weight: forecast.weight / 2 },
        ])
        const [whole, split] = [score(predictions), score(halves)]
        expect(split?.brier).toBeCloseTo(whole?.brier ?? Number.NaN, 12)
        expect(split?.ece10).toBeCloseTo(whole?.ece10 ?? Number.NaN, 12)
        expect(split?.logLoss).toBeCloseTo(whole?.logLoss ?? Number.NaN, 12)
      }),
    )
  })
})
