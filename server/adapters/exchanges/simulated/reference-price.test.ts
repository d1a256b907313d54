import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import { INSTRUMENT_SPECS, type InstrumentSpec } from './instrument-specs.ts'
import { deriveKey } from './path/normal.ts'
import { createRegimes, type PathRegime } from './path/regimes.ts'
import { createReferencePrice } from './reference-price.ts'

const SEEDS = [1, 2, 3, 4]
const FROM_MS = 1_795_000_020_000
const FIVE_MINUTES_MS = 5 * MINUTE_MS

const MONTH = { stepMs: FIVE_MINUTES_MS, days: 30 }
/** Longer than a swing, which is each instrument's own. */
const SHIFTS = { stepMs: 8 * HOUR_MS, days: 300 }

type LogPrice = (at: number) => number

const createPrice = (seed: number, spec: InstrumentSpec): LogPrice => {
  const { index } = createReferencePrice(seed, spec)
  return (at) => Math.log(index(at))
}

/** The price without its regimes. */
const createWalk = (seed: number, spec: InstrumentSpec): LogPrice => {
  const price = createPrice(seed, spec)
  const { offsetAt } = createRegimes(deriveKey(seed, `${spec.instrument.symbol} regimes`), spec.dailyVolatility)
  return (at) => price(at) - offsetAt(at)
}

const computeChanges = (price: LogPrice, { stepMs, days }: typeof MONTH): number[] => {
  const logs = Array.from({ length: (days * DAY_MS) / stepMs + 1 }, (_, step) => price(FROM_MS + step * stepMs))
  return logs.slice(1).map((value, step) => value - (logs[step] ?? 0))
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Correlation of `a` with `b`, the latter `lag` places earlier. */
const correlation = (a: readonly number[], b: readonly number[], lag = 0): number => {
  const [meanA, meanB] = [mean(a), mean(b)]
  const product = a.map((value, place) => (value - meanA) * ((b[place - lag] ?? meanB) - meanB))
  const varianceA = mean(a.map((value) => (value - meanA) ** 2))
  const varianceB = mean(b.map((value) => (value - meanB) ** 2))
  return mean(product) / Math.sqrt(varianceA * varianceB)
}

const cases = INSTRUMENT_SPECS.flatMap((spec) => SEEDS.map((seed) => ({ symbol: spec.instrument.symbol, seed, spec })))

describe('createReferencePrice', () => {
  it.each(cases)('$symbol, seed $seed: a month without its regimes resembles a market', ({ seed, spec }) => {
    const returns = computeChanges(createWalk(seed, spec), MONTH)
    const variance = mean(returns.map((value) => value ** 2))
    const daily = Math.sqrt((variance * DAY_MS) / FIVE_MINUTES_MS)
    expect(daily).toBeGreaterThan(spec.dailyVolatility * 0.6)
    expect(daily).toBeLessThan(spec.dailyVolatility * 1.6)
    expect(mean(returns.map((value) => value ** 4)) / variance ** 2).toBeGreaterThan(3.5)
    const sizes = returns.map(Math.abs)
    for (const lag of [1, 3, 12]) expect(correlation(sizes, sizes, lag)).toBeGreaterThan(0.02)
    expect(Math.abs(correlation(returns, returns, 1))).toBeLessThan(0.1)
  })

  it.each(cases)('$symbol, seed $seed: returns persist in a trend, and reverse in reversion', (listed) => {
    const { regime } = createReferencePrice(listed.seed, listed.spec)
    const returns = computeChanges(createPrice(listed.seed, listed.spec), MONTH)
    const persistenceIn = (wanted: PathRegime): number => {
      const lasting = (step: number): boolean =>
        [-1, 0, 1].every((offset) => regime(FROM_MS + (step + offset) * FIVE_MINUTES_MS) === wanted)
      const pairs = returns.flatMap((now, step) => (step > 0 && lasting(step) ? [[now, returns[step - 1] ?? 0]] : []))
      return correlation(
        pairs.map(([now = 0]) => now),
        pairs.map(([, before = 0]) => before),
      )
    }
    expect(persistenceIn('TRENDING')).toBeGreaterThan(0.1)
    expect(persistenceIn('REVERTING')).toBeLessThan(-0.05)
  })

  it.each(SEEDS)('seed %i: the instruments are correlated, but not fully', (seed) => {
    const [bitcoin = [], ether = [], solana = []] = INSTRUMENT_SPECS.map((spec) =>
      computeChanges(createPrice(seed, spec), SHIFTS),
    )
    for (const other of [ether, solana]) {
      expect(correlation(bitcoin, other)).toBeGreaterThan(0.4)
      expect(correlation(bitcoin, other)).toBeLessThan(0.97)
    }
  })

  it.each(cases)('$symbol, seed $seed: stays within a factor of four of its level for years', ({ seed, spec }) => {
    const { index } = createReferencePrice(seed, spec)
    for (let hour = 0; hour < 5 * 365 * 24; hour += 6) {
      const price = index(FROM_MS + (hour * DAY_MS) / 24)
      expect(price).toBeGreaterThan(spec.level / 4)
      expect(price).toBeLessThan(spec.level * 4)
    }
  })

  it('is linear within a second and continuous between seconds', () => {
    for (const spec of INSTRUMENT_SPECS) {
      const { index } = createReferencePrice(5, spec)
      const [from, half, to] = [0, 500, 1_000].map((offset) => Math.log(index(FROM_MS + offset)))
      expect(half).toBeCloseTo(((from ?? 0) + (to ?? 0)) / 2, 12)
      expect(index(FROM_MS + 999) / index(FROM_MS + 1_000)).toBeCloseTo(1, 4)
    }
  })

  it('keeps the perpetual within ten basis points or so of its index', () => {
    for (const spec of INSTRUMENT_SPECS) {
      const { index, mark, premium } = createReferencePrice(6, spec)
      for (let day = 0; day < 60; day += 0.1) {
        const at = Math.round(FROM_MS + day * DAY_MS)
        expect(Math.abs(premium(at))).toBeLessThan(0.0012)
        expect(mark(at)).toBeCloseTo(index(at) * (1 + premium(at)), 8)
      }
    }
  })
})
