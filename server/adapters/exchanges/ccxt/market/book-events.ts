/** Order book events of an instrument, derived from the state of CCXT's order book: snapshots, changes, and losses. */

import type { Instant } from '../../../../core/instant.ts'
import type { InstrumentEvent } from '../../../../domain/market/market-event.ts'
import { exactText, toFields, toInteger, toTime } from '../fields.ts'
import { type LibrarySide, moveWindow } from './book-window.ts'
import { type BookTrack, type Channel, createBookTrack } from './channel.ts'
import type { Feed } from './feed.ts'

/** Returns the events of a reading of the library's order book: a snapshot, changes, or its loss. */
export const readBookEvents = (
  channel: Channel,
  stored: unknown,
  news: BookNews | undefined,
  rules: BookRules,
): InstrumentEvent[] => {
  const { book: track } = channel
  const book = readBook(stored)
  if (news && !follows(track, news)) return loseBook(channel)
  if (!book) return track.published ? loseBook(channel) : []
  if ((rules.feed.marksBeginnings && !track.whole) || !channel.live) return []
  if (isCrossed(book)) return loseBook(channel)
  return createBookEvents(channel, book, news?.begins ?? false, rules)
}

export interface BookRules {
  readonly feed: Feed
  readonly now: () => Instant
  readonly unreadable: (what: string) => void
}

/**
 * Information on the order book in the exchange's message: whether it starts anew, and its number if only the message
 * contains it.
 */
export interface BookNews {
  readonly begins: boolean
  readonly sequence?: number
}

/** Order book of the library. */
interface LibraryBook {
  readonly bids: LibrarySide
  readonly asks: LibrarySide
  readonly nonce: number | undefined
  readonly timestamp: number | undefined
}

const createBookEvents = (
  channel: Channel,
  book: LibraryBook,
  begins: boolean,
  rules: BookRules,
): InstrumentEvent[] => {
  const { published, sequence: last, number } = channel.book
  const sequence = book.nonce ?? number ?? last + 1
  if (!published) return [createSnapshotEvent(channel, book, sequence, rules)]
  if (sequence === last) return []
  if (sequence > last && !begins) return [createDeltaEvent(channel, book, sequence, rules)]
  return [
    { kind: 'bookLost', symbol: channel.listing.instrument.symbol },
    createSnapshotEvent(channel, book, sequence, rules),
  ]
}

/** Makes the next reading publish the complete order book, at the engine's request. */
export const republishBook = ({ book }: Channel): void => {
  book.published = false
}

/** Marks the order book as unreliable until it has been requested again. */
export const loseBook = (channel: Channel): InstrumentEvent[] => {
  const { published, lost } = channel.book
  channel.book = createBookTrack()
  lost.resolve()
  return published ? [{ kind: 'bookLost', symbol: channel.listing.instrument.symbol }] : []
}

/** Returns whether an update is the next one, if it has a number; a new snapshot always is. */
const follows = (track: BookTrack, { begins, sequence }: BookNews): boolean => {
  const expected = begins || !track.whole || track.number === undefined || sequence === track.number + 1
  if (begins) track.whole = true
  track.number = sequence
  return expected
}

const readBook = (stored: unknown): LibraryBook | undefined => {
  const { bids, asks, nonce, timestamp } = toFields(stored)
  const [number, atMs] = [toInteger(nonce), toTime(timestamp)]
  if (!Array.isArray(bids) || !Array.isArray(asks) || (number === undefined && atMs === undefined)) return undefined
  return { bids, asks, nonce: number, timestamp: atMs }
}

const isCrossed = ({ bids, asks }: LibraryBook): boolean => {
  const [bid, ask] = [exactText(bids[0]?.[0]), exactText(asks[0]?.[0])]
  return bid !== undefined && ask !== undefined && Number(bid) >= Number(ask)
}

const createSnapshotEvent = (
  channel: Channel,
  book: LibraryBook,
  sequence: number,
  rules: BookRules,
): InstrumentEvent => {
  const { bids, asks } = createBookTrack()
  Object.assign(channel.book, { bids, asks, published: true })
  return { kind: 'bookSnapshot', snapshot: { ...changes(channel, book, rules), sequence: count(channel, sequence) } }
}

const createDeltaEvent = (channel: Channel, book: LibraryBook, sequence: number, rules: BookRules): InstrumentEvent => {
  const previousSequence = channel.book.sequence
  const lastSequence = count(channel, sequence)
  const numbers = { firstSequence: previousSequence + 1, lastSequence, previousSequence }
  return { kind: 'bookDelta', delta: { ...changes(channel, book, rules), ...numbers } }
}

const count = ({ book }: Channel, sequence: number): number => {
  book.sequence = sequence
  return sequence
}

const changes = (channel: Channel, book: LibraryBook, { now, unreadable }: BookRules) => {
  const { book: track, listing } = channel
  const bids = moveWindow(track.bids, book.bids, listing)
  const asks = moveWindow(track.asks, book.asks, listing)
  for (const what of [...bids.unreadable, ...asks.unreadable]) unreadable(what)
  track.exchangeTimeMs = book.timestamp ?? now()
  const { symbol } = listing.instrument
  return { symbol, bids: bids.levels, asks: asks.levels, exchangeTimeMs: track.exchangeTimeMs }
}
