/** Readers of autotrading candidates, their results by grade, and the calibrations of the strategies. */

import { setImmediate } from 'node:timers/promises'
import type { GradedCandidate, StrategyCalibration } from '../../../contract/monitor/candidate-quality-v3.ts'
import { toFloat } from '../../core/decimal.ts'
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { computeQuantile } from '../../core/statistics/quantile.ts'
import { type Money, printMoney } from '../../domain/account/money.ts'
import { toNotional } from '../../domain/market/instrument.ts'
import { type Interval, intervalLength } from '../../domain/market/interval.ts'
import type { Position } from '../../domain/position/position.ts'
import { modelErrorBps } from '../../domain/signal/edge/model-error.ts'
import { parseRecordKey, readCalibration } from '../../engine/autotrading/track-records.ts'
import type { ConsideredEntry } from '../../engine/model/facts.ts'
import type { Page } from '../../engine/model/ports.ts'
import { workingOrders } from '../../engine/state/ledger.ts'
import type { Known, TrackRecord } from '../../engine/state/signal-index.ts'
import type { CandidateRecord, CandidatesTruth } from '../../monitor/inputs/autotrading.ts'
import { getInstrument } from '../../views/trading-reader.ts'
import { type CandidateSources, type Ended, gradedCandidate, gradeRecords, toEnded } from '../grade-candidates.ts'
import type { Reader, Reading } from '../reader.ts'

/** Number of candidates read per step, and minimum time between reads. */
const PAGE = 25

const CANDIDATES_EVERY_MS = 5 * SECOND_MS
const PAGES_MAX = 20

/**
 * Reads the most recently considered candidates, and all that are still working or open; nothing before the market has
 * a time, by which their signals expire.
 */
export const candidatesReader = {
  at: 'BACKGROUND',
  everyMs: CANDIDATES_EVERY_MS,
  async read(sources: CandidateSources, nowMs: Instant): Promise<Reading<CandidatesTruth>> {
    const { state, store, trading } = sources
    const marketNowMs = state.market.clockMs
    if (marketNowMs === 0) return undefined
    const fromMs = nowMs - longestValidMs(sources)
    const { read, leftOff } = await readSince(sources, fromMs)
    const atWork = statesAtWork(sources)
    const older = [...atWork.keys()]
      .filter((id) => !read.some(({ candidate }) => candidate.candidateId === id))
      .flatMap((id) => store.signals.findEntry(id) ?? [])
      .toSorted((a, b) => b.candidate.atMs - a.candidate.atMs)
    const candidates = [...read, ...older]
      .filter(({ candidate }) => candidate.validUntilMs > marketNowMs || atWork.has(candidate.candidateId))
      .map((entry) => gradedCandidate(entry, { reader: trading, state: candidateState(entry, atWork) }))
    return {
      value: { marketNow: toRfc3339(marketNowMs), candidates, leftOff },
      observedAtMs: nowMs,
      sampleSize: candidates.length,
    }
  },
} as const satisfies Reader<CandidatesTruth>

/** Age beyond which no considered signal is still valid. */
const longestValidMs = ({ state: { rules } }: CandidateSources): number =>
  rules.constitution.autotrading.validBars *
  Math.max(0, ...rules.books.flatMap(({ intervals }) => intervals.map(intervalLength)))

const readSince = async ({ store: { signals } }: CandidateSources, fromMs: Instant) => {
  const read: ConsideredEntry[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const last = read.at(-1)?.candidate
    const before = last ? { atMs: last.atMs, id: last.candidateId } : null
    const any = { symbol: null, strategyId: null, ordered: null, gateId: null }
    const batch = signals.findEntries({ ...any, before, fromMs, toMs: null, limit: PAGE })
    read.push(...batch)
    if (batch.length < PAGE) return { read, leftOff: 0 }
    await setImmediate()
  }
  return { read, leftOff: Math.max(0, signals.countSince(fromMs).candidates - read.length) }
}

type StatesAtWork = ReadonlyMap<string, GradedCandidate['state']>

const statesAtWork = ({ state: { ledger } }: CandidateSources): StatesAtWork =>
  new Map<string, GradedCandidate['state']>([
    ...workingOrders(ledger).flatMap(({ cause, purpose }) =>
      cause && purpose === 'ENTRY' ? [[cause.candidateId, 'WORKING'] as const] : [],
    ),
    ...[...ledger.positions.values()].flatMap(({ cause }) => (cause ? [[cause.candidateId, 'OPEN'] as const] : [])),
  ])

const candidateState = ({ candidate, orderId }: ConsideredEntry, atWork: StatesAtWork): GradedCandidate['state'] =>
  orderId === null ? 'REFUSED' : (atWork.get(candidate.candidateId) ?? 'ENDED')

/** Retention of rejected candidates. */
const RECORD_WINDOW_MS = 30 * DAY_MS
/** Number of candidates read per step, and maximum number of steps: the newest candidates within the window. */
const RECORD_PAGE = 100
const RECORD_PAGES_MAX = 20
/** Page size and limit of filled candidates, each read in full. */
const FILLED_PAGE = 25
const FILLED_PAGES_MAX = 8

/** Reads the results of candidates; computed in the background, in small pieces. */
export const candidateRecordReader = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  async read(sources: CandidateSources, nowMs: Instant) {
    const { ended, fromMs } = await readEnded(sources, nowMs - RECORD_WINDOW_MS)
    const steps = gradeRecords(ended)
    let step = steps.next()
    for (; !step.done; step = steps.next()) await setImmediate()
    const window = { from: toRfc3339(fromMs), to: toRfc3339(nowMs) }
    const modelError = await readModelError(sources, fromMs)
    return { value: { window, byGrade: step.value, modelError }, observedAtMs: nowMs, sampleSize: ended.length }
  },
} as const satisfies Reader<CandidateRecord>

interface Placed {
  readonly atMs: Instant
  readonly id: string
}

/** Returns all results of `find`, page by page, newest first, and whether any remain. */
const readPages = async <T>(find: (page: Pick<Page, 'before' | 'limit'>) => T[], read: Paging<T>) => {
  const rows: T[] = []
  for (let page = 0; page < read.pagesMax; page++) {
    const last = rows.at(-1)
    const batch = find({ before: last === undefined ? null : read.toPlace(last), limit: read.page })
    rows.push(...batch)
    if (batch.length < read.page) return { rows, cut: false }
    await setImmediate()
  }
  return { rows, cut: true }
}

interface Paging<T> {
  readonly page: number
  readonly pagesMax: number
  readonly toPlace: (row: T) => Placed
}

/** Returns the ended candidates, oldest first. The window starts later when there are too many to read. */
const readEnded = async (
  sources: CandidateSources,
  windowMs: Instant,
): Promise<{ ended: Ended[]; fromMs: Instant }> => {
  const { store } = sources
  const within = { fromMs: windowMs, toMs: null }
  const graded = await readPages((page) => store.signals.findGraded({ ...within, ...page }), {
    page: RECORD_PAGE,
    pagesMax: RECORD_PAGES_MAX,
    toPlace: ({ atMs, candidateId }) => ({ atMs, id: candidateId }),
  })
  const oldestMs = graded.rows.at(-1)?.atMs
  const fromMs = graded.cut && oldestMs !== undefined ? oldestMs : windowMs
  const positions = await readPages(
    (page) => store.trading.findPositions({ symbol: null, fromMs, toMs: null, ...page }),
    {
      page: RECORD_PAGE,
      pagesMax: RECORD_PAGES_MAX,
      toPlace: ({ openedAtMs, positionId }) => ({ atMs: openedAtMs, id: positionId }),
    },
  )
  const made = new Map<string, Position>(
    positions.rows.flatMap((position) => (position.cause ? [[position.cause.candidateId, position]] : [])),
  )
  await sources.trades.update()
  const ended = graded.rows.flatMap((entry) => {
    const position = made.get(entry.candidateId)
    return toEnded(entry, position, position && sources.trades.closed.get(position.positionId)) ?? []
  })
  return { ended: ended.reverse(), fromMs }
}

const readModelError = async (sources: CandidateSources, fromMs: Instant): Promise<CandidateRecord['modelError']> => {
  const filter = { symbol: null, strategyId: null, ordered: true, gateId: null, fromMs, toMs: null }
  const ordered = await readPages((page) => sources.store.signals.findEntries({ ...filter, ...page }), {
    page: FILLED_PAGE,
    pagesMax: FILLED_PAGES_MAX,
    toPlace: ({ candidate }) => ({ atMs: candidate.atMs, id: candidate.candidateId }),
  })
  const errors = ordered.rows.flatMap((entry) => computeModelError(sources, entry) ?? []).sort((a, b) => a - b)
  const n = errors.length
  return {
    median: n === 0 ? null : computeQuantile(errors, 0.5),
    p90: n === 0 ? null : computeQuantile(errors, 0.9),
    n,
  }
}

/** Returns undefined when nothing was filled, or when the order book was not recorded. */
const computeModelError = (
  { state, trading, store }: CandidateSources,
  { candidate, evidence, orderId }: ConsideredEntry,
) => {
  const order = orderId === null ? undefined : (state.ledger.orders.get(orderId) ?? store.trading.findOrder(orderId))
  const { bid, ask } = evidence.book
  if (!order || order.filled === 0 || bid === null || ask === null) return undefined
  const traded = toFloat(toNotional(getInstrument(trading, candidate.symbol), order.filledTickLots))
  return modelErrorBps({
    direction: candidate.direction,
    bid,
    ask,
    averagePrice: Number(order.filledTickLots) / order.filled,
    feeShare: usdt(order.feesPaid) / traded,
    cost: candidate.cost,
  })
}

const usdt = (money: Money): number => Number(printMoney(money))

const CALIBRATIONS_EVERY_MS = 15 * SECOND_MS
const CURVE_POINTS = 21
const DIGITS = 1e8

/**
 * Reads the calibrations that the engine applies to its next signals. After startup, they are computed from stored
 * outcomes, one at a time.
 */
export const calibrationsReader = {
  at: 'BACKGROUND',
  everyMs: CALIBRATIONS_EVERY_MS,
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

/** Calibrations not yet needed by a signal of this run. */
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

/** Thins points evenly, including both ends. */
const thinned = <T>(points: readonly T[]): readonly T[] =>
  points.length <= CURVE_POINTS
    ? points
    : Array.from({ length: CURVE_POINTS }, (_, index) =>
        Math.round((index * (points.length - 1)) / (CURVE_POINTS - 1)),
      ).flatMap((at) => points[at] ?? [])
