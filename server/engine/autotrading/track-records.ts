import { HOUR_MS, type Instant } from '../../core/instant.ts'
import { type Interval, lengthOf } from '../../domain/market/interval.ts'
import { calibrate } from '../../domain/signal/calibration/calibrate.ts'
import { probabilityOf } from '../../domain/signal/calibration/probability-of.ts'
import type { Sample } from '../../domain/signal/calibration/sample.ts'
import type { SignalOutcome } from '../../domain/signal/outcome/signal-outcome.ts'
import { uniquenessOf } from '../../domain/signal/outcome/uniqueness.ts'
import type { Confidence, Signal, SignalPlan } from '../../domain/signal/signal.ts'
import type { Followed, Known, SignalBook, TrackRecord } from './signal-book.ts'

/** Older outcomes are of another market. */
const OUTCOMES_MAX = 1_000
/** A calibration is made anew when so many more outcomes are known, in parts of those it has seen, and at the latest after an hour. */
const GROWTH = 0.1
const GROWTH_MIN = 5
const AGE_MAX_MS = HOUR_MS

type Kept = Pick<Signal, 'strategyId' | 'definitionDigest' | 'interval' | 'regime'>

const recordKey = ({ strategyId, definitionDigest, interval, regime }: Kept): string =>
  `${strategyId} ${definitionDigest} ${interval} ${regime}`

/** Of which strategy, bars and regime a record is; no part of a key has a space. */
export const keptUnder = (key: string): Kept => {
  const [strategyId = '', definitionDigest = '', interval, regime] = key.split(' ')
  return { strategyId, definitionDigest, interval: interval as Kept['interval'], regime: regime as Kept['regime'] }
}

export const noteOutcome = ({ records }: SignalBook, signal: Signal, outcome: SignalOutcome): void => {
  const { plan } = signal
  const record: TrackRecord = records.get(recordKey(signal)) ?? {
    outcomes: [],
    known: 0,
    plan,
    calibrations: new Map(),
  }
  records.set(recordKey(signal), record)
  record.plan = plan
  record.outcomes.push({
    symbol: signal.symbol,
    score: signal.score,
    barrier: outcome.barrier,
    grossReturn: outcome.grossReturn,
    won: outcome.barrier === 'TARGET',
    signalAtMs: signal.barClosedAtMs,
    resolvedAtMs: outcome.resolvedAtMs,
  })
  record.known++
  if (record.outcomes.length > OUTCOMES_MAX) record.outcomes.shift()
}

interface Asked extends Kept, Pick<Signal, 'symbol' | 'origin'> {
  readonly score: number
  readonly plan: SignalPlan
  readonly atMs: Instant
}

/**
 * How likely the target is, by the outcomes that were known before. Where none is, by the distances alone: a price without
 * drift reaches the nearer of two barriers first in proportion to the other's distance.
 */
export const confidenceIn = (book: SignalBook, asked: Asked): Confidence => {
  const prior = 1 / (1 + asked.plan.rewardRisk)
  const known = knownIn(book, asked, prior)
  if (!known) return { ...UNKNOWN, p: prior }
  const { calibration, timeShare, meanTimeReturn } = known
  const { method, n, effectiveN, scores } = calibration
  const rests = { method, n, effectiveN, brierSkill: scores?.brierSkill ?? null }
  return { ...probabilityOf(calibration, asked.score), ...rests, timeShare, meanTimeReturn }
}

const UNKNOWN: Omit<Confidence, 'p'> = {
  ci: [0, 1],
  wins: 0,
  losses: 0,
  method: 'PRIOR_ONLY',
  n: 0,
  effectiveN: 0,
  brierSkill: null,
  timeShare: 0,
  meanTimeReturn: 0,
}

const knownIn = (book: SignalBook, asked: Asked, prior: number): Known | null => {
  const record = book.records.get(recordKey(asked))
  if (!record) return null
  const { symbol, origin, atMs, interval, plan } = asked
  const scope = origin === 'HISTORY' ? symbol : ''
  const outcomes = record.outcomes.filter(
    (outcome) => outcome.resolvedAtMs < atMs && (scope === '' || outcome.symbol === scope),
  )
  const seen = scope === '' ? record.known : outcomes.length
  const before = record.calibrations.get(scope)
  if (outcomes.length === 0) return null
  if (before && !isStale(before, seen, atMs)) return before
  const horizonMs = plan.horizonBars * lengthOf(interval)
  const calibration = calibrate(samplesOf(outcomes), { prior, horizonMs, asOfMs: atMs })
  const known: Known = { calibration, asOfMs: atMs, seen, ...timesOf(outcomes) }
  record.calibrations.set(scope, known)
  return known
}

/**
 * What a record amounts to on bars of this length: as signals go by it, or, before the first signal of a run has asked, as it would be
 * made now. Null while it has no outcome.
 */
export const calibrationOf = (record: TrackRecord, interval: Interval, atMs: Instant): Known | null => {
  const { outcomes, plan, known: seen } = record
  const made = record.calibrations.get('')
  if (made || outcomes.length === 0) return made ?? null
  const prior = 1 / (1 + plan.rewardRisk)
  const horizonMs = plan.horizonBars * lengthOf(interval)
  const calibration = calibrate(samplesOf(outcomes), { prior, horizonMs, asOfMs: atMs })
  return { calibration, asOfMs: atMs, seen, ...timesOf(outcomes) }
}

const isStale = (before: Known, seen: number, atMs: Instant): boolean =>
  seen - before.seen >= Math.max(GROWTH_MIN, before.seen * GROWTH) ||
  (seen !== before.seen && atMs - before.asOfMs >= AGE_MAX_MS)

const timesOf = (outcomes: readonly Followed[]): Pick<Confidence, 'timeShare' | 'meanTimeReturn'> => {
  const missed = outcomes.filter(({ won }) => !won)
  const timed = missed.filter(({ barrier }) => barrier !== 'STOP')
  const sum = timed.reduce((total, { grossReturn }) => total + grossReturn, 0)
  return {
    timeShare: missed.length === 0 ? 0 : timed.length / missed.length,
    meanTimeReturn: timed.length === 0 ? 0 : sum / timed.length,
  }
}

/** Outcomes of one symbol at one time share what one alone would count. */
const samplesOf = (outcomes: readonly Followed[]): Sample[] =>
  [...Map.groupBy(outcomes, ({ symbol }) => symbol).values()].flatMap((ofSymbol) => {
    const spans = ofSymbol.map(({ signalAtMs, resolvedAtMs }) => ({ fromMs: signalAtMs, toMs: resolvedAtMs }))
    const weights = uniquenessOf(spans)
    return ofSymbol.map((outcome, index) => ({ ...outcome, weight: weights[index] ?? 0 }))
  })
