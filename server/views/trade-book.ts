import { setImmediate } from 'node:timers/promises'
import { decimal } from '../core/decimal.ts'
import { HOUR_MS } from '../core/instant.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { type ClosedTrade, createClosedTrade, type Opening } from '../domain/performance/closed-trade.ts'
import { closingSide, type Position } from '../domain/position/position.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { SignalStore, TradingStore } from './ports.ts'
import { getInstrument, type TradingReader } from './trading-reader.ts'

/**
 * Register of the account's closed positions with result and risk: read from the store once, then updated with changes.
 */
export interface TradeBook {
  /** Adds trades that have ended or changed since the last update. */
  update(): Promise<void>
  /** Closed trades by position, as of the last update. */
  readonly closed: ReadonlyMap<string, ClosedTrade>
  /** Returns a number that changes whenever a trade is added or changed. */
  readonly revision: number
}

/** Sources of the ended positions. */
export interface TradeSources {
  readonly store: { readonly trading: TradingStore; readonly signals: SignalStore }
  readonly trading: TradingReader
  readonly now: Clock
}

/** Opens the register; nothing is read before the first update. */
export const openTradeBook = (sources: TradeSources): TradeBook => {
  const book: Book = { closed: new Map(), versions: new Map(), watched: new Set(), isWhole: false, revision: 0 }
  const update = oneAtATime(async () => {
    do {
      if (!book.isWhole) await readBook(sources, book)
    } while (!bringUpToDate(sources, book))
  })
  return {
    update,
    closed: book.closed,
    get revision() {
      return book.revision
    },
  }
}

/** Changed in place. */
interface Book {
  readonly closed: Map<string, ClosedTrade>
  /** Version of the position from which each trade was built. */
  readonly versions: Map<string, number>
  /** Positions that may still change: open ones, and those that ended a short while ago. */
  readonly watched: Set<string>
  /** True when everything from before the last reading is included. */
  isWhole: boolean
  revision: number
}

/** Sorts trades by the end of their positions. */
export const sortTrades = (trades: Iterable<ClosedTrade>): ClosedTrade[] =>
  [...trades].toSorted((a, b) => a.closedAtMs - b.closedAtMs || (a.positionId < b.positionId ? -1 : 1))

/** Number of rows read per step. */
const PAGE = 20
/** Time after the end of a position in which funding may still be reported. */
const SETTLES_WITHIN_MS = HOUR_MS

/** Reads all trades, page by page. The result is complete except for changes made meanwhile. */
const readBook = async (sources: TradeSources, book: Book): Promise<void> => {
  for (let page = readPage(sources, null); page.length > 0; page = readPage(sources, page.at(-1))) {
    for (const position of page) noteIn(sources, book, position)
    await setImmediate()
  }
  book.isWhole = true
}

/** Adds new or changed trades in one step. Returns false when there were too many for one step. */
const bringUpToDate = (sources: TradeSources, book: Book): boolean => {
  const newest = readPage(sources, null)
  const isJoined = newest.length < PAGE || newest.some(({ positionId }) => isKnown(book, positionId))
  const newestIds = new Set(newest.map(({ positionId }) => positionId))
  const watched = [...book.watched].filter((id) => !newestIds.has(id as Position['positionId']))
  for (const position of newest) noteIn(sources, book, position)
  for (const positionId of watched) {
    const position = sources.store.trading.findPosition(positionId)
    if (position) noteIn(sources, book, position)
  }
  book.isWhole = isJoined
  return isJoined
}

const readPage = ({ store }: TradeSources, after: Position | undefined | null): Position[] =>
  store.trading.findPositions({
    symbol: null,
    before: after ? { atMs: after.openedAtMs, id: after.positionId } : null,
    fromMs: null,
    toMs: null,
    limit: PAGE,
  })

const isKnown = ({ closed, watched }: Book, positionId: string): boolean =>
  closed.has(positionId) || watched.has(positionId)

const noteIn = (sources: TradeSources, book: Book, position: Position): void => {
  const { positionId, version, closedAtMs } = position
  const settled = closedAtMs !== null && closedAtMs < sources.now() - SETTLES_WITHIN_MS
  if (settled) book.watched.delete(positionId)
  else book.watched.add(positionId)
  if (position.status !== 'CLOSED' || book.versions.get(positionId) === version) return
  const trade = createClosedTrade(position, {
    instrument: getInstrument(sources.trading, position.symbol),
    opening: readOpening(sources, position),
    takerFeeRate: decimal(sources.trading.constitution.execution.takerFeeRate),
  })
  book.closed.set(positionId, trade)
  book.versions.set(positionId, version)
  book.revision++
}

/** Maximum number of executions at one instant. */
const FILLS_MAX = 50

/** Returns the opening of a lifecycle: first order and plan, signal, and the order book at the decision. */
const readOpening = (sources: TradeSources, position: Position): Opening => {
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

/** Returns the order that opened a position; null when it was not one of our orders. */
const openedBy = ({ store }: TradeSources, position: Position): string | null => {
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
