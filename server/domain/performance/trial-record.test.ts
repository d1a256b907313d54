import { describe, expect, it } from 'vitest'
import { WEEK_START_MS } from '../../../test/support/market-samples.ts'
import { DAY_MS } from '../../core/instant.ts'
import { buildTrialRecord, type TrialDay } from './trial-record.ts'

const trial = (strategyId: string, netRs: readonly (number | null)[], startDay = 0): TrialDay[] =>
  netRs.flatMap((netR, day) =>
    netR === null
      ? []
      : [
          {
            strategyId,
            definitionDigest: 'd',
            interval: '1m',
            dayMs: WEEK_START_MS + (startDay + day) * DAY_MS,
            outcomes: 1,
            netR,
          },
        ],
  )

const buildRecord = (days: readonly TrialDay[], registered: number, minDays = 4) =>
  buildTrialRecord(days, { registered, minDays, nowMs: WEEK_START_MS + 8 * DAY_MS })

const UP = [1, 0, 1, 0]

describe('the registry of trials', () => {
  it('measures each trial by its days, and their dispersion', () => {
    const days = [...trial('S01', UP), ...trial('S02', [-1, 0, -1, 0]), ...trial('S03', [0, 1, 0, 1])]
    const ratio = 0.5 / Math.sqrt(1 / 3)
    const record = buildRecord(days, 3)
    expect(record).toMatchObject({ registered: 3, measured: 3 })
    expect(record.varianceOfSharpe).toBeCloseTo((2 * ratio ** 2 + ratio ** 2 - ratio ** 2 / 3) / 2, 12)
    expect(record.averageCorrelation).toBeCloseTo(-1 / 3, 12)
  })

  it('counts trials whose days have expired', () => {
    expect(buildRecord([], 7)).toEqual({
      registered: 7,
      measured: 0,
      varianceOfSharpe: null,
      averageCorrelation: null,
      overfit: null,
    })
  })

  it('counts a day without an outcome as zero', () => {
    expect(buildRecord([...trial('S01', [1, null, null, 1]), ...trial('S02', UP)], 2)).toMatchObject({
      measured: 2,
      varianceOfSharpe: expect.closeTo(0, 12),
    })
  })

  it('measures no trial with too few days or without variance', () => {
    const days = [...trial('S01', UP.slice(1)), ...trial('S02', [1, 1, 1, 1]), ...trial('S03', UP)]
    expect(buildRecord(days, 3)).toMatchObject({ measured: 1, varianceOfSharpe: null, averageCorrelation: null })
  })

  it('excludes an unfinished day', () => {
    expect(buildRecord(trial('S01', UP, 5), 1, 3)).toMatchObject({ measured: 1 })
    expect(buildRecord(trial('S01', UP, 5), 1, 4)).toMatchObject({ measured: 0 })
  })

  it('compares two trials on their common days, if there are enough', () => {
    expect(buildRecord([...trial('S01', UP), ...trial('S02', UP, 1)], 2).averageCorrelation).toBeNull()
    expect(
      buildRecord([...trial('S01', [...UP, 1]), ...trial('S02', [0, 1, 0, 1], 1)], 2).averageCorrelation,
    ).toBeCloseTo(1, 12)
  })

  it('has a probability of overfitting once all measured trials have a hundred days in common', () => {
    const wave = (phase: number, length: number): number[] =>
      Array.from({ length }, (_, day) => Math.sin(day + phase) + (phase === 0 ? 3 : 0))
    const buildAfter = (days: readonly TrialDay[]) =>
      buildTrialRecord(days, { registered: 2, minDays: 4, nowMs: WEEK_START_MS + 200 * DAY_MS }).overfit
    const old = trial('S01', wave(0, 150))
    expect(buildAfter([...old, ...trial('S02', wave(1, 100), 50)])).toEqual({ value: 0, splits: 252 })
    expect(buildAfter([...old, ...trial('S02', wave(1, 40), 50)])).toEqual({ value: 0, splits: 252 })
    expect(buildAfter([...old, ...trial('S02', wave(1, 99), 51)])).toBeNull()
    expect(buildAfter(old)).toBeNull()
  })
})
