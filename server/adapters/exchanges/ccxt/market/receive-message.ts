/**
 * Processing of stream messages: passes each to CCXT, then publishes the trades, order books, quotes, figures
 * and liquidations in it.
 */

import type { Exchange } from 'ccxt'
import { err, ok, type Result } from '../../../../core/result.ts'
import { lots, ticks } from '../../../../domain/market/instrument.ts'
import type { Quote } from '../../../../domain/market/market-event.ts'
import type { Trade } from '../../../../domain/market/trade-tape.ts'
import { exactText, toFields, toInteger, toTime } from '../fields.ts'
import type { Listing } from '../listing.ts'
import { type BookNews, loseBook, readBookEvents } from './book-events.ts'
import { type Channel, join, markBroken, type TradeTrack } from './channel.ts'
import type { Feed, MessageSubject, RawFigures } from './feed.ts'
import { applyFigures, toMarkPrice } from './figures.ts'
import { formatValue, positive, readTrade } from './read-trade.ts'
import { type Connection, publishEvent, type Run } from './run.ts'
import { joinLiquidations, takeLiquidations } from './take-liquidations.ts'
import { noteUnreadable } from './unreadable-data.ts'
import { noteMessage } from './watchdog.ts'

/**
 * Passes a stream message to the library and publishes the market events in it. Never throws, whatever the message
 * contains.
 */
export const receiveMessage = (run: Run, connection: Connection, { socket, message, handle }: Incoming): void => {
  noteMessage(connection.watchdog, socket.url, run.monotonic())
  const handled = wasHandled(handle)
  const subjects = run.feed.identify(message)
  if (subjects.some(isNews)) connection.watchdog.newsMs = run.monotonic()
  for (const subject of subjects) distribute(run, connection, { subject, handled, socket })
}

/** A subject of a message, whether the library handled the message, and the socket it came from. */
interface ReceivedSubject extends Pick<Incoming, 'socket'> {
  readonly subject: MessageSubject
  readonly handled: boolean
}

const distribute = (run: Run, connection: Connection, { subject, handled, socket }: ReceivedSubject): void => {
  const { byNative } = connection
  if (subject.kind === 'accepted') return joinAll(run, connection, socket.subscriptions, subject.id)
  if (subject.kind === 'liquidationsJoined') {
    for (const channel of byNative.values()) joinLiquidations(run, channel)
    return
  }
  const channel = byNative.get(subject.native)
  if (channel?.listed) handleSubject(run, connection, channel, { subject, handled })
}

/** Liquidations may be of any instrument of the exchange, and do not show that the market data arrive. */
const isNews = ({ kind }: MessageSubject): boolean => kind !== 'liquidations' && kind !== 'liquidationsJoined'

/** A message about to be handled by the library. */
export interface Incoming {
  /** Socket, with its subscriptions by the library's name. */
  readonly socket: { readonly url: string; readonly subscriptions?: unknown }
  readonly message: unknown
  readonly handle: () => void
}

/** Returns whether the library handled a message; it throws at some unexpected ones, after processing part of them. */
const wasHandled = (handle: () => void): boolean => {
  try {
    handle()
    return true
  } catch {
    return false
  }
}

/** Marks the subscriptions sent under this number as acknowledged. */
const joinAll = (run: Run, { byNative }: Connection, subscriptions: unknown, id: string): void => {
  const joined = new Set<string>()
  for (const [topic, subscription] of Object.entries(toFields(subscriptions))) {
    if (String(toFields(subscription).id) === id) joined.add(topic.replace('::', ':'))
  }
  for (const channel of byNative.values()) {
    const { unified, native } = channel.listing
    if (joined.has(`trade:${unified}`)) join(channel)
    if (joined.has(`liquidations:${unified}`) || joined.has(`${native.toLowerCase()}@forceOrder`)) {
      joinLiquidations(run, channel)
    }
  }
}

interface HandledSubject {
  readonly subject: Exclude<MessageSubject, { kind: 'accepted' | 'liquidationsJoined' }>
  readonly handled: boolean
}

const handleSubject = (
  run: Run,
  { library }: Connection,
  channel: Channel,
  { subject, handled }: HandledSubject,
): void => {
  const { unified, instrument } = channel.listing
  if (!handled) noteUnreadable(run.unreadable, instrument.symbol, `a message about ${subject.kind}`)
  switch (subject.kind) {
    case 'joined':
      return join(channel)
    case 'trades':
      return handleTrades(run, channel, library.trades[unified], subject.past)
    case 'book':
      return handled ? handleBook(run, channel, library, subject) : publishLostBook(run, channel)
    case 'quote':
      return handleQuote(run, channel, library[run.feed.quotes][unified])
    case 'figures':
      return handleFigures(run, channel, subject.figures)
    case 'liquidations':
      return takeLiquidations(run, channel, subject.items)
  }
}

const handleTrades = (run: Run, channel: Channel, stored: unknown, past: boolean): void => {
  join(channel)
  if (past || !channel.live) return passTrades(channel, stored)
  const { feed, numbered } = run
  for (const trade of readNewTrades(channel, stored, { feed, numbered, unreadable: leaveOut(run, channel) })) {
    publishEvent(run, channel, { kind: 'trade', trade })
  }
}

/** Reads the current state of the library's order book. */
export const handleBook = (run: Run, channel: Channel, { orderbooks }: Exchange, news?: BookNews): void => {
  const { feed, client } = run
  const rules = { feed, now: client.venueNow, unreadable: leaveOut(run, channel) }
  const events = readBookEvents(channel, orderbooks[channel.listing.unified], news, rules)
  for (const event of events) publishEvent(run, channel, event)
}

const publishLostBook = (run: Run, channel: Channel): void => {
  for (const event of loseBook(channel)) publishEvent(run, channel, event)
}

/** Publishes a quote; a quote older than the order book is dropped, because it would revert the touch. */
const handleQuote = (run: Run, channel: Channel, stored: unknown): void => {
  if (!channel.live) return
  const read = readQuote(stored, channel.listing)
  if (!read.ok) return leaveOut(run, channel)(read.error)
  const quote = read.value
  if (!quote || quote.exchangeTimeMs < channel.book.exchangeTimeMs) return
  publishEvent(run, channel, { kind: 'quote', quote })
}

const handleFigures = (run: Run, channel: Channel, raw: RawFigures): void => {
  for (const what of applyFigures(channel.figures, raw, channel.listing)) leaveOut(run, channel)(what)
  if (!channel.live || raw.mark === undefined) return
  const markPrice = toMarkPrice(channel.figures, channel.listing.instrument.symbol)
  if (markPrice) publishEvent(run, channel, { kind: 'markPrice', markPrice })
}

const leaveOut =
  (run: Run, { listing }: Channel) =>
  (what: string): void =>
    noteUnreadable(run.unreadable, listing.instrument.symbol, what)

/**
 * Reads the library's best bid and ask; undefined while a side is empty, or when only one of two simultaneous changes
 * has arrived.
 */
export const readQuote = (rawQuote: unknown, { instrument, amounts }: Listing): Result<Quote | undefined, string> => {
  const { bid, bidVolume, ask, askVolume, timestamp, info } = toFields(rawQuote)
  if (isMissing(bid) || isMissing(ask)) return ok(undefined)
  const [bidPrice, askPrice] = [bid, ask].map((price) => positive(instrument.price.parse(exactText(price) ?? '')))
  const [bidLots, askLots] = [bidVolume, askVolume].map((size) => positive(amounts.parse(exactText(size) ?? '')))
  const exchangeTimeMs = toTime(timestamp)
  if (bidPrice === undefined || askPrice === undefined) {
    return err(`best prices of ${formatValue(bid)} and ${formatValue(ask)}, which are not valid prices`)
  }
  if (bidLots === undefined || askLots === undefined) {
    return err(
      `best quantities of ${formatValue(bidVolume)} and ${formatValue(askVolume)}, which are not valid quantities`,
    )
  }
  if (exchangeTimeMs === undefined) return err('best prices without a time')
  if (bidPrice >= askPrice) return ok(undefined)
  return ok({
    symbol: instrument.symbol,
    sequence: toInteger(toFields(info).u) ?? exchangeTimeMs,
    bid: { price: ticks(bidPrice), quantity: lots(bidLots) },
    ask: { price: ticks(askPrice), quantity: lots(askLots) },
    exchangeTimeMs,
  })
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '' || value === '0'

interface TradeRules {
  readonly feed: Feed
  /** True when trades are numbered without gaps here. */
  readonly numbered: boolean
  readonly unreadable: (what: string) => void
}

/** Number of recent trades stored to detect duplicates. */
const RECENT_MAX = 500

/** Skips the trades the library has stored: they were executed before the stream was complete. */
export const passTrades = ({ trades }: Channel, stored: unknown): void => {
  if (!Array.isArray(stored)) return
  trades.lastRead = stored.at(-1)
  trades.passedMs = Math.max(trades.passedMs, toTime(toFields(trades.lastRead).timestamp) ?? 0)
}

/** Returns the library's new trades, each once; a gap in their numbers marks its minutes as incomplete. */
export const readNewTrades = (channel: Channel, stored: unknown, rules: TradeRules): Trade[] => {
  const taken: Trade[] = []
  for (const rawTrade of takeNew(channel.trades, stored)) {
    const trade = takeOne(channel, rawTrade, rules)
    if (trade) taken.push(trade)
  }
  return taken
}

const takeNew = (track: TradeTrack, stored: unknown): unknown[] => {
  if (!Array.isArray(stored)) return []
  const fresh: unknown[] = []
  for (let index = stored.length - 1; index >= 0 && stored[index] !== track.lastRead; index--) fresh.push(stored[index])
  track.lastRead = stored.at(-1)
  return fresh.reverse()
}

const takeOne = (
  channel: Channel,
  rawTrade: unknown,
  { feed, numbered, unreadable }: TradeRules,
): Trade | undefined => {
  const { info, id, timestamp } = toFields(rawTrade)
  const { trades: track } = channel
  const number = numbered ? toInteger(id) : undefined
  if (isKnown(track, number, String(id))) return undefined
  if (!feed.isOnMarket(toFields(info))) return skip(track, number)
  const read = readTrade(rawTrade, channel.listing)
  if (!read.ok) {
    unreadable(read.error)
    markBroken(channel, toTime(timestamp) ?? channel.publishedMs)
    return undefined
  }
  if (number === undefined) return read.value
  if (number !== (track.number ?? number - 1) + 1) {
    markBroken(channel, channel.publishedMs)
    markBroken(channel, read.value.tradedAtMs)
  }
  track.number = number
  return { ...read.value, sequence: number - track.skipped }
}

/** Skips a message that is not a trade on the market: it is not counted, and leaves no gap. */
const skip = (track: TradeTrack, number: number | undefined): undefined => {
  if (number === undefined) return
  if (track.number === number - 1) track.number = number
  track.skipped++
}

/**
 * Returns whether a trade was read before: by its number if it has one, otherwise by ID among the most recent trades.
 */
const isKnown = ({ number: last, recent }: TradeTrack, number: number | undefined, id: string): boolean => {
  if (number !== undefined) return last !== undefined && number <= last
  if (recent.has(id)) return true
  recent.add(id)
  const [oldest] = recent
  if (recent.size > RECENT_MAX && oldest !== undefined) recent.delete(oldest)
  return false
}
