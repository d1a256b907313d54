/**
 * State of one instrument's market data: its subscription, trades, order book, mark price data, and incomplete minutes.
 */

import { type Instant, MINUTE_MS, SECOND_MS } from '../../../../core/instant.ts'
import type { Listing } from '../listing.ts'
import { createSideWindow, type SideWindow } from './book-window.ts'
import { createFigures, type Figures } from './figures.ts'

/** Subscription state of one instrument. */
export interface Channel {
  listing: Listing
  /** False when the exchange has stopped trading it. */
  listed: boolean
  /** True when it was relisted with a different tick or lot size. */
  restepped: boolean
  /** True once the instrument was published. */
  announced: boolean
  /** True while incoming events are published. */
  live: boolean
  /** Resolves when the exchange has acknowledged the trade subscription. */
  joined: PromiseWithResolvers<void>
  hasJoined: boolean
  /** First minute of history to publish when the stream resumes; undefined until any has been published. */
  resumeMs: Instant | undefined
  /** Start of the past funding still to be published; undefined until any has been published. */
  fundingFromMs: Instant | undefined
  /** Latest exchange time published for the instrument. */
  publishedMs: Instant
  trades: TradeTrack
  book: BookTrack
  figures: Figures
  /** True once the exchange has acknowledged the subscription to liquidations. */
  receivesLiquidations: boolean
  /** Incompletely observed minutes, with the number of requests for their candle. */
  readonly broken: Map<Instant, number>
}

/** Position in the library's list of trades. */
export interface TradeTrack {
  /** Last trade read. */
  lastRead: unknown
  /** Number of the last trade, if trades are numbered. */
  number: number | undefined
  /** Time of the last trade that was not published. */
  passedMs: Instant
  /** Count of trade numbers skipped because they were not trades on the market. */
  skipped: number
  readonly recent: Set<string>
}

/** Order book as published. */
export interface BookTrack {
  /** True once its snapshot has arrived. */
  whole: boolean
  published: boolean
  sequence: number
  /** Exchange's number of the last update, where only its message contains it. */
  number: number | undefined
  exchangeTimeMs: Instant
  bids: SideWindow
  asks: SideWindow
  /** Resolves when the order book must be requested again. */
  readonly lost: PromiseWithResolvers<void>
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
  fundingFromMs: undefined,
  publishedMs: 0,
  trades: createTradeTrack(),
  book: createBookTrack(),
  figures: createFigures(),
  receivesLiquidations: false,
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

/** Clears the state of a closed connection. */
export const resetChannel = (channel: Channel): void => {
  channel.live = false
  channel.joined = Promise.withResolvers()
  channel.hasJoined = false
  channel.receivesLiquidations = false
  channel.trades = createTradeTrack()
  channel.book = createBookTrack()
}

/** Delay until an ended minute is complete in the exchange's own records. */
export const SETTLED_MS = 3 * SECOND_MS

export const floorToMinute = (at: Instant): Instant => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** Marks the trade subscription as acknowledged. */
export const join = (channel: Channel): void => {
  channel.hasJoined = true
  channel.joined.resolve()
}

/** Marks the minute of an instant as incompletely observed, so that its candle is requested from the exchange. */
export const markBroken = ({ broken }: Channel, at: Instant): void => {
  const minute = floorToMinute(at)
  if (!broken.has(minute)) broken.set(minute, 0)
}
