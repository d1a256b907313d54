/**
 * Start of a market data connection: subscribes to all streams, publishes the history of each instrument, and keeps its
 * order book.
 */

import { DAY_MS, type Instant, SECOND_MS } from '../../../../core/instant.ts'
import { GRACE_MS } from '../../../../domain/market/candle-builder.ts'
import { type Channel, floorToMinute, markBroken, SETTLED_MS } from './channel.ts'
import { endConnection } from './connection.ts'
import { publish } from './event-buffer.ts'
import type { Subscription } from './feed.ts'
import { publishHistory } from './history.ts'
import { publishPastFunding } from './past-funding.ts'
import { handleBook } from './receive-message.ts'
import { delist } from './relist.ts'
import { repairBefore } from './repairs.ts'
import { type Connection, listedChannels, pause, publishEvent, type Run, within } from './run.ts'
import { publishLiquidationStream } from './take-liquidations.ts'
import { noteUnreadable } from './unreadable-data.ts'

/** Opens the instruments one after another; each goes live as soon as its own history is published. */
export const openChannels = async (run: Run, connection: Connection): Promise<void> => {
  for (const channel of listedChannels(run)) {
    if (connection.ending.signal.aborted) return
    await openChannel(run, connection, channel)
  }
  if (!connection.ending.signal.aborted) run.client.troubles.clear('MARKET_STREAM')
}

/** Maximum age of published history. */
const HISTORY_MAX_MS = 7 * DAY_MS
/** Time after which an unacknowledged subscription counts as failed. */
const JOIN_MAX_MS = 20 * SECOND_MS

const openChannel = async (run: Run, connection: Connection, channel: Channel): Promise<void> => {
  const { signal } = connection.ending
  if (!channel.announced) {
    channel.announced = true
    publish(run.buffer, { kind: 'instrument', instrument: channel.listing.instrument })
  }
  if (!(await isJoined(run, connection, channel)) || !channel.listed) return
  let fromMs = historyFrom(run, channel)
  channel.resumeMs = fromMs
  for (;;) {
    const toMs = floorToMinute(run.client.venueNow())
    if (fromMs >= toMs) break
    if (!(await pause(run, toMs + SETTLED_MS - run.client.venueNow(), signal))) return
    await publishPastFunding(run, channel, signal)
    await repairBefore(run, channel, fromMs)
    await publishHistory(run, channel, { fromMs, toMs }, signal)
    fromMs = toMs
  }
  if (!signal.aborted && channel.listed) goLive(run, connection, channel)
}

const isJoined = async (run: Run, connection: Connection, { joined }: Channel): Promise<boolean> => {
  const { signal } = connection.ending
  const outcome = await within(run, JOIN_MAX_MS, signal, joined.promise)
  if (outcome === 'too late') endConnection(run, connection, 'the exchange does not start its streams')
  return !signal.aborted
}

const historyFrom = (run: Run, channel: Channel): Instant => {
  const earliestMs = floorToMinute(run.client.venueNow() - HISTORY_MAX_MS)
  const sinceMs = channel.resumeMs ?? run.since(channel.listing.instrument.symbol) ?? earliestMs
  return Math.max(floorToMinute(sinceMs), earliestMs)
}

/**
 * Starts publishing everything. The first minute is not complete, and our estimate of the exchange's clock not exact.
 */
const goLive = (run: Run, { library }: Connection, channel: Channel): void => {
  const sinceMs = Math.max(run.client.venueNow(), channel.trades.passedMs)
  const { symbol } = channel.listing.instrument
  channel.live = true
  publishEvent(run, channel, { kind: 'stream', change: { symbol, state: 'live', sinceMs } })
  channel.publishedMs = Math.max(channel.publishedMs, sinceMs)
  markBroken(channel, sinceMs)
  markBroken(channel, sinceMs + GRACE_MS)
  publishLiquidationStream(run, channel)
  handleBook(run, channel, library)
}

/** Maximum instruments in one subscription message. */
const BATCH = 50

/** Subscribes to the streams of every instrument. A refused subscription is repeated for each instrument separately. */
export const subscribeAll = (run: Run, connection: Connection): void => {
  const channels = listedChannels(run)
  for (let index = 0; index < channels.length; index += BATCH) {
    for (const subscription of run.feed.subscriptions)
      subscribe(run, connection, channels.slice(index, index + BATCH), subscription)
  }
}

const subscribe = (
  run: Run,
  connection: Connection,
  channels: readonly Channel[],
  subscription: Subscription,
): void => {
  const { library, ending } = connection
  const unified = channels.map(({ listing }) => listing.unified)
  const request = async (): Promise<unknown> => subscription(library, unified)
  request().catch(() => {
    if (ending.signal.aborted) return
    const [channel] = channels
    if (channels.length > 1) for (const each of channels) subscribe(run, connection, [each], subscription)
    else if (channel) onRefused(run, channel, subscription)
  })
}

/**
 * Handles a refused subscription: without trades, the instrument counts as delisted; any other stream is reported as
 * missing. Some errors of one subscription affect all pending ones.
 */
const onRefused = (run: Run, channel: Channel, subscription: Subscription): void => {
  const { symbol } = channel.listing.instrument
  const isTrades = subscription === run.feed.subscriptions[0]
  if (isTrades && !channel.hasJoined) delist(run, channel)
  else if (!isTrades) noteUnreadable(run.unreadable, symbol, 'a refusal of one of its streams')
}

/** Maximum wait for an order book: with many instruments, its request is queued before its snapshot arrives. */
const PATIENCE_MS = 60 * SECOND_MS
const RETRY_MS = 250
const RETRY_MAX_MS = 10 * SECOND_MS
/** Time an order book must stay intact for its request to count as successful. */
const HELD_MS = 30 * SECOND_MS

/** Requests every order book, and rerequests each one that is lost, until the connection ends. */
export const keepBooks = async (run: Run, connection: Connection): Promise<void> => {
  await Promise.all(listedChannels(run).map((channel) => keepBook(run, connection, channel)))
}

const keepBook = async (run: Run, connection: Connection, channel: Channel): Promise<void> => {
  const { library, ending, ended } = connection
  const { signal } = ending
  let waitMs = RETRY_MS
  for (let again = false; !signal.aborted && channel.listed; again = true) {
    const { lost } = channel.book
    const beganMs = run.monotonic()
    const outcome = await within(run, PATIENCE_MS, signal, joinBook(run, connection, { channel, again }))
    if (outcome === 'too late') {
      return endConnection(run, connection, `the order book of ${channel.listing.instrument.symbol} has not arrived`)
    }
    if (outcome === 'joined' && !signal.aborted && hasBegun(run, channel)) {
      handleBook(run, channel, library)
      await Promise.race([lost.promise, ended])
    }
    if (run.monotonic() - beganMs > HELD_MS) waitMs = RETRY_MS
    await pause(run, waitMs, signal)
    waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
  }
}

/** Returns whether the book has started: the library accepts changes for a book without a snapshot. */
const hasBegun = ({ feed }: Run, { book }: Channel): boolean => book.whole || !feed.marksBeginnings

interface BookRequest {
  readonly channel: Channel
  readonly again: boolean
}

/** Subscribes to an order book, after leaving the one that the library still has. */
const joinBook = async ({ feed }: Run, { library }: Connection, { channel, again }: BookRequest): Promise<string> => {
  const { unified } = channel.listing
  try {
    if (again && (feed.marksBeginnings || unified in library.orderbooks)) await feed.leaveBook(library, unified)
    await feed.joinBook(library, unified)
    return 'joined'
  } catch {
    return 'refused'
  }
}
