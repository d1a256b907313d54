/** Readers of closed trades, equity and trials. */

import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { type Money, printMoney } from '../../domain/account/money.ts'
import { type ClosedTrade, computeNet } from '../../domain/performance/closed-trade.ts'
import {
  buildEquityRecord,
  type EquityCurve,
  type EquityRecord,
  NO_CURVE,
  withDay,
} from '../../domain/performance/equity-curve.ts'
import { buildTradeRecord, type TradeRecord, tradesDigest } from '../../domain/performance/trade-record.ts'
import { buildTrialRecord, type TrialRecord } from '../../domain/performance/trial-record.ts'
import type { Observed } from '../../monitor/frame/observed.ts'
import type { TradesTruth } from '../../monitor/inputs/performance.ts'
import type { EquitySample } from '../../views/ports.ts'
import { sortTrades, type TradeBook } from '../../views/trade-book.ts'
import { valueAccount } from '../../views/valuation.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader } from '../reader.ts'

/** Sources of the profitability figures. */
export type PerformanceSources = Pick<TruthSources, 'store' | 'trading' | 'trades' | 'now'>

/**
 * Returns a function that creates the state of a reader on its first call per platform and returns the same state
 * afterwards.
 */
const onePerSources = <T>(begin: () => T): ((sources: PerformanceSources) => T) => {
  const instances = new WeakMap<PerformanceSources, T>()
  return (sources) => {
    const known = instances.get(sources) ?? begin()
    instances.set(sources, known)
    return known
  }
}

/** Equity of completed days, read once; changed in place. */
interface EquityBook {
  curve: EquityCurve
  /** First day not included yet; null until the first sample. */
  nextDayMs: Instant | null
  /** Last record built from this equity. */
  made: Observed<EquityRecord> | null
}

const openEquityBook = (): EquityBook => ({ curve: NO_CURVE, nextDayMs: null, made: null })

/** Maximum number of samples per day, which is at most one per minute. */
const SAMPLES_A_DAY_MAX = 2_000

/** Returns the complete curve; undefined until the first sample. */
const curveUpTo = async (
  sources: PerformanceSources,
  book: EquityBook,
  nowMs: Instant,
): Promise<EquityCurve | undefined> => {
  book.nextDayMs ??= findFirstDay(sources, nowMs)
  if (book.nextDayMs === null) return undefined
  const flows = sources.store.trading.findAdjustments()
  let { curve, nextDayMs } = book
  for (; nextDayMs <= nowMs; nextDayMs += DAY_MS) {
    curve = withDay(curve, findSamples(sources, nextDayMs), flows)
    if (nextDayMs + DAY_MS + MINUTE_MS <= nowMs) Object.assign(book, { curve, nextDayMs: nextDayMs + DAY_MS })
    await setImmediate()
  }
  return curve
}

/** Returns the first day. A query for two samples returns the first and the last one. */
const findFirstDay = ({ store }: PerformanceSources, nowMs: Instant): Instant | null => {
  const [first] = store.trading.findEquity({ fromMs: 0, toMs: nowMs + 1, limit: 2 })
  return first ? Math.floor(first.atMs / DAY_MS) * DAY_MS : null
}

const findSamples = ({ store }: PerformanceSources, dayMs: Instant): EquitySample[] =>
  store.trading.findEquity({ fromMs: dayMs, toMs: dayMs + DAY_MS, limit: SAMPLES_A_DAY_MAX })

/**
 * Reading interval; a reading costs nothing while trades are unchanged, and the first is available when the ledger is
 * open.
 */
const TRADES_EVERY_MS = SECOND_MS
const TRIALS_EVERY_MS = MINUTE_MS

const getEquityBook = onePerSources(openEquityBook)

/** Reads the record of closed trades; undefined until the ledger is open. */
export const tradesReader = {
  at: 'BACKGROUND',
  everyMs: TRADES_EVERY_MS,
  async read(sources: PerformanceSources) {
    await sources.trades.update()
    const current = readStanding(sources)
    if (!current) return undefined
    const { digest, record } = await recordedIn(sources.trades, getMadeRecord(sources))
    const { observedAtMs, ...standing } = current
    return { value: { ...standing, record }, observedAtMs, sampleSize: record.trades, digest }
  },
} as const satisfies Reader<TradesTruth>

/** Returns lifecycles and account at one instant. */
const readStanding = (sources: PerformanceSources) => {
  const { openedAtMs, positions } = sources.trading.ledger()
  if (openedAtMs === null) return undefined
  const closed = [...sources.trades.closed.values()]
  return {
    open: positions.size,
    openedAtMs,
    identity: equityIdentity(sources, closed),
    observedAtMs: sources.now(),
  }
}

/** Last record, with the revision of the trades it was built from; changed in place. */
interface MadeRecord {
  revision: number
  digest: string
  record: TradeRecord | undefined
}

const getMadeRecord = onePerSources((): MadeRecord => ({ revision: -1, digest: '', record: undefined }))

/** Rebuilds the record only when a trade was added or changed. */
const recordedIn = async ({ closed, revision }: TradeBook, made: MadeRecord) => {
  if (made.record && made.revision === revision) return { digest: made.digest, record: made.record }
  const trades = sortTrades(closed.values())
  const digest = await inSteps(tradesDigest(trades))
  const record = await inSteps(buildTradeRecord(trades, digest))
  Object.assign(made, { revision, digest, record })
  return { digest, record }
}

/** Runs a generator to its end, yielding to the event loop at every step. */
const inSteps = async <T>(steps: Generator<undefined, T>): Promise<T> => {
  let step = steps.next()
  for (; !step.done; step = steps.next()) await setImmediate()
  return step.value
}

export const equityDaysReader = {
  at: 'BACKGROUND',
  everyMs: TRADES_EVERY_MS,
  async read(sources: PerformanceSources, nowMs: Instant) {
    const book = getEquityBook(sources)
    if (book.made && sameMinute(book.made.observedAtMs, nowMs)) return book.made
    const curve = await curveUpTo(sources, book, nowMs)
    if (!curve) return undefined
    const value = buildEquityRecord(curve, nowMs)
    book.made = { value, observedAtMs: nowMs, sampleSize: value.days }
    return book.made
  },
} as const satisfies Reader<EquityRecord>

/** Returns whether two samples fall into the same minute, which has at most one. */
const sameMinute = (a: Instant, b: Instant): boolean => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS)

/** Maximum age of compared trials; older ones still count, but are excluded from the variance between trials. */
const COMPARED_DAYS = 180

export const trialsReader = {
  at: 'BACKGROUND',
  everyMs: TRIALS_EVERY_MS,
  read({ store: { signals }, trading: { constitution } }: PerformanceSources, nowMs: Instant) {
    const days = signals.findTrialDays(nowMs - COMPARED_DAYS * DAY_MS)
    const { minDays } = constitution.monitor
    const value = buildTrialRecord(days, { registered: signals.countTrials(), nowMs, minDays })
    return { value, observedAtMs: nowMs, sampleSize: value.registered }
  },
} as const satisfies Reader<TrialRecord>

/** Compares the account with the sum of all lifecycles at one instant: `now − start − flows = Σ net + unrealised`. */
const equityIdentity = ({ trading }: PerformanceSources, closed: readonly ClosedTrade[]): TradesTruth['identity'] => {
  const { account, positions } = trading.ledger()
  const { equity, unrealizedPnl } = valueAccount(trading)
  const made =
    sum(closed.map(({ net }) => net)) +
    sum([...positions.values()].map((position) => computeNet(position))) +
    unrealizedPnl
  return {
    equityStart: printMoney(account.opening),
    equityNow: printMoney(equity),
    externalFlows: printMoney(account.adjustments),
    made: printMoney(made),
    difference: printMoney(equity - account.opening - account.adjustments - made),
  }
}

const sum = (amounts: readonly Money[]): Money => amounts.reduce((total, amount) => total + amount, 0n)
