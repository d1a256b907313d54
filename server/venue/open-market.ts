import { SECOND_MS } from '../core/instant.ts'
import { touchOf } from '../domain/market/touch.ts'
import type { VenueEvent } from '../engine/venue.ts'
import { foldEvents } from './account/fold-events.ts'
import { readAccount } from './account/order-desk.ts'
import { restoreBook } from './account/restore-book.ts'
import { takeMarketEvent } from './market/market-board.ts'
import { createMarketFeed, tellMarket, tellSecond } from './stream/market-feed.ts'
import type { VenueState } from './venue-state.ts'

/** The longest that is waited for the markets to show a price. */
const OPENING_MAX_MS = 10 * SECOND_MS

interface OpenedMarket {
  /** Every listed market shows its touch, or it has been waited long enough. */
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  stop(): void
}

/** Lets the market speak, and the account with it; from here on everything that happens is told. */
export const openMarket = (state: VenueState, signal: AbortSignal): OpenedMarket => {
  const { exchange, board, hub, clock, fail } = state
  const ready = Promise.withResolvers<void>()
  const feed = createMarketFeed(hub)
  const joined = listenToAccount(state)
  board.requestBook = (symbol) => exchange.source.requestBook(symbol)
  board.listener = (news) => {
    tellMarket(feed, news)
    if (isOpen(state)) ready.resolve()
  }
  const overdue = Promise.withResolvers<void>()
  const late = setTimeout(overdue.resolve, OPENING_MAX_MS)
  const pulse = setInterval(() => tellSecond(feed, board, clock()), SECOND_MS)
  const sink = {
    offer: (event: Parameters<typeof takeMarketEvent>[1]) => {
      takeMarketEvent(board, event, clock())
      return true
    },
    room: () => Promise.resolve(),
  }
  const ended = exchange.source
    .run(sink, () => undefined, signal)
    .catch((error: unknown) => {
      fail(error instanceof Error ? error : new Error(String(error)))
      ready.resolve()
    })
  return {
    ready: Promise.race([overdue.promise, Promise.all([ready.promise, joined]).then(() => {})]).finally(() =>
      clearTimeout(late),
    ),
    ended,
    stop: () => clearInterval(pulse),
  }
}

const isOpen = ({ board, exchange }: VenueState): boolean => {
  const wanted = exchange.source.instruments.filter(({ symbol }) => board.wanted.size === 0 || board.wanted.has(symbol))
  return wanted.every(({ symbol }) => {
    const entry = board.listings.get(symbol)?.entry
    return entry !== undefined && touchOf(entry).bid !== undefined
  })
}

/**
 * Takes what the exchange tells in one go, and folds it when that is over. Resolves when the account is in the market: an
 * exchange that has seen a price beats.
 */
const listenToAccount = ({ exchange, desk, tell, fail, book }: VenueState): Promise<void> => {
  const joined = Promise.withResolvers<void>()
  let batch: VenueEvent[] = []
  const fold = (): void => {
    const events = batch
    batch = []
    try {
      foldEvents(desk, events, tell)
      if (events.some((event) => event.kind === 'stream' && event.state === 'lost')) desk.missed = true
      if (desk.missed && events.some((event) => event.kind === 'stream' && event.state === 'connected')) {
        desk.missed = false
        restoreBook(book, exchange.records, exchange.store)
      }
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  }
  exchange.account.open({
    offer(event) {
      if (event.kind === 'heartbeat') joined.resolve()
      if (batch.length === 0) queueMicrotask(fold)
      batch.push(event)
      return true
    },
  })
  readAccount(desk).catch(() => {})
  return joined.promise
}
