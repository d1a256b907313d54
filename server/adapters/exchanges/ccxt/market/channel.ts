import { type Instant, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'
import type { Listing } from '../listing.ts'
import { createSideWindow, type SideWindow } from './book-window.ts'
import { createFigures, type Figures } from './figures.ts'

/** What was taken of the trades the library keeps. */
export interface TradeTrack {
  /** The last one looked at. */
  lastRead: unknown
  /** The number of the last one taken, where they are numbered. */
  number: number | undefined
  /** When the last one was made that was not told. */
  passedMs: Instant
  /** Numbers that were no trades on the market. */
  skipped: number
  readonly recent: Set<string>
}

/** The book as it was told. */
export interface BookTrack {
  /** Its beginning was seen. */
  whole: boolean
  published: boolean
  sequence: number
  /** The exchange's number of the last update, where only its message tells it. */
  number: number | undefined
  exchangeTimeMs: Instant
  bids: SideWindow
  asks: SideWindow
  /** Resolves when it must be asked for anew. */
  readonly lost: PromiseWithResolvers<void>
}

/** One instrument as it is listened to. */
export interface Channel {
  listing: Listing
  /** False when the exchange has stopped trading it. */
  listed: boolean
  /** It is listed with other steps than at the start. */
  restepped: boolean
  /** Whether it was told of at all. */
  announced: boolean
  /** Whether what comes is told. */
  live: boolean
  /** Resolves when the exchange has taken up the wish for its trades. */
  joined: PromiseWithResolvers<void>
  hasJoined: boolean
  /** The minute from which the past is to be told when the stream begins again; undefined while none was. */
  resumeMs: Instant | undefined
  /** The latest exchange time that was told of it. */
  publishedMs: Instant
  trades: TradeTrack
  book: BookTrack
  figures: Figures
  /** Minutes that were not wholly observed, and how often their candle was asked for. */
  readonly broken: Map<Instant, number>
}

export const createChannel = (listing: Listing): Channel => ({
  listing,
  listed: true,
  restepped: false,
  announced: false,
  live: false,
  joined: Promise.withResolvers(),
  hasJoined: false,
  resumeMs: undefined,
  publishedMs: 0,
  trades: createTradeTrack(),
  book: createBookTrack(),
  figures: createFigures(),
  broken: new Map(),
})

const createTradeTrack = (): TradeTrack => ({
  lastRead: undefined,
  number: undefined,
  passedMs: 0,
  skipped: 0,
  recent: new Set(),
})

export const createBookTrack = (): BookTrack => ({
  whole: false,
  published: false,
  sequence: 0,
  number: undefined,
  exchangeTimeMs: 0,
  bids: createSideWindow('BID'),
  asks: createSideWindow('ASK'),
  lost: Promise.withResolvers(),
})

/** What a connection that is no more has left behind is of no use to the next one. */
export const resetChannel = (channel: Channel): void => {
  channel.live = false
  channel.joined = Promise.withResolvers()
  channel.hasJoined = false
  channel.trades = createTradeTrack()
  channel.book = createBookTrack()
}

/** A minute that is over is not complete at once in the exchange's own records. */
export const SETTLED_MS = 3 * SECOND_MS

export const floorToMinute = (at: Instant): Instant => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** The exchange has taken up the wish for its trades. */
export const join = (channel: Channel): void => {
  channel.hasJoined = true
  channel.joined.resolve()
}

/** Something of this minute was not observed. */
export const markBroken = ({ broken }: Channel, at: Instant): void => {
  const minute = floorToMinute(at)
  if (!broken.has(minute)) broken.set(minute, 0)
}
