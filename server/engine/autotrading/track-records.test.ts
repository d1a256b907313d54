import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { anOutcome, aSignal } from '../../../test/support/signal-samples.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import { createSignalIndex } from '../state/signal-index.ts'
import { confidenceIn, noteOutcome, prepareCalibration } from './track-records.ts'

/** A number of outcomes per symbol, one a minute from noon, every third of them at its target. */
const aBook = (symbols: Readonly<Record<string, number>>) => {
  const book = createSignalIndex()
  for (const [symbol, count] of Object.entries(symbols)) {
    for (let number = 0; number < count; number++) {
      const signal = aSignal({ number, symbol })
      const barrier = number % 3 === 0 ? 'TARGET' : 'STOP'
      noteOutcome(book, signal, anOutcome({ barrier, resolvedAtMs: signal.barClosedAtMs + 30_000 }))
    }
  }
  return book
}

const queryAt = (atMs: number, changes: Partial<Parameters<typeof confidenceIn>[1]> = {}) => ({
  ...aSignal(),
  origin: 'LIVE' as const,
  atMs,
  ...changes,
})

describe('the confidence of a signal', () => {
  it('is that of a driftless random walk while nothing is known', () => {
    const confidence = confidenceIn(createSignalIndex(), queryAt(NOON_MS))
    expect(confidence).toMatchObject({ p: 1 / 3, method: 'PRIOR_ONLY', n: 0 })
  })

  it('counts what had ended by then, and nothing later', () => {
    const book = aBook({ BTCUSDT: 120 })
    expect(confidenceIn(book, queryAt(NOON_MS + 60 * MINUTE_MS, { origin: 'HISTORY' })).n).toBe(60)
    expect(confidenceIn(book, queryAt(NOON_MS + 180 * MINUTE_MS, { origin: 'HISTORY' })).n).toBe(120)
  })

  it('uses only its own symbol for the past: other symbols are replayed before or after it', () => {
    const book = aBook({ BTCUSDT: 120, ETHUSDT: 30 })
    const past = queryAt(NOON_MS + 10 * MINUTE_MS, { symbol: 'ETHUSDT', origin: 'HISTORY' })
    expect(confidenceIn(book, past).n).toBe(10)
    expect(confidenceIn(book, queryAt(NOON_MS + 180 * MINUTE_MS)).n).toBe(150)
  })

  it('rests on as many independent outcomes as those of each symbol together', () => {
    const effectiveN = (symbols: readonly string[]): number => {
      const book = createSignalIndex()
      for (let number = 0; number < 150; number++) {
        const signal = aSignal({ number, symbol: number % 4 === 0 ? 'ETHUSDT' : 'BTCUSDT' })
        const outcome = anOutcome({ resolvedAtMs: signal.barClosedAtMs + 10 * MINUTE_MS })
        if (symbols.includes(signal.symbol)) noteOutcome(book, signal, outcome)
      }
      return confidenceIn(book, queryAt(NOON_MS + 240 * MINUTE_MS)).effectiveN
    }
    expect(effectiveN(['BTCUSDT'])).toBeLessThan(50)
    expect(effectiveN(['BTCUSDT', 'ETHUSDT'])).toBeCloseTo(effectiveN(['BTCUSDT']) + effectiveN(['ETHUSDT']), 9)
  })

  it('is recomputed after an hour, however little has been added', () => {
    const book = aBook({ BTCUSDT: 120 })
    const atMs = NOON_MS + 180 * MINUTE_MS
    expect(confidenceIn(book, queryAt(atMs)).n).toBe(120)
    noteOutcome(book, aSignal({ number: 130 }), anOutcome({ resolvedAtMs: atMs + 1 }))
    expect(confidenceIn(book, queryAt(atMs + MINUTE_MS)).n).toBe(120)
    expect(confidenceIn(book, queryAt(atMs + HOUR_MS)).n).toBe(121)
  })

  it('is that of the newest 1,000 outcomes, however many there were before', () => {
    const scored = (number: number): Drawn => ({
      symbol: 'BTCUSDT',
      score: (number * 37) % 101,
      won: (number * 7) % 11 < 4,
    })
    const all = Array.from({ length: 1_300 }, (_, number) => scored(number))
    const atMs = NOON_MS + 1_301 * MINUTE_MS
    const confidence = confidenceIn(buildBook(all, null), queryAt(atMs))
    expect(confidence).toMatchObject({ method: 'ISOTONIC', n: 1_000 })
    expect(confidence).toEqual(confidenceIn(buildBook(all, null, 300), queryAt(atMs)))
  })

  it.each([20, 300, 1_000])('of %i outcomes is not changed by five that end later, prepared or not', (count) => {
    const confidence = ({ from = 0, late = 5, isPrepared = false }) => {
      const book = createSignalIndex()
      const note = (number: number, lengthMs: number): void => {
        const signal = { ...aSignal({ number, symbol: `S${number % 7}USDT` }), score: (number * 37) % 101 }
        const barrier = (number * 7) % 11 < 4 ? 'TARGET' : 'STOP'
        noteOutcome(book, signal, anOutcome({ barrier, resolvedAtMs: signal.barClosedAtMs + lengthMs }))
      }
      for (let number = from; number < count; number++) note(number, ((number % 5) + 1) * MINUTE_MS)
      if (isPrepared) prepareCalibration(book, NOON_MS)
      for (let number = count; number < count + late; number++) note(number, HOUR_MS)
      return confidenceIn(book, queryAt(NOON_MS + (count + 10) * MINUTE_MS, { score: 50 }))
    }
    const dropped = Math.max(0, count + 5 - 1_000)
    expect(confidence({})).toEqual(confidence({ from: dropped, late: 0 }))
    expect(confidence({ isPrepared: true })).toEqual(confidence({}))
  })

  it('is always the same, whether its calibration was prepared or not', () => {
    const anyOutcome = fc.record({ symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT'), score: fc.nat(9), won: fc.boolean() })
    const anyOutcomes = fc.array(anyOutcome, { minLength: 1, maxLength: 400, size: 'max' })
    const anyRewardRisk = fc.double({ min: 0.5, max: 3, noNaN: true })
    fc.assert(
      fc.property(anyOutcomes, anyRewardRisk, fc.nat(5), (drawn, rewardRisk, late) => {
        const preparedAfter = Math.max(0, drawn.length - late)
        const atMs = NOON_MS + (preparedAfter + 1) * MINUTE_MS
        const query = queryAt(atMs, { plan: { ...aSignal().plan, rewardRisk } })
        const prepared = buildBook(drawn, preparedAfter)
        expect(confidenceIn(prepared, query)).toEqual(confidenceIn(buildBook(drawn, null), query))
      }),
      { numRuns: runs(16) },
    )
  })
})

interface Drawn {
  readonly symbol: string
  readonly score: number
  readonly won: boolean
}

/** The outcomes from one on, one a minute from noon; the calibration is prepared after so many of them, or not at all. */
const buildBook = (drawn: readonly Drawn[], preparedAfter: number | null, from = 0) => {
  const book = createSignalIndex()
  const note = ({ symbol, score, won }: Drawn, number: number): void => {
    const signal = { ...aSignal({ number, symbol }), score }
    const barrier = won ? 'TARGET' : 'STOP'
    noteOutcome(book, signal, anOutcome({ barrier, resolvedAtMs: signal.barClosedAtMs + 30_000 }))
  }
  for (const [number, outcome] of drawn.entries()) {
    if (number === preparedAfter) prepareCalibration(book, NOON_MS)
    if (number >= from) note(outcome, number)
  }
  if (drawn.length === preparedAfter) prepareCalibration(book, NOON_MS)
  return book
}
