import { setImmediate } from 'node:timers/promises'
import { decimal } from '../core/decimal.ts'
import { HOUR_MS } from '../core/instant.ts'
import { type ClosedTrade, createClosedTrade, type Opening } from '../domain/performance/closed-trade.ts'
import type { TradeRecord } from '../domain/performance/trade-record.ts'
import { closingSide, type Position } from '../domain/position/position.ts'
import { getInstrument } from '../views/trading-reader.ts'
import type { TruthSources } from './evidence-sources.ts'

/** All ended lifecycles, read once; changed in place. */
export interface TradeBook {
  readonly closed: Map<string, { readonly version: number; readonly trade: ClosedTrade }>
  /** Positions that may still change: open ones, and those that ended a short while ago. */
  readonly watched: Set<string>
  /** True when everything from before the last reading is included. */
  whole: boolean
  /** Last record built from it; null when something has changed since. */
  made: { readonly digest: string; readonly record: TradeRecord } | null
}

/** Keeps the computed state of a reader: one for each platform. */
export const onePerSources = <T>(begin: () => T): ((sources: PerformanceSources) => T) => {
  const instances = new WeakMap<PerformanceSources, T>()
  return (sources) => {
    const known = instances.get(sources) ?? begin()
    instances.set(sources, known)
    return known
  }
}

const getTradeBook = onePerSources(
  (): TradeBook => ({ closed: new Map(), watched: new Set(), whole: false, made: null }),
)

/** Number of rows read without a pause. */
const PAGE = 20
/** Funding may be reported after the end. */
const SETTLES_WITHIN_MS = HOUR_MS

/** Returns the trades of a platform, with every lifecycle that has ended by now. */
export const currentTrades = async (sources: PerformanceSources): Promise<TradeBook> => {
  const book = getTradeBook(sources)
  do {
    if (!book.whole) await readBook(sources, book)
  } while (!bringUpToDate(sources, book))
  return book
}

/** Reads all trades, page by page. The result is complete except for changes made meanwhile. */
const readBook = async (sources: PerformanceSources, book: TradeBook): Promise<void> => {
  for (let page = readPage(sources, null); page.length > 0; page = readPage(sources, page.at(-1))) {
    for (const position of page) noteIn(sources, book, position)
    await setImmediate()
  }
  book.whole = true
}

/** Adds new or changed trades without a pause. Returns false when there were more than fit between two pauses. */
const bringUpToDate = (sources: PerformanceSources, book: TradeBook): boolean => {
  const newest = readPage(sources, null)
  const isJoined = newest.length < PAGE || newest.some(({ positionId }) => isKnown(book, positionId))
  const newestIds = new Set(newest.map(({ positionId }) => positionId))
  const watched = [...book.watched].filter((id) => !newestIds.has(id as Position['positionId']))
  for (const position of newest) noteIn(sources, book, position)
  for (const positionId of watched) {
    const position = sources.store.trading.findPosition(positionId)
    if (position) noteIn(sources, book, position)
  }
  book.whole = isJoined
  return isJoined
}

/** Sorted by end. */
export const tradesIn = ({ closed }: TradeBook): ClosedTrade[] =>
  [...closed.values()]
    .map(({ trade }) => trade)
    .toSorted((a, b) => a.closedAtMs - b.closedAtMs || (a.positionId < b.positionId ? -1 : 1))

const readPage = ({ store }: PerformanceSources, after: Position | undefined | null): Position[] =>
  store.trading.findPositions({
    symbol: null,
    before: after ? { atMs: after.openedAtMs, id: after.positionId } : null,
    fromMs: null,
    toMs: null,
    limit: PAGE,
  })

const isKnown = ({ closed, watched }: TradeBook, positionId: string): boolean =>
  closed.has(positionId) || watched.has(positionId)

const noteIn = (sources: PerformanceSources, book: TradeBook, position: Position): void => {
  const { positionId, version, closedAtMs } = position
  const settled = closedAtMs !== null && closedAtMs < sources.now() - SETTLES_WITHIN_MS
  if (settled) book.watched.delete(positionId)
  else book.watched.add(positionId)
  if (position.status !== 'CLOSED' || book.closed.get(positionId)?.version === version) return
  const trade = createClosedTrade(position, {
    instrument: getInstrument(sources.trading, position.symbol),
    opening: readOpening(sources, position),
    takerFeeRate: decimal(sources.trading.constitution.execution.takerFeeRate),
  })
  book.closed.set(positionId, { version, trade })
  book.made = null
}

/** Executions of one instant: there are few. */
const FILLS_MAX = 50

/** Returns the opening of a lifecycle: first order and plan, signal, and the order book at the decision. */
const readOpening = (sources: PerformanceSources, position: Position): Opening => {
  const { trading, signals } = sources.store
  const orderId = openedBy(sources, position)
  const order = orderId === null ? undefined : trading.findOrder(orderId)
  const entry = position.cause && signals.findEntry(position.cause.candidateId)
  const { bid, ask } = entry && entry.orderId === orderId ? entry.evidence.book : NO_TOUCH
  return {
    stopLoss: order?.plan?.stopLoss.price ?? null,
    regime: (position.cause && signals.findSignal(position.cause.signalId)?.signal.regime) ?? null,
    touch: bid === null || ask === null ? null : [bid, ask],
    order: order ?? null,
  }
}

const NO_TOUCH = { bid: null, ask: null }

/** Returns the order that opened a position; null when it was not an order of ours. */
const openedBy = ({ store }: PerformanceSources, position: Position): string | null => {
  const { positionId, openedAtMs } = position
  const atOpening = { fromMs: openedAtMs, toMs: openedAtMs + 1, limit: FILLS_MAX }
  const entries = store.trading.findAccountEntries({
    symbol: null,
    orderId: null,
    positionId,
    before: null,
    ...atOpening,
  })
  const first = entries.findLast((entry) => entry.kind === 'fill' && entry.fill.side !== closingSide(position))
  return first?.kind === 'fill' ? first.fill.orderId : null
}

/** Sources of the profitability figures. */
export type PerformanceSources = Pick<TruthSources, 'store' | 'trading' | 'now'>
