import { setImmediate } from 'node:timers/promises'
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { buildEquityRecord, type EquityRecord } from '../../domain/performance/equity-curve.ts'
import { buildTradeRecord, tradesDigest } from '../../domain/performance/trade-record.ts'
import { buildTrialRecord, type TrialRecord } from '../../domain/performance/trial-record.ts'
import type { TradesTruth } from '../../monitor/inputs/performance.ts'
import { curveUpTo, openEquityBook } from '../performance/equity-book.ts'
import { equityIdentity } from '../performance/equity-identity.ts'
import { onePerSources } from '../performance/one-per-sources.ts'
import type { PerformanceSources } from '../performance/performance-sources.ts'
import { currentTrades, type TradeBook, tradesIn } from '../performance/trade-book.ts'
import type { Reader } from '../reader.ts'

/** Skips the work while nothing has changed; the first reading is available when the ledger is open. */
const EVERY_MS = SECOND_MS
const TRIALS_EVERY_MS = MINUTE_MS

const getEquityBook = onePerSources(openEquityBook)

/** Records nothing before the ledger is open. */
export const tradesReader = {
  at: 'BACKGROUND',
  everyMs: EVERY_MS,
  async read(sources: PerformanceSources) {
    const book = await currentTrades(sources)
    const current = readStanding(sources, book)
    if (!current) return undefined
    const { digest, record } = await recordedIn(book)
    const { observedAtMs, ...standing } = current
    return { value: { ...standing, record }, observedAtMs, sampleSize: record.trades, digest }
  },
} as const satisfies Reader<TradesTruth>

/** Lifecycles and account as they are at one instant. */
const readStanding = (sources: PerformanceSources, book: TradeBook) => {
  const { openedAtMs, positions } = sources.trading.ledger()
  if (openedAtMs === null) return undefined
  const closed = [...book.closed.values()].map(({ trade }) => trade)
  return {
    open: positions.size,
    openedAtMs,
    identity: equityIdentity(sources, closed),
    observedAtMs: sources.now(),
  }
}

/** Made anew only when a trade has come or changed. */
const recordedIn = async (book: TradeBook): Promise<NonNullable<TradeBook['made']>> => {
  if (book.made) return book.made
  const trades = tradesIn(book)
  const digest = await inSteps(tradesDigest(trades))
  const record = await inSteps(buildTradeRecord(trades, digest))
  book.made = { digest, record }
  return book.made
}

/** Yields the event loop at every pause. */
const inSteps = async <T>(steps: Generator<undefined, T>): Promise<T> => {
  let step = steps.next()
  for (; !step.done; step = steps.next()) await setImmediate()
  return step.value
}

export const equityDaysReader = {
  at: 'BACKGROUND',
  everyMs: EVERY_MS,
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

/** Age limit of the trials that are compared: older ones still count, but do not enter the spread between trials. */
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
