/**
 * Track records of strategies by timeframe and regime: adds outcomes, and calibrates the confidence of new signals from
 * them.
 */

import { HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import {
  type Calibration,
  type CalibrationTerms,
  calibrateAhead,
  calibrateOrdered,
  calibrateScore,
} from '../../domain/signal/calibration/calibrate.ts'
import { compareTimes, type OrderedSamples } from '../../domain/signal/calibration/sample.ts'
import {
  addSample,
  copySampleWindow,
  createSampleWindow,
  readSamples,
  removeSample,
  setWeights,
} from '../../domain/signal/calibration/sample-window.ts'
import { computeUniqueness, type SignalOutcome, type Spans } from '../../domain/signal/outcome/signal-outcome.ts'
import type { Confidence, Signal, SignalPlan } from '../../domain/signal/signal.ts'
import type { Followed, Known, PreparedCalibration, SignalIndex, TrackRecord } from '../state/signal-index.ts'

/** Parses the strategy, timeframe and regime of a record from its key; no part of a key contains a space. */
export const parseRecordKey = (key: string): RecordKey => {
  const [strategyId = '', definitionDigest = '', interval, regime] = key.split(' ')
  return {
    strategyId,
    definitionDigest,
    interval: interval as RecordKey['interval'],
    regime: regime as RecordKey['regime'],
  }
}

type RecordKey = Pick<Signal, 'strategyId' | 'definitionDigest' | 'interval' | 'regime'>

/** Maximum number of outcomes used; older ones reflect a different market. */
const OUTCOMES_MAX = 1_000
/**
 * Relative growth of the known outcomes after which a calibration is renewed; otherwise it is renewed after an hour.
 */
const GROWTH = 0.1
const GROWTH_MIN = 5
const AGE_MAX_MS = HOUR_MS

const recordKey = ({ strategyId, definitionDigest, interval, regime }: RecordKey): string =>
  `${strategyId} ${definitionDigest} ${interval} ${regime}`

export const noteOutcome = ({ records, unprepared }: SignalIndex, signal: Signal, outcome: SignalOutcome): void => {
  const { plan } = signal
  const key = recordKey(signal)
  const record: TrackRecord = records.get(key) ?? {
    outcomes: [],
    samples: createSampleWindow(),
    symbols: [],
    known: 0,
    newestMs: 0,
    plan,
    calibrations: new Map(),
    prepared: null,
  }
  records.set(key, record)
  unprepared?.add(key)
  record.plan = plan
  addOutcome(record, {
    symbol: signal.symbol,
    score: signal.score,
    barrier: outcome.barrier,
    grossReturn: outcome.grossReturn,
    won: outcome.barrier === 'TARGET',
    signalAtMs: signal.barClosedAtMs,
    resolvedAtMs: outcome.resolvedAtMs,
  })
  record.known++
  record.newestMs = Math.max(record.newestMs, outcome.resolvedAtMs)
}

/** Adds an outcome, and removes the oldest one when there are too many. */
const addOutcome = ({ outcomes, samples, symbols }: TrackRecord, added: Followed): void => {
  outcomes.push(added)
  symbols.splice(addSample(samples, added), 0, added.symbol)
  const oldest = outcomes.length > OUTCOMES_MAX ? outcomes.shift() : undefined
  if (oldest) symbols.splice(removeSample(samples, oldest), 1)
}

interface ConfidenceQuery extends RecordKey, Pick<Signal, 'symbol' | 'origin'> {
  readonly score: number
  readonly plan: SignalPlan
  readonly atMs: Instant
}

/**
 * Estimates the probability of reaching the target from the outcomes known so far. Without outcomes, it follows from
 * the distances: for a price without drift, the probability of reaching one of two barriers first is proportional to
 * the distance of the other.
 */
export const confidenceIn = (book: SignalIndex, query: ConfidenceQuery): Confidence => {
  const unknown = priorConfidence(query.plan)
  const known = knownIn(book, query, unknown.p)
  if (!known) return unknown
  const { calibration, timeShare, meanTimeReturn } = known
  const { method, n, effectiveN, scores } = calibration
  const rests = { method, n, effectiveN, brierSkill: scores?.brierSkill ?? null }
  return { ...calibrateScore(calibration, query.score), ...rests, timeShare, meanTimeReturn }
}

/** Returns the confidence without outcomes. */
export const priorConfidence = ({ rewardRisk }: Pick<SignalPlan, 'rewardRisk'>): Confidence => ({
  ...UNKNOWN,
  p: 1 / (1 + rewardRisk),
})

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

const knownIn = (book: SignalIndex, query: ConfidenceQuery, prior: number): Known | null => {
  const record = book.records.get(recordKey(query))
  if (!record) return null
  const { symbol, origin, atMs, interval, plan } = query
  const scope = origin === 'HISTORY' ? symbol : ''
  const isUsable = (outcome: Followed): boolean =>
    outcome.resolvedAtMs < atMs && (scope === '' || outcome.symbol === scope)
  const before = record.calibrations.get(scope)
  if (scope === '' && before && !isStale(before, record.known, atMs))
    return record.outcomes.some(isUsable) ? before : null
  const areAllUsable = scope === '' && record.newestMs < atMs
  const outcomes = areAllUsable ? record.outcomes : record.outcomes.filter(isUsable)
  const outcomeCount = scope === '' ? record.known : outcomes.length
  if (outcomes.length === 0) return null
  if (before && !isStale(before, outcomeCount, atMs)) return before
  const horizonMs = plan.horizonBars * intervalLength(interval)
  const calibration = calibrateOutcomes(record, outcomes, scope, { prior, horizonMs })
  const known: Known = { calibration, asOfMs: atMs, outcomeCount, ...measureTimeExits(outcomes) }
  record.calibrations.set(scope, known)
  return known
}

/**
 * Calibrates outcomes of a record: those of a symbol, or of all symbols up to a time. Uses the prepared calibration if it
 * is of the same outcomes.
 */
const calibrateOutcomes = (
  record: TrackRecord,
  outcomes: readonly Followed[],
  symbol: string,
  terms: CalibrationTerms,
): Calibration => {
  if (isPreparedFor(record.prepared, outcomes, terms.horizonMs)) return record.prepared.calibrateBy(terms.prior)
  const ordered = symbol === '' ? withoutLate(record, outcomes) : orderOutcomes(outcomes)
  return calibrateOrdered(toOrderedSamples(ordered), terms)
}

/** Outcomes as samples, and their symbols in order of time. */
type OrderedOutcomes = Pick<TrackRecord, 'samples' | 'symbols'>

const orderOutcomes = (outcomes: readonly Followed[]): OrderedOutcomes => ({
  samples: createSampleWindow(outcomes),
  symbols: outcomes.toSorted(compareTimes).map(({ symbol }) => symbol),
})

/** Returns the outcomes of a record up to a time; `early` are these outcomes, in the order of the record. */
const withoutLate = (record: TrackRecord, early: readonly Followed[]): OrderedOutcomes => {
  if (early.length === record.outcomes.length) return record
  const samples = copySampleWindow(record.samples)
  const symbols = [...record.symbols]
  let next = 0
  for (const outcome of record.outcomes) {
    if (outcome === early[next]) next++
    else symbols.splice(removeSample(samples, outcome), 1)
  }
  return { samples, symbols }
}

const isPreparedFor = (
  prepared: PreparedCalibration | null,
  outcomes: readonly Followed[],
  horizonMs: number,
): prepared is PreparedCalibration =>
  prepared?.horizonMs === horizonMs &&
  prepared.outcomes.length === outcomes.length &&
  prepared.outcomes.every((outcome, index) => outcome === outcomes[index])

/**
 * Prepares a stale calibration for the next signal, so that the signal does not wait for it; one per call, because the
 * next event waits for the call.
 */
export const prepareCalibration = ({ records, unprepared }: SignalIndex, nowMs: Instant): void => {
  for (const key of unprepared ?? []) {
    const record = records.get(key)
    if (!record || !isStaleSoon(record, nowMs)) continue
    unprepared?.delete(key)
    const outcomes = [...record.outcomes]
    const horizonMs = record.plan.horizonBars * intervalLength(parseRecordKey(key).interval)
    const samples = toOrderedSamples({ samples: copySampleWindow(record.samples), symbols: record.symbols })
    record.prepared = { outcomes, horizonMs, calibrateBy: calibrateAhead(samples, horizonMs) }
    return
  }
}

/** Returns whether the calibration will be stale at the end of the minute, when the next signals are raised. */
const isStaleSoon = ({ calibrations, known }: TrackRecord, nowMs: Instant): boolean => {
  const before = calibrations.get('')
  return !before || isStale(before, known, nowMs + MINUTE_MS)
}

/**
 * Returns the statistics of a record for this interval: those in effect for signals or, before the first signal of a
 * run, those that would be computed now. Null without outcomes.
 */
export const readCalibration = (record: TrackRecord, interval: Interval, atMs: Instant): Known | null => {
  const { outcomes, plan, known: outcomeCount } = record
  const made = record.calibrations.get('')
  if (made || outcomes.length === 0) return made ?? null
  const prior = 1 / (1 + plan.rewardRisk)
  const horizonMs = plan.horizonBars * intervalLength(interval)
  const early = outcomes.filter(({ resolvedAtMs }) => resolvedAtMs < atMs)
  const calibration = calibrateOrdered(toOrderedSamples(withoutLate(record, early)), { prior, horizonMs })
  return { calibration, asOfMs: atMs, outcomeCount, ...measureTimeExits(outcomes) }
}

const isStale = (before: Known, outcomeCount: number, atMs: Instant): boolean =>
  outcomeCount - before.outcomeCount >= Math.max(GROWTH_MIN, before.outcomeCount * GROWTH) ||
  (outcomeCount !== before.outcomeCount && atMs - before.asOfMs >= AGE_MAX_MS)

const measureTimeExits = (outcomes: readonly Followed[]): Pick<Confidence, 'timeShare' | 'meanTimeReturn'> => {
  let [missed, timed, sum] = [0, 0, 0]
  for (const { won, barrier, grossReturn } of outcomes) {
    if (won) continue
    missed++
    if (barrier === 'STOP') continue
    timed++
    sum += grossReturn
  }
  return { timeShare: missed === 0 ? 0 : timed / missed, meanTimeReturn: timed === 0 ? 0 : sum / timed }
}

/** Weights concurrent outcomes of one symbol so that together they count as one. */
const toOrderedSamples = ({ samples, symbols }: OrderedOutcomes): OrderedSamples => {
  const { byTime } = readSamples(samples)
  const spans = { fromMs: byTime.signalsMs, toMs: byTime.resolvedMs }
  const [first] = symbols
  setWeights(
    samples,
    symbols.every((symbol) => symbol === first) ? computeUniqueness(spans) : weighBySymbol(spans, symbols),
  )
  return readSamples(samples)
}

const weighBySymbol = ({ fromMs, toMs }: Spans, symbols: readonly string[]): Float64Array => {
  const { places, ends } = groupSymbols(symbols)
  const grouped = { fromMs: new Float64Array(places.length), toMs: new Float64Array(places.length) }
  for (let index = 0; index < places.length; index++) {
    const place = places[index] as number
    grouped.fromMs[place] = fromMs[index] as number
    grouped.toMs[place] = toMs[index] as number
  }
  const shares = computeUniqueness(grouped, ends)
  const weights = new Float64Array(places.length)
  for (let index = 0; index < places.length; index++) weights[index] = shares[places[index] as number] as number
  return weights
}

/**
 * Returns a place for each symbol, so that equal ones are adjacent and in their order, and the place after the last one
 * of each.
 */
const groupSymbols = (symbols: readonly string[]): { places: Int32Array; ends: number[] } => {
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const places = new Int32Array(symbols.length)
  for (let index = 0; index < symbols.length; index++) {
    const symbol = symbols[index] as string
    const number = numbers.get(symbol) ?? numbers.size
    if (number === numbers.size) numbers.set(symbol, number)
    places[index] = number
    counts[number] = (counts[number] ?? 0) + 1
  }
  let count = 0
  const ends = counts.map((ofSymbol) => {
    const from = count
    count += ofSymbol
    return from
  })
  for (let index = 0; index < places.length; index++) {
    const number = places[index] as number
    const place = ends[number] as number
    places[index] = place
    ends[number] = place + 1
  }
  return { places, ends }
}
