import { setImmediate } from 'node:timers/promises'
import type { StrategyCalibration } from '../../../contract/monitor/candidate-quality-v3.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import type { Interval } from '../../domain/market/interval.ts'
import type { Known, TrackRecord } from '../../engine/autotrading/signal-book.ts'
import { calibrationOf, keptUnder } from '../../engine/autotrading/track-records.ts'
import type { CandidateSources } from '../candidates/candidate-sources.ts'
import type { Reader } from '../reader.ts'

const EVERY_MS = 15 * SECOND_MS
const CURVE_POINTS = 21
const DIGITS = 1e8

/** As the engine has them: what its next signals go by. After a start they are worked out of the stored outcomes, one at a time. */
export const calibrationsReader = {
  at: 'BACKGROUND',
  everyMs: EVERY_MS,
  async read({ state }: Pick<CandidateSources, 'state'>, nowMs: Instant) {
    const records: StrategyCalibration[] = []
    for (const [key, record] of state.signals.records) {
      const isMade = record.calibrations.has('') || startsOf.get(record)?.seen === record.known
      records.push(calibrationBody(key, record, nowMs))
      if (!isMade) await setImmediate()
    }
    return { value: records.toSorted(byStrategy), observedAtMs: nowMs, sampleSize: records.length }
  },
} as const satisfies Reader<readonly StrategyCalibration[]>

const byStrategy = (a: StrategyCalibration, b: StrategyCalibration): number => (placeOf(a) < placeOf(b) ? -1 : 1)

const placeOf = ({ strategyId, timeframe, regime, definitionDigest }: StrategyCalibration): string =>
  [strategyId, timeframe, regime, definitionDigest].join(' ')

/** Those that no signal of this run has asked for yet. */
const startsOf = new WeakMap<TrackRecord, Known>()

const knownOf = (record: TrackRecord, interval: Interval, nowMs: Instant): Known | null => {
  const before = startsOf.get(record)
  if (!record.calibrations.has('') && before?.seen === record.known) return before
  const known = calibrationOf(record, interval, nowMs)
  if (known) startsOf.set(record, known)
  return known
}

const calibrationBody = (key: string, record: TrackRecord, nowMs: Instant): StrategyCalibration => {
  const { interval, ...kept } = keptUnder(key)
  const known = knownOf(record, interval, nowMs)
  const named = { ...kept, timeframe: interval, outcomes: record.known }
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
    brier: roundedOf(scores?.brier),
    brierSkill: roundedOf(scores?.brierSkill),
    reliability: roundedOf(scores?.reliability),
    resolution: roundedOf(scores?.resolution),
    uncertainty: roundedOf(scores?.uncertainty),
    ece10: roundedOf(scores?.ece10),
    logLoss: roundedOf(scores?.logLoss),
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

const roundedOf = (figure: number | null | undefined): number | null => (figure == null ? null : rounded(figure))

/** Evenly, with both ends. */
const thinned = <T>(points: readonly T[]): readonly T[] =>
  points.length <= CURVE_POINTS
    ? points
    : Array.from({ length: CURVE_POINTS }, (_, index) =>
        Math.round((index * (points.length - 1)) / (CURVE_POINTS - 1)),
      ).flatMap((at) => points[at] ?? [])
