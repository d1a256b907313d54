import { setImmediate } from 'node:timers/promises'
import { toFloat } from '../../core/decimal.ts'
import { DAY_MS, type Instant, MINUTE_MS, toRfc3339 } from '../../core/instant.ts'
import { computeQuantile } from '../../core/statistics/quantile.ts'
import { type Money, printMoney } from '../../domain/account/money.ts'
import { toNotional } from '../../domain/market/instrument.ts'
import type { Position } from '../../domain/position/position.ts'
import { modelErrorBps } from '../../domain/signal/edge/model-error.ts'
import type { ConsideredEntry } from '../../engine/model/facts.ts'
import type { Page } from '../../engine/model/ports.ts'
import type { CandidateRecord } from '../../monitor/inputs/autotrading.ts'
import { getInstrument } from '../../views/trading-reader.ts'
import type { CandidateSources } from '../candidates/candidate-sources.ts'
import { type Ended, gradeRecords, toEnded } from '../candidates/grade-records.ts'
import { currentTrades } from '../performance/trade-book.ts'
import type { Reader } from '../reader.ts'

/** Retention of rejected candidates. */
const WINDOW_MS = 30 * DAY_MS
/** Read without a pause, and how often at most: the newest within the window. */
const PAGE = 100
const PAGES_MAX = 20
/** Page size and limit of filled candidates, each read in full. */
const FILLED_PAGE = 25
const FILLED_PAGES_MAX = 8

/** Reads the results of candidates; computed in the background, in small pieces. */
export const candidateRecordReader = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  async read(sources: CandidateSources, nowMs: Instant) {
    const { ended, fromMs } = await readEnded(sources, nowMs - WINDOW_MS)
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

/** Returns everything `find` has, page by page, newest first, and whether more was left. */
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

/** Oldest first. The window begins later where there are more than are read. */
const readEnded = async (
  sources: CandidateSources,
  windowMs: Instant,
): Promise<{ ended: Ended[]; fromMs: Instant }> => {
  const { store } = sources
  const within = { fromMs: windowMs, toMs: null }
  const graded = await readPages((page) => store.signals.findGraded({ ...within, ...page }), {
    page: PAGE,
    pagesMax: PAGES_MAX,
    toPlace: ({ atMs, candidateId }) => ({ atMs, id: candidateId }),
  })
  const oldestMs = graded.rows.at(-1)?.atMs
  const fromMs = graded.cut && oldestMs !== undefined ? oldestMs : windowMs
  const positions = await readPages(
    (page) => store.trading.findPositions({ symbol: null, fromMs, toMs: null, ...page }),
    {
      page: PAGE,
      pagesMax: PAGES_MAX,
      toPlace: ({ openedAtMs, positionId }) => ({ atMs: openedAtMs, id: positionId }),
    },
  )
  const made = new Map<string, Position>(
    positions.rows.flatMap((position) => (position.cause ? [[position.cause.candidateId, position]] : [])),
  )
  const { closed } = await currentTrades(sources)
  const ended = graded.rows.flatMap((entry) => {
    const position = made.get(entry.candidateId)
    return toEnded(entry, position, position && closed.get(position.positionId)?.trade) ?? []
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

/** Undefined while nothing was filled, and where no book was seen. */
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
