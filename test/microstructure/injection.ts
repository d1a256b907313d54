import type { Instant } from '../../server/core/instant.ts'
import { lots, type Ticks, ticks } from '../../server/domain/market/instrument.ts'
import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import {
  applyDelta,
  applySnapshot,
  type BookDelta,
  createOrderBook,
  type Level,
  type OrderBook,
} from '../../server/domain/market/order-book.ts'

/** Quantity added to a recorded order book and removed again. */
export interface Episode {
  readonly atMs: Instant
  readonly lifeMs: number
  readonly side: 'BID' | 'ASK'
  /** Distances from the mid, and the delay of each after the first. */
  readonly levels: readonly { readonly bps: number; readonly afterMs: number }[]
  /** Minimum change of the imbalance within 20 bps, and minimum lots per level. */
  readonly move: number
  readonly sizeMin: number
  /** Lots that takers trade on the opposite side meanwhile, in ten trades. */
  readonly aggression: number
}

/** Part of an episode that is still to be delivered. */
interface Due {
  readonly atMs: Instant
  /** Applied before the next recorded delta. */
  readonly apply: (delta: BookDelta) => void
}

/** Delta before which an event is inserted, and its time. */
type Dated = Pick<BookDelta, 'symbol' | 'previousSequence' | 'exchangeTimeMs'>

const BAND = 0.002

/**
 * Inserts the episodes into the recorded events. Recorded changes of a level preserve the injected quantity; injected
 * changes have the sequence number of the preceding recorded change, so that the sequence is unbroken.
 */
export const inject = (
  events: readonly MarketEvent[],
  episodes: readonly Episode[],
  emit: (event: MarketEvent) => void,
): void => {
  const book = createOrderBook()
  const extra = { BID: new Map<Ticks, number>(), ASK: new Map<Ticks, number>() }
  const waiting = [...episodes]
  const dues: Due[] = []
  const withExtra = (side: Episode['side'], levels: readonly Level[]): Level[] =>
    levels.map(({ price, quantity }) => ({ price, quantity: lots(quantity + (extra[side].get(price) ?? 0)) }))
  const change = (side: Episode['side'], price: Ticks, size: number, like: Dated): void => {
    extra[side].set(price, Math.max(0, (extra[side].get(price) ?? 0) + size))
    const level = withExtra(side, [{ price, quantity: lots(restingAt(book, side, price)) }])
    emit({
      kind: 'bookDelta',
      delta: {
        ...like,
        firstSequence: like.previousSequence,
        lastSequence: like.previousSequence,
        bids: side === 'BID' ? level : [],
        asks: side === 'ASK' ? level : [],
      },
    })
  }
  const begin = (episode: Episode, delta: BookDelta): void => {
    const mid = midPrice(book)
    const size = episodeSize(book, mid, episode)
    const direction = episode.side === 'BID' ? 1 : -1
    for (const { bps, afterMs } of episode.levels) {
      const price = ticks(Math.round(mid * (1 - (direction * bps) / 10_000)))
      const dueAfter = (ms: number, changed: number): void => {
        const atMs = episode.atMs + ms
        dues.push({
          atMs,
          apply: (before) => change(episode.side, price, changed, { ...before, exchangeTimeMs: atMs }),
        })
      }
      dueAfter(afterMs, size)
      dueAfter(episode.lifeMs, -size)
    }
    for (let count = 0; count < 10 && episode.aggression > 0; count++) {
      const atMs = episode.atMs + (episode.lifeMs * (count + 1)) / 12
      dues.push({ atMs, apply: () => emit(takerTrade(book, episode, delta.symbol, atMs)) })
    }
  }
  for (const event of events) {
    if (event.kind === 'bookSnapshot') applySnapshot(book, event.snapshot)
    if (event.kind !== 'bookDelta') {
      emit(event)
      continue
    }
    const { delta } = event
    for (const episode of shiftDue(waiting, delta.exchangeTimeMs)) begin(episode, delta)
    dues.sort((a, b) => a.atMs - b.atMs)
    for (const due of shiftDue(dues, delta.exchangeTimeMs)) due.apply(delta)
    applyDelta(book, delta)
    for (const [side, price, size] of overtaken(book, extra)) change(side, price, -size, delta)
    emit({
      kind: 'bookDelta',
      delta: { ...delta, bids: withExtra('BID', delta.bids), asks: withExtra('ASK', delta.asks) },
    })
  }
}

/** Removes and returns the due items from the front. */
const shiftDue = <T extends { readonly atMs: Instant }>(list: T[], atMs: Instant): T[] => {
  const later = list.findIndex((entry) => entry.atMs > atMs)
  return list.splice(0, later < 0 ? list.length : later)
}

/** Returns the injected levels that the market has reached: they would have traded, so they are removed first. */
const overtaken = (book: OrderBook, extra: Record<Episode['side'], Map<Ticks, number>>) => {
  const [bid, ask] = [book.bids.best()?.price ?? 0, book.asks.best()?.price ?? Number.POSITIVE_INFINITY]
  const bids = [...extra.BID].filter(([price, size]) => size > 0 && price >= ask)
  const asks = [...extra.ASK].filter(([price, size]) => size > 0 && price <= bid)
  return [...bids.map((level) => ['BID', ...level] as const), ...asks.map((level) => ['ASK', ...level] as const)]
}

const midPrice = ({ bids, asks }: OrderBook): number => ((bids.best()?.price ?? 0) + (asks.best()?.price ?? 0)) / 2

const restingAt = (book: OrderBook, side: Episode['side'], price: Ticks): number => {
  const levels = side === 'BID' ? book.bids : book.asks
  const beyond = price + (side === 'BID' ? 1 : -1)
  return levels.within(price).quantity - levels.within(beyond).quantity
}

const episodeSize = ({ bids, asks }: OrderBook, mid: number, { side, levels, move, sizeMin }: Episode): number => {
  const b = bids.within(mid * (1 - BAND)).quantity
  const a = asks.within(mid * (1 + BAND)).quantity
  const [own, other] = side === 'BID' ? [b, a] : [a, b]
  const target = Math.min(0.97, (own - other) / (own + other) + move)
  const total = (other * (1 + target)) / (1 - target) - own
  return Math.ceil(Math.max(sizeMin, total / levels.length))
}

const takerTrade = (book: OrderBook, { side, aggression }: Episode, symbol: string, atMs: Instant): MarketEvent => ({
  kind: 'trade',
  trade: {
    symbol,
    tradeId: `injected-${atMs}`,
    sequence: null,
    price: (side === 'BID' ? book.bids.best()?.price : book.asks.best()?.price) ?? ticks(1),
    quantity: lots(Math.round(aggression / 10)),
    takerSide: side === 'BID' ? 'SELL' : 'BUY',
    tradedAtMs: Math.round(atMs),
  },
})
