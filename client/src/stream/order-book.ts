/** Keeps the order book of an instrument current from the snapshots and changes of its channel. */

import type { components } from '../generated/openapi.ts'
import { askFirst, bidFirst, changedLevels, type Level } from './levels.ts'
import type { Reader } from './subscriptions.ts'
import type { ChannelMessage } from './wire.ts'

/** Order book of an instrument; its current view is replaced with every change. */
export interface OrderBook {
  readonly current: BookView
  /** Calls the listener after every change; returns a function that removes it. */
  onChange(listener: (view: BookView) => void): () => void
  close(): void
}

/** Message of the order book channel: a snapshot or a change. */
export type BookMessage = ChannelMessage<`market.orderbook.50:${string}`>

type BookData = components['schemas']['BookData']

/** A book at one moment. It is replaced, never changed. */
export interface BookView {
  /** State of the book: current while `SYNCED`; while `RESYNCING`, both sides are empty. */
  readonly state: BookData['state']
  /** Bids, highest price first. */
  readonly bids: readonly Level[]
  /** Asks, lowest price first. */
  readonly asks: readonly Level[]
  /** Time by the exchange's clock; null until the first message. */
  readonly exchangeTimeMs: number | null
}

export const NO_BOOK: BookView = { state: 'RESYNCING', bids: [], asks: [], exchangeTimeMs: null }

/** Returns the order book after a message. */
export const bookAfter = (before: BookView, { type, data }: Pick<BookMessage, 'type' | 'data'>): BookView => {
  const { state, exchangeTimeMs } = data
  if (state === 'RESYNCING') return { ...NO_BOOK, exchangeTimeMs }
  const [bids, asks] = type === 'snapshot' ? [[], []] : [before.bids, before.asks]
  return {
    state,
    bids: changedLevels(bids, data.bids, bidFirst),
    asks: changedLevels(asks, data.asks, askFirst),
    exchangeTimeMs,
  }
}

export const keepBook = (subscribe: (reader: Reader) => () => void): OrderBook => {
  const listeners = new Set<(view: BookView) => void>()
  let latest = NO_BOOK
  let isStale = false
  let current = NO_BOOK
  const show = (): void => {
    const view = isStale ? NO_BOOK : latest
    if (view === current) return
    current = view
    for (const listener of [...listeners]) listener(view)
  }
  const lost = (): void => {
    latest = NO_BOOK
    isStale = false
    show()
  }
  const close = subscribe({
    receive(message) {
      latest = bookAfter(latest, message as BookMessage)
      show()
    },
    lost,
    ended: lost,
    stale(isNow) {
      isStale = isNow
      show()
    },
  })
  return {
    get current() {
      return current
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close,
  }
}
