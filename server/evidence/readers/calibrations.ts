import { setImmediate } from 'node:timers/promises'
import type { StrategyCalibration } from '../../../contract/monitor/candidate-quality-v3.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import type { Interval } from '../../domain/market/interval.ts'
import { parseRecordKey, readCalibration } from '../../engine/autotrading/track-records.ts'
import type { Known, TrackRecord } from '../../engine/state/signal-index.ts'
import type { CandidateSources } from '../candidates/candidate-sources.ts'
import type { Reader } from '../reader.ts'

const EVERY_MS = 15 * SECOND_MS
const CURVE_POINTS = 21
const DIGITS = 1e8

/**
 * Reads the calibrations that the engine applies to its next signals. After a start they are computed from stored
 * outcomes, one at a time.
 */
export const calibrationsReader = {
  at: 'BACKGROUND',
  everyMs: EVERY_MS,
  async read({ state }: Pick<CandidateSources, 'state'>, nowMs: Instant) {
    const records: StrategyCalibration[] = []
    for (const [key, record] of state.signals.records) {
      const isMade = record.calibrations.has('') || startingCalibrations.get(record)?.outcomeCount === record.known
      records.push(calibrationBody(key, record, nowMs))
      if (!isMade) await setImmediate()
    }
    return { value: records.toSorted(byStrategy), observedAtMs: nowMs, sampleSize: records.length }
  },
} as const satisfies Reader<readonly StrategyCalibration[]>

const byStrategy = (a: StrategyCalibration, b: StrategyCalibration): number => (sortKey(a) < sortKey(b) ? -1 : 1)

const sortKey = ({ strategyId, timeframe, regime, definitionDigest }: StrategyCalibration): string =>
  [strategyId, timeframe, regime, definitionDigest].join(' ')

/** Calibrations that no signal of this run has needed yet. */
const startingCalibrations = new WeakMap<TrackRecord, Known>()

const readKnown = (record: TrackRecord, interval: Interval, nowMs: Instant): Known | null => {
  const before = startingCalibrations.get(record)
  if (!record.calibrations.has('') && before?.outcomeCount === record.known) return before
  const known = readCalibration(record, interval, nowMs)
  if (known) startingCalibrations.set(record, known)
  return known
}

const calibrationBody = (key: string, record: TrackRecord, nowMs: Instant): StrategyCalibration => {
  const { interval, ...place } = parseRecordKey(key)
  const known = readKnown(record, interval, nowMs)
  const named = { ...place, timeframe: interval, outcomes: record.known }
  if (!known) return { ...named, ...NOT_CALIBRATED }
  const { calibration, asOfMs } = known
  const { method, reverted, n, effectiveN, baseRate, scores, curve } = calibration
  return {
    ...named,
    calibratedAt: toRfc3339(asOfMs),
    method,
    reverted,
    n,
    effectiveN: rounded(effectiveN),
    baseRate: rounded(baseRate),
    brier: roundedOrNull(scores?.brier),
    brierSkill: roundedOrNull(scores?.brierSkill),
    reliability: roundedOrNull(scores?.reliability),
    resolution: roundedOrNull(scores?.resolution),
    uncertainty: roundedOrNull(scores?.uncertainty),
    ece10: roundedOrNull(scores?.ece10),
    logLoss: roundedOrNull(scores?.logLoss),
    curve: thinned(curve).map(({ score, p }) => ({ score: rounded(score), p: rounded(p) })),
  }
}

const NOT_CALIBRATED = {
  calibratedAt: null,
  method: null,
  reverted: false,
  n: 0,
  effectiveN: 0,
  baseRate: null,
  brier: null,
  brierSkill: null,
  reliability: null,
  resolution: null,
  uncertainty: null,
  ece10: null,
  logLoss: null,
  curve: [],
} as const satisfies Partial<StrategyCalibration>

const rounded = (figure: number): number => Math.round(figure * DIGITS) / DIGITS

const roundedOrNull = (figure: number | null | undefined): number | null => (figure == null ? null : rounded(figure))

/** Evenly, with both ends. */
const thinned = <T>(points: readonly T[]): readonly T[] =>
  points.length <= CURVE_POINTS
    ? points
    : Array.from({ length: CURVE_POINTS }, (_, index) =>
        Math.round((index * (points.length - 1)) / (CURVE_POINTS - 1)),
      ).flatMap((at) => points[at] ?? [])
