import { toError } from '../../server/core/errors.ts'
import { type Instant, SECOND_MS } from '../../server/core/instant.ts'
import { getTouch } from '../../server/domain/market/market.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { VenueEvent } from '../../server/engine/model/venue.ts'
import { foldEvents } from './account/fold-events.ts'
import { readAccount } from './account/order-desk.ts'
import { restoreBook } from './account/restore-book.ts'
import type { ExchangeState } from './exchange-state.ts'
import { applyMarketEvent, type MarketNews } from './market/market-board.ts'

/**
 * Starts market and account of the local exchange: market events go to the board, account events in batches to the
 * book, and both are published from then on.
 */
export const openMarket = (parts: MarketParts): OpenedMarket => {
  const { exchange, board, clock, fail, publishMarket, publishSecond } = parts
  const ready = Promise.withResolvers<void>()
  const joined = listenToAccount(parts)
  board.requestBook = (symbol) => exchange.source.requestBook(symbol)
  board.listener = (news) => {
    publishMarket(news)
    if (isOpen(parts)) ready.resolve()
  }
  const overdue = Promise.withResolvers<void>()
  const late = setTimeout(overdue.resolve, OPENING_MAX_MS)
  const pulse = setInterval(() => publishSecond(clock()), SECOND_MS)
  const market = new AbortController()
  const ended = exchange.source
    .run(createSink(parts), () => undefined, market.signal)
    .catch((error: unknown) => {
      fail(toError(error))
      ready.resolve()
    })
  return {
    ready: Promise.race([overdue.promise, Promise.all([ready.promise, joined]).then(() => {})]).finally(() =>
      clearTimeout(late),
    ),
    ended,
    stop() {
      market.abort()
      clearInterval(pulse)
    },
  }
}

/** Maximum wait for the first prices. */
const OPENING_MAX_MS = 10 * SECOND_MS

/** An open market. */
export interface OpenedMarket {
  /** Resolves when every listed market has a touch, or after a limit. */
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  stop(): void
}

/** Receivers of market and account events. */
export interface MarketParts
  extends Pick<ExchangeState, 'exchange' | 'board' | 'clock' | 'desk' | 'book' | 'publish' | 'fail'> {
  /** Publishes to the market subscribers. */
  readonly publishMarket: (news: MarketNews) => void
  /** Called every second, independent of market events. */
  readonly publishSecond: (atMs: Instant) => void
  /** Called after the account was read again. */
  readonly restored?: () => void
}

const createSink = ({ board, clock }: MarketParts) => ({
  offer: (event: MarketEvent) => {
    applyMarketEvent(board, event, clock())
    return true
  },
  room: () => Promise.resolve(),
})

const isOpen = ({ board, exchange }: MarketParts): boolean => {
  const wanted = exchange.source.instruments.filter(({ symbol }) => board.wanted.size === 0 || board.wanted.has(symbol))
  return wanted.every(({ symbol }) => {
    const entry = board.listings.get(symbol)?.entry
    return entry !== undefined && getTouch(entry).bid !== undefined
  })
}

/**
 * Applies account events in batches. Resolves with the first heartbeat, which the account sends once it has received a
 * price.
 */
const listenToAccount = (parts: MarketParts): Promise<void> => {
  const { exchange, desk, publish, fail } = parts
  const joined = Promise.withResolvers<void>()
  let batch: VenueEvent[] = []
  const fold = (): void => {
    const events = batch
    batch = []
    try {
      foldEvents(desk, events, publish)
      if (events.some((event) => event.kind === 'stream' && event.state === 'lost')) desk.missed = true
      if (desk.missed && events.some((event) => event.kind === 'stream' && event.state === 'connected')) {
        desk.missed = false
        restore(parts)
      }
    } catch (error) {
      fail(toError(error))
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

const restore = ({ book, exchange, restored }: MarketParts): void => {
  restoreBook(book, exchange.records, exchange.store)
  restored?.()
}
